export {
  type CommandSchema,
  callsOf,
  commandFaults,
  commandSchemas,
  type JsonSchema,
  stationActions,
} from './commands/command-schemas.ts'
export * from './commands/progress.ts'
export type * from './commands/station-tariff.ts'
export { type Central, type CentralOptions, openCentral } from './link/central.ts'
export * from './link/link.ts'
export { StationCallFailed } from './link/station-link.ts'
export type { Backlog } from './link/waiting-calls.ts'
export * from './messages/dialect.ts'
export { measurementsOf } from './messages/measurements.ts'
export { withoutUndefined } from './messages/reading.ts'
export { signedObject } from './messages/signed-values.ts'
export { connectStation, StationRefused } from './messages/station.ts'
export { storableJson, storableText } from './messages/storable.ts'
export * from './protocol.ts'
export type { SchemaFault } from './schema-runtime.ts'
export { boundedOffer, compression } from './socket/compression.ts'
export { maxFrameBytes } from './socket/frames.ts'
export { chooseProtocol, parseBasicAuth, parseIdentity } from './socket/handshake.ts'
export * from './station-command.ts'
export * from './station-event.ts'
export { protocolsFor } from './versions.ts'
