export type { Checked, Command, ReserveOptions, Sent, StartOptions } from './calls.ts'
export { type Emsp, type EmspOptions, startEmsp } from './emsp.ts'
export type { Fault, FaultKind, FaultOptions } from './faults.ts'
export { CallFailed } from './http/client.ts'
export type {
  Arrival,
  CdrObject,
  Connection,
  LocationObject,
  SessionObject,
  TariffObject,
  TokenObject,
} from './objects.ts'
export type { Allowed, TokenOptions } from './wallet.ts'
