import type { CommandReply } from '../link/link.ts'
import type { Protocol } from '../protocol.ts'
import type { SchemaFault, Validate } from '../schema-runtime.ts'
import type { Payload } from '../socket/frames.ts'
import type {
  Answered,
  CommandEffect,
  CommandFindings,
  CommandOf,
  ReceivedCommand,
  SingleCommand,
} from '../station-command.ts'
import type {
  SettingsReading,
  StationEvent,
  StationReply,
  StationSetting,
  StreamedValue,
} from '../station-event.ts'
import type { Templates } from './templates.ts'

export type EventOf<T extends StationEvent['type']> = Extract<StationEvent, { type: T }>

/** An action that stations call and that means something to us. */
export interface HandledAction {
  treatment: 'handled'
  /** an invalid message is accepted with what can be read of it, and flagged: a wrong spelling must not cost energy or a station's status */
  lenient?: true
  /** energy or money: it is kept even where the station is not accepted */
  bringsEnergy?: true
  /** Central's end. Null when a necessary part of the message is unreadable (lenient actions only). */
  read(payload: Payload, remarks: string[]): StationEvent | null
  /** Central's end: the answer's payload. */
  answer(reply: StationReply, event: StationEvent): object
  /** Station's end: the call's payload. */
  write(event: StationEvent): object
  /** Station's end. */
  readAnswer(payload: Payload): StationReply
}

/** An action that stations call, and that we only journal; its answer does no harm. */
export interface NotedAction {
  treatment: 'noted'
  harmless: Payload
}

/** An action that stations call and that we do not serve, and why. */
export interface RefusedAction {
  treatment: 'refused'
  /** NotSupported: we know the action (OCPP-J 2.0.1 part 4, table of RPC error codes) */
  code: 'NotImplemented' | 'NotSupported'
  reason: string
}

export type StationAction = HandledAction | NotedAction | RefusedAction

export type Hurts = boolean | { setting: string }

/** An action that the central system calls. */
export interface CentralAction {
  treatment: 'handled'
  /** the command that it carries out; raw: it goes out as the caller wrote it */
  command: ReceivedCommand['type']
  /** it may cost a session, money or the connection: always, or where this field of its payload names a setting that does */
  hurts?: Hurts
  /** Station's end. */
  read(payload: Payload): ReceivedCommand
  /** Station's end, where the answer is more than the reply's status. */
  answer?(reply: CommandReply): object
}

export interface Call {
  action: string
  payload: object
}

/** The call that carries a command out, or why a version has none. */
export type WrittenCall = Call | { unsupported: string }

/** A version's writers: command to call, by the command's type. */
export type CommandWriters = {
  readonly [T in SingleCommand['type']]: (command: CommandOf<T>) => WrittenCall
}

/** A call whose payload the compiler checks against the message's type. */
export const typedCall = <Payload extends object>(action: string, payload: Payload): Call => ({
  action,
  payload,
})

/** Writes a command by the writer of its type. */
export const writtenBy = (writers: CommandWriters, command: SingleCommand): WrittenCall =>
  (writers[command.type] as (command: SingleCommand) => WrittenCall)(command)

/** Commands one after the other, each given after the answer to the one before. */
export type Raising = Generator<SingleCommand, void, Answered>

/** Everything that is particular to one version of OCPP. */
export interface Version {
  readonly protocol: Protocol
  readonly fromStation: Readonly<Record<string, StationAction>>
  readonly fromCentral: Readonly<Record<string, CentralAction>>
  writeCommand(command: SingleCommand): WrittenCall
  /** What a message that needs no answer brings of a stream of values; absent: this version has none. */
  streamedIn?(action: string, payload: Payload): StreamedValue | undefined
  /** the ready commands of the console */
  readonly templates: Templates
  /** The calls by which a station is led to a higher security profile. */
  raiseProfile(command: CommandOf<'raise_profile'>): Raising
  /** The calls by which a station is led to another address. */
  move(command: CommandOf<'move'>): Raising | { unsupported: string }
  /** What the answer to a command contains; `status` where the station's word is not at the top. */
  readAnswer(command: SingleCommand, payload: Payload): CommandFindings & { status?: string }
  /** What a call has changed, by the station's word for it. */
  effectOf(action: string, payload: Payload, status: string): CommandEffect | null
  readSettings(settings: readonly StationSetting[]): SettingsReading
  /** The bytes that a station may sign in with after it received this password. */
  passwordReadings(password: string): readonly Uint8Array[]
  /**
   * what a station that has not been accepted is answered where it brings energy, which is kept in either case: an error, as
   * 2.0.1 demands, or what it would be answered else, so that a 1.6 transaction has its id
   */
  readonly refusesUnaccepted: boolean
  /** a peer learns that its answer cannot be taken (CALLRESULTERROR); stations of older versions must not meet such a frame */
  readonly refusesResults: boolean
  /** limits and reservations are of single connectors; else of their whole EVSEs */
  readonly namesConnectors: boolean
  /** The action by which a station reports an event; null: this version has none. */
  actionOf(event: StationEvent): string | null
  /** JSON text of every schema, by its action (or its action and `Response`), and of the types that they share */
  readonly definitionsText: string
  /** compiled schemas by the same names */
  readonly messages: Readonly<Record<string, Validate>>
}

/** The faults of a message, none when it fits its schema. */
export function faultsOf(version: Version, message: string, payload: unknown): readonly SchemaFault[] {
  const validate = version.messages[message]
  if (!validate || validate(payload)) return noFaults
  return validate.errors ?? noFaults
}
const noFaults: readonly SchemaFault[] = []

/** A table's row of that name; names come from outside, so those of Object.prototype must find none. */
export function rowOf<Row>(table: Readonly<Record<string, Row>>, action: string): Row | undefined {
  return Object.hasOwn(table, action) ? table[action] : undefined
}

/** A row for an action that goes out, and reaches a station, as it stands. */
export function asItStands(action: string, hurts: Hurts = false): CentralAction {
  return {
    treatment: 'handled',
    command: 'raw',
    hurts,
    read: (payload) => ({ type: 'raw', action, payload }),
  }
}

/** Narrows an event or a reply to the kinds that a message has a place for; anything else is a fault of the caller. */
export function only<T extends { type: string }, K extends T['type']>(
  value: T,
  ...kinds: K[]
): Extract<T, { type: K }> {
  if ((kinds as string[]).includes(value.type)) return value as Extract<T, { type: K }>
  throw new TypeError(`expected ${kinds.join(' or ')}, not ${value.type}`)
}
