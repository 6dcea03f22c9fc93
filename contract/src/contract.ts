import { auth } from './auth.ts'
import { bank } from './bank.ts'
import { bulk } from './bulk.ts'
import { commands } from './commands.ts'
import { connectors } from './connectors.ts'
import { contracts } from './contracts.ts'
import { drivers } from './drivers.ts'
import { feedback } from './feedback.ts'
import { firmware } from './firmware.ts'
import { gaps } from './gaps.ts'
import { help } from './help.ts'
import { imports } from './imports.ts'
import { inbox } from './inbox.ts'
import { insight } from './insight.ts'
import { journal } from './journal.ts'
import { locations } from './locations.ts'
import { maintenances } from './maintenances.ts'
import { managers } from './managers.ts'
import { maps } from './maps.ts'
import { monthlyReports } from './monthly-reports.ts'
import { network } from './network.ts'
import { orders } from './orders.ts'
import { owners } from './owners.ts'
import { pay } from './pay.ts'
import { payments } from './payments.ts'
import { photos } from './photos.ts'
import { plan } from './plan.ts'
import { planRoom } from './plan-room.ts'
import { receipts } from './receipts.ts'
import { reconciliation } from './reconciliation.ts'
import { refundRuns } from './refund-runs.ts'
import { reportSchedules } from './report-schedules.ts'
import { reports } from './reports.ts'
import { savedViews } from './saved-views.ts'
import { secondFactor } from './second-factor.ts'
import { services } from './services.ts'
import { settlement } from './settlement.ts'
import { stationHold } from './station-hold.ts'
import { stationModels } from './station-models.ts'
import { stationReadings } from './station-readings.ts'
import { stationTasks } from './station-tasks.ts'
import { stations } from './stations.ts'
import { statistics } from './statistics.ts'
import { subscribers } from './subscribers.ts'
import { tariffs } from './tariffs.ts'
import { terminals } from './terminals.ts'
import { timeline } from './timeline.ts'
import { versions } from './versions.ts'
import { wall } from './wall.ts'
import { webhooks } from './webhooks.ts'

/** Every REST call of the product, by slice and name. */
export const contract = {
  auth,
  managers,
  locations,
  maps,
  imports,
  stations,
  savedViews,
  stationHold,
  maintenances,
  stationModels,
  connectors,
  tariffs,
  drivers,
  feedback,
  gaps,
  orders,
  pay,
  payments,
  photos,
  plan,
  planRoom,
  owners,
  subscribers,
  services,
  receipts,
  reconciliation,
  bank,
  inbox,
  insight,
  statistics,
  reports,
  monthlyReports,
  network,
  reportSchedules,
  settlement,
  help,
  secondFactor,
  versions,
  commands,
  stationReadings,
  stationTasks,
  bulk,
  firmware,
  contracts,
  refundRuns,
  terminals,
  journal,
  timeline,
  wall,
  webhooks,
}
