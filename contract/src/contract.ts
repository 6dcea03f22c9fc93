import { drivers } from './charging/drivers.ts'
import { feedback } from './charging/feedback.ts'
import { fleets } from './charging/fleets.ts'
import { gaps } from './charging/gaps.ts'
import { orders } from './charging/orders.ts'
import { tagGroups } from './charging/tag-groups.ts'
import { unknownTags } from './charging/unknown-tags.ts'
import { bulk } from './control/bulk.ts'
import { commands } from './control/commands.ts'
import { energy } from './control/energy.ts'
import { firmware } from './control/firmware.ts'
import { plugAndCharge } from './control/plug-and-charge.ts'
import { stationReadings } from './control/station-readings.ts'
import { stationTasks } from './control/station-tasks.ts'
import { insight } from './figures/insight.ts'
import { monthlyReports } from './figures/monthly-reports.ts'
import { reportSchedules } from './figures/report-schedules.ts'
import { reports } from './figures/reports.ts'
import { statistics } from './figures/statistics.ts'
import { bank } from './money/bank.ts'
import { contracts } from './money/contracts.ts'
import { fleetInvoices } from './money/fleet-invoices.ts'
import { payments } from './money/payments.ts'
import { receipts } from './money/receipts.ts'
import { reconciliation } from './money/reconciliation.ts'
import { refundRuns } from './money/refund-runs.ts'
import { services } from './money/services.ts'
import { terminals } from './money/terminals.ts'
import { webhooks } from './money/webhooks.ts'
import { alerts } from './operations/alerts.ts'
import { cardFiles } from './operations/card-files.ts'
import { fullExports } from './operations/full-exports.ts'
import { help } from './operations/help.ts'
import { imports } from './operations/imports.ts'
import { inbox } from './operations/inbox.ts'
import { incidents } from './operations/incidents.ts'
import { repairCalls } from './operations/repairs.ts'
import { servers } from './operations/servers.ts'
import { networkStatus } from './operations/status.ts'
import { takeovers } from './operations/takeover.ts'
import { versions } from './operations/versions.ts'
import { wall } from './operations/wall.ts'
import { webhookEndpoints } from './operations/webhook-endpoints.ts'
import { owners } from './partners/owners.ts'
import { plan } from './partners/plan.ts'
import { planRoom } from './partners/plan-room.ts'
import { settlement } from './partners/settlement.ts'
import { subscribers } from './partners/subscribers.ts'
import { apiKeys } from './people/api-keys.ts'
import { auth } from './people/auth.ts'
import { managers } from './people/managers.ts'
import { secondFactor } from './people/second-factor.ts'
import { singleSignOn } from './people/single-sign-on.ts'
import { locations } from './places/locations.ts'
import { maps } from './places/maps.ts'
import { photos } from './places/photos.ts'
import { tariffs } from './places/tariffs.ts'
import { driverAccount, driverAuth } from './public/account.ts'
import { driverDevices } from './public/account-devices.ts'
import { driverHistory } from './public/account-history.ts'
import { driverMoney } from './public/account-money.ts'
import { driverTags } from './public/account-tags.ts'
import { charge } from './public/charge.ts'
import { labels } from './public/labels.ts'
import { network } from './public/network.ts'
import { pay } from './public/pay.ts'
import { payNeed } from './public/pay-need.ts'
import { partnerContracts } from './roaming/partner-contracts.ts'
import { partnerParties } from './roaming/partner-parties.ts'
import { partnerQueue } from './roaming/partner-queue.ts'
import { partnerSessions } from './roaming/partner-sessions.ts'
import { partnerSettlements } from './roaming/partner-settlements.ts'
import { partnerTokens } from './roaming/partner-tokens.ts'
import { roamingPartners } from './roaming/partners.ts'
import { roamingPublishing } from './roaming/publishing.ts'
import { connectors } from './stations/connectors.ts'
import { journal } from './stations/journal.ts'
import { maintenances } from './stations/maintenances.ts'
import { meterKeys } from './stations/meter-keys.ts'
import { savedViews } from './stations/saved-views.ts'
import { stationHold } from './stations/station-hold.ts'
import { stationModels } from './stations/station-models.ts'
import { stations } from './stations/stations.ts'
import { timeline } from './stations/timeline.ts'

/** Every REST call of the product, by slice and name. */
export const contract = {
  auth,
  apiKeys,
  managers,
  locations,
  maps,
  cardFiles,
  incidents,
  imports,
  fullExports,
  takeovers,
  stations,
  savedViews,
  meterKeys,
  stationHold,
  maintenances,
  stationModels,
  connectors,
  tariffs,
  drivers,
  driverAuth,
  driverAccount,
  driverDevices,
  tagGroups,
  unknownTags,
  fleets,
  driverHistory,
  driverMoney,
  driverTags,
  fleetInvoices,
  feedback,
  gaps,
  orders,
  pay,
  payNeed,
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
  roamingPartners,
  partnerQueue,
  partnerParties,
  partnerTokens,
  partnerContracts,
  partnerSessions,
  partnerSettlements,
  roamingPublishing,
  inbox,
  insight,
  statistics,
  reports,
  monthlyReports,
  network,
  charge,
  labels,
  reportSchedules,
  settlement,
  help,
  secondFactor,
  alerts,
  repairCalls,
  networkStatus,
  singleSignOn,
  servers,
  versions,
  commands,
  stationReadings,
  stationTasks,
  bulk,
  energy,
  firmware,
  plugAndCharge,
  contracts,
  refundRuns,
  terminals,
  journal,
  timeline,
  wall,
  webhookEndpoints,
  webhooks,
}
