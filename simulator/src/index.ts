export { type Car, type CarOptions, type Current, carOf } from './car/car.ts'
export type { Charge, ChargeOptions } from './car/charge.ts'
export type { StationCondition } from './car/conditions.ts'
export {
  type HistoryConnector,
  type HistoryOptions,
  type HistorySession,
  type HistoryStation,
  sessionsOf,
} from './car/history.ts'
export type { RebootOptions } from './car/power.ts'
export { Agenda } from './fleet/agenda.ts'
export { type Clock, scaledClock, systemClock } from './fleet/clock.ts'
export { type ControlServer, serveControl } from './fleet/control.ts'
export { Fleet, type FleetFile, type FleetOptions, type FleetStation } from './fleet/fleet.ts'
export { type Random, randomOf } from './fleet/random.ts'
export type { Misbehaviour } from './link/misbehaviour.ts'
export type { RetryOptions } from './link/uplink.ts'
export { ownVendorId } from './link/vendor.ts'
export type { SimulateOptions } from './options.ts'
export type { ConnectorSpec } from './station/connector.ts'
export type { TapResult } from './station/driver.ts'
export { Signer, type SigningOptions } from './station/signer.ts'
export type { ConnectorView, StationView } from './station/snapshot.ts'
export { type Said, simulate, VirtualStation } from './station/station.ts'
export type { TransactionView } from './station/transaction.ts'
export { reckon } from './tariffs/reckoner.ts'
