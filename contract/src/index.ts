import { auth } from './auth.ts'
import { bulk } from './bulk.ts'
import { commands } from './commands.ts'
import { connectors } from './connectors.ts'
import { contracts } from './contracts.ts'
import { drivers } from './drivers.ts'
import { help } from './help.ts'
import { imports } from './imports.ts'
import { inbox } from './inbox.ts'
import { journal } from './journal.ts'
import { locations } from './locations.ts'
import { managers } from './managers.ts'
import { maps } from './maps.ts'
import { orders } from './orders.ts'
import { pay } from './pay.ts'
import { payments } from './payments.ts'
import { receipts } from './receipts.ts'
import { reports } from './reports.ts'
import { secondFactor } from './second-factor.ts'
import { settlement } from './settlement.ts'
import { stationHold } from './station-hold.ts'
import { stationModels } from './station-models.ts'
import { stationTasks } from './station-tasks.ts'
import { stations } from './stations.ts'
import { statistics } from './statistics.ts'
import { tariffs } from './tariffs.ts'
import { terminals } from './terminals.ts'
import { timeline } from './timeline.ts'
import { versions } from './versions.ts'
import { webhooks } from './webhooks.ts'

/** Every REST call of the product, by slice and name. */
export const contract = {
  auth,
  managers,
  locations,
  maps,
  imports,
  stations,
  stationHold,
  stationModels,
  connectors,
  tariffs,
  drivers,
  orders,
  pay,
  payments,
  receipts,
  inbox,
  statistics,
  reports,
  settlement,
  help,
  secondFactor,
  versions,
  commands,
  stationTasks,
  bulk,
  contracts,
  terminals,
  journal,
  timeline,
  webhooks,
}

export { allowedBy } from './allowed.ts'
export * from './auth.ts'
export * from './bounds.ts'
export * from './bulk.ts'
export * from './call.ts'
export * from './commands.ts'
export * from './connectors.ts'
export * from './contracts.ts'
export * from './drivers.ts'
export * from './enums.ts'
export { wordsOfAnswer } from './errors/answer-words.ts'
export { callErrorMeanings } from './errors/call-errors.ts'
export * from './errors.ts'
export * from './graphql.ts'
export * from './help.ts'
export * from './imports.ts'
export * from './inbox.ts'
export * from './journal.ts'
export * from './live.ts'
export * from './locations.ts'
export * from './managers.ts'
export * from './maps.ts'
export * from './opening-hours.ts'
export * from './orders.ts'
export * from './pay.ts'
export * from './payments.ts'
export * from './pictures.ts'
export * from './receipts.ts'
export * from './reports.ts'
export * from './rules.ts'
export * from './second-factor.ts'
export * from './settlement.ts'
export * from './station-description.ts'
export * from './station-hold.ts'
export * from './station-models.ts'
export * from './station-tasks.ts'
export * from './stations.ts'
export * from './statistics.ts'
export * from './tariffs.ts'
export * from './terminals.ts'
export * from './timeline.ts'
export * from './versions.ts'
export * from './webhooks.ts'
