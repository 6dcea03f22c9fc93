export { Agenda } from './agenda.ts'
export { type Car, type CarOptions, type Current, carOf } from './car.ts'
export type { Charge, ChargeOptions } from './charge.ts'
export { type Clock, scaledClock, systemClock } from './clock.ts'
export type { StationCondition } from './conditions.ts'
export type { ConnectorSpec } from './connector.ts'
export { type ControlServer, serveControl } from './control.ts'
export type { TapResult } from './driver.ts'
export { Fleet, type FleetFile, type FleetOptions, type FleetStation } from './fleet.ts'
export {
  type HistoryConnector,
  type HistoryOptions,
  type HistorySession,
  type HistoryStation,
  sessionsOf,
} from './history.ts'
export type { Misbehaviour } from './misbehaviour.ts'
export type { SimulateOptions } from './options.ts'
export type { RebootOptions } from './power.ts'
export { type Random, randomOf } from './random.ts'
export type { ConnectorView, StationView } from './snapshot.ts'
export { type Said, simulate, VirtualStation } from './station.ts'
export type { TransactionView } from './transaction.ts'
export type { RetryOptions } from './uplink.ts'
export { ownVendorId } from './vendor.ts'
