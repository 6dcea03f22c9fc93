import {
  type CentralAction,
  faultsOf,
  type HandledAction,
  rowOf,
  type StationAction,
  type Version,
} from '../commands/actions.ts'
import type { CallErrorCode } from '../protocol.ts'
import type { Frame } from '../socket/frames.ts'
import type { StationEvent } from '../station-event.ts'
import { refusalOf, remarksOn } from './codes.ts'

type CallFrame = Extract<Frame, { kind: 'call' }>

export interface Refusal {
  code: CallErrorCode
  text: string
}

export interface Understood {
  row: Exclude<StationAction, { treatment: 'refused' }>
  event: StationEvent
  remarks: string[]
}

const replaced = 'characters that cannot be kept were replaced'
const longId: Refusal = { code: 'RpcFrameworkError', text: 'the message id is longer than 36 characters' }

/** What a station's call says, or why it is refused: strictly by its schema, save for the actions that bring energy or the truth about a station. */
export function understand(version: Version, call: CallFrame): Understood | Refusal {
  const { action, payload } = call
  const row = rowOf(version.fromStation, action)
  if (!row) return unknownAction(rowOf(version.fromCentral, action) !== undefined)
  if (row.treatment === 'refused') return { code: row.code, text: row.reason }
  const lenient = row.treatment === 'handled' && row.lenient === true
  if (call.idTooLong && !lenient) return longId
  const faults = faultsOf(version, action, payload)
  if (faults.length > 0 && !lenient) return refusalOf(faults)
  const remarks = faults.length > 0 ? remarksOn(faults) : []
  if (call.changed) remarks.push(replaced)
  if (row.treatment === 'noted') return { row, event: { type: 'noted', action, payload }, remarks }
  if (call.idTooLong) remarks.push(longId.text)
  const event = faults.length > 0 ? readAnyway(row, call, remarks) : row.read(payload, remarks)
  return event ? { row, event, remarks } : refusalOf(faults)
}

/** What can be read of a message that breaks its schema: its values may be anything, so what cannot be read is refused. */
function readAnyway(row: HandledAction, { payload }: CallFrame, remarks: string[]): StationEvent | null {
  try {
    return row.read(payload, remarks)
  } catch {
    return null
  }
}

/** What the central system's call asks of a station, or why it is refused; no leniency here. */
export function understandCommand(version: Version, call: CallFrame): { row: CentralAction } | Refusal {
  const row = rowOf(version.fromCentral, call.action)
  if (!row) return unknownAction(rowOf(version.fromStation, call.action) !== undefined)
  if (call.idTooLong) return longId
  const faults = faultsOf(version, call.action, call.payload)
  return faults.length > 0 ? refusalOf(faults) : { row }
}

/** An action of the other direction is recognised but not supported; any other is not known (part 4, RPC error codes). */
function unknownAction(otherDirection: boolean): Refusal {
  return otherDirection
    ? { code: 'NotSupported', text: 'this action goes in the other direction' }
    : { code: 'NotImplemented', text: 'no such action' }
}
