import { spelled } from '../messages/codes.ts'
import { storableJson } from '../messages/storable.ts'
import type { CallErrorCode, Protocol } from '../protocol.ts'

/** The largest frame that we accept, in bytes: give it to the WebSocketServer as maxPayload. */
export const maxFrameBytes = 256 * 1024

/** Longest message id of the standard (OCPP-J 1.6 clause 4.1.4, 2.0.1 part 4 clause 4.1.4). */
const standardIdLength = 36
const longestId = 255
/** larger numbers will not become message types in a later version */
const messageTypeMost = 255
const unreadableId = '-1'

export type Payload = Record<string, unknown>

/** A frame as it was read; `payload` is an object but not yet checked against a schema. */
export type Frame =
  /** `changed`: characters that cannot be kept were replaced in action and payload */
  | { kind: 'call'; id: string; idTooLong: boolean; action: string; payload: Payload; changed: boolean }
  /** payload null: the answer is not an object */
  | { kind: 'result'; id: string; payload: Payload | null }
  | { kind: 'error'; id: string; code: string; text: string }
  /** 2.1: a message that gets no answer, whatever is wrong with it */
  | { kind: 'send'; id: string; action: string; payload: Payload }
  /** 2.1: the other end cannot take our answer */
  | { kind: 'result_error'; id: string; code: string; text: string }
  /** `refusal` is the CALLERROR frame to send, null where the standard wants silence; messageType 0 cannot be read */
  | {
      kind: 'unreadable'
      messageType: number
      id: string | null
      action: string | null
      refusal: string | null
    }

/**
 * Reads any text as a frame. It never throws, and puts nothing of a payload into a refusal (OCPP-J clause 4.2). Here
 * text becomes storable; a message id goes back unchanged.
 */
export function readFrame(text: string, protocol: Protocol): Frame {
  const storable = storableJson(text)
  const parts = parsed(storable)
  if (!Array.isArray(parts)) {
    const message = { messageType: 0, id: null, action: null }
    return unreadable(message, 'RpcFrameworkError', 'not a JSON array', protocol)
  }
  const [messageType, , third, fourth] = parts as unknown[]
  const changed = storable !== text
  const rawId: unknown = changed ? (parsed(text) as unknown[])[1] : parts[1]
  const id = typeof rawId === 'string' && rawId !== '' && rawId.length <= longestId ? rawId : null
  if (messageType === 2) {
    const call = readCall(parts.length, id, third, fourth, protocol)
    return changed && call.kind === 'call' ? { ...call, changed } : call
  }
  if (messageType === 3 && id !== null)
    return { kind: 'result', id, payload: isPayload(third) ? third : null }
  if (messageType === 4 && id !== null)
    return { kind: 'error', id, code: textOf(third), text: textOf(fourth) }
  if (protocol === 'ocpp2.1' && (messageType === 5 || messageType === 6))
    return readUnanswered(messageType, id, third, fourth)
  if (messageType === 3 || messageType === 4) {
    return { kind: 'unreadable', messageType, id, action: null, refusal: null }
  }
  if (typeof messageType !== 'number') {
    const message = { messageType: 0, id, action: null }
    return unreadable(message, 'RpcFrameworkError', 'the message type is not a number', protocol)
  }
  const type = Number.isInteger(messageType) && Math.abs(messageType) <= messageTypeMost ? messageType : 0
  const message = { messageType: type, id, action: null }
  const bad = unreadable(message, 'MessageTypeNotSupported', 'no such message type', protocol)
  // OCPP-J 1.6 clause 4.1.3: a message of an unknown type shall be ignored.
  return protocol === 'ocpp1.6' ? { ...bad, refusal: null } : bad
}

function readCall(
  length: number,
  id: string | null,
  action: unknown,
  payload: unknown,
  protocol: Protocol,
): Frame {
  const name = typeof action === 'string' ? action : null
  const bad = (code: CallErrorCode, text: string) =>
    unreadable({ messageType: 2, id, action: name }, code, text, protocol)
  if (id === null) return bad('RpcFrameworkError', 'the message id cannot be read')
  if (name === null) return bad('RpcFrameworkError', 'the action is not a string')
  if (length !== 4) return bad('RpcFrameworkError', 'a call has four elements')
  if (!isPayload(payload)) return bad('FormatViolation', 'the payload is not an object')
  return { kind: 'call', id, idTooLong: id.length > standardIdLength, action: name, payload, changed: false }
}

/** CALLRESULTERROR and SEND (2.1 part 4, clause 4.2): neither is answered, even where it cannot be read. */
function readUnanswered(messageType: 5 | 6, id: string | null, third: unknown, fourth: unknown): Frame {
  if (id !== null && messageType === 5)
    return { kind: 'result_error', id, code: textOf(third), text: textOf(fourth) }
  if (id !== null && typeof third === 'string' && isPayload(fourth))
    return { kind: 'send', id, action: third, payload: fourth }
  const action = messageType === 6 && typeof third === 'string' ? third : null
  return { kind: 'unreadable', messageType, id, action, refusal: null }
}

type UnreadableFrame = Extract<Frame, { kind: 'unreadable' }>

/** A frame that cannot be read, with the CALLERROR that answers it. */
function unreadable(
  { messageType, id, action }: Pick<UnreadableFrame, 'messageType' | 'id' | 'action'>,
  code: CallErrorCode,
  text: string,
  protocol: Protocol,
): UnreadableFrame {
  const refusal = writeError(id ?? unreadableId, code, text, protocol)
  return { kind: 'unreadable', messageType, id, action, refusal }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** CALL frame, type 2. */
export function writeCall(id: string, action: string, payload: object): string {
  return `[2,${JSON.stringify(id)},${JSON.stringify(action)},${JSON.stringify(payload)}]`
}

/** CALLRESULT frame, type 3. */
export function writeResult(id: string, payload: object): string {
  return `[3,${JSON.stringify(id)},${JSON.stringify(payload)}]`
}

/** SEND frame, type 6: 2.1 only. */
export function writeSend(id: string, action: string, payload: object): string {
  return `[6,${JSON.stringify(id)},${JSON.stringify(action)},${JSON.stringify(payload)}]`
}

/** CALLRESULTERROR frame, type 5: 2.1 only. */
export function writeResultError(id: string, code: CallErrorCode, text: string): string {
  return `[5,${JSON.stringify(id)},"${code}",${JSON.stringify(text.slice(0, 255))},{}]`
}

/** CALLERROR frame, type 4, in the version's spelling; the text is cut to 255 characters, the details stay empty. */
export function writeError(id: string, code: CallErrorCode, text: string, protocol: Protocol): string {
  return `[4,${JSON.stringify(id)},"${spelled(code, protocol)}",${JSON.stringify(text.slice(0, 255))},{}]`
}
