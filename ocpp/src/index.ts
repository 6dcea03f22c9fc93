export { type Central, type CentralOptions, openCentral } from './central.ts'
export {
  type CommandSchema,
  callsOf,
  commandFaults,
  commandSchemas,
  type JsonSchema,
  stationActions,
} from './command-schemas.ts'
export { boundedOffer, compression } from './compression.ts'
export * from './dialect.ts'
export { maxFrameBytes } from './frames.ts'
export { chooseProtocol, parseBasicAuth, parseIdentity } from './handshake.ts'
export * from './link.ts'
export { measurementsOf } from './measurements.ts'
export * from './progress.ts'
export * from './protocol.ts'
export { withoutUndefined } from './reading.ts'
export type { SchemaFault } from './schema-runtime.ts'
export { connectStation, StationRefused } from './station.ts'
export * from './station-command.ts'
export * from './station-event.ts'
export { StationCallFailed } from './station-link.ts'
export { storableJson, storableText } from './storable.ts'
export type { Backlog } from './waiting-calls.ts'
