import { instant, shortText, text, withoutUndefined } from '../messages/reading.ts'
import type { FirmwareSignature } from '../station-command.ts'
import type { ConnectorState, StationEvent, StationReply } from '../station-event.ts'
import { type EventOf, type HandledAction, only } from './actions.ts'

/** Rows and halves of rows whose payloads 1.6 and 2.0.1 write alike. */

export const bootAnswer: Pick<HandledAction, 'answer' | 'readAnswer'> = {
  answer: (reply) => {
    const { status, now, intervalSeconds } = only(reply, 'booted')
    return { status, currentTime: now.toISOString(), interval: intervalSeconds }
  },
  readAnswer: ({ status, currentTime, interval }) => ({
    type: 'booted',
    status: status as Extract<StationReply, { type: 'booted' }>['status'],
    now: new Date(String(currentTime)),
    intervalSeconds: Number(interval),
  }),
}

/** A boot as a station reports it; null where it names neither maker nor model. */
export function bootOf({
  vendorName,
  model,
  ...details
}: { vendorName: unknown; model: unknown } & {
  [K in keyof Omit<EventOf<'station.booted'>, 'type' | 'vendorName' | 'model'>]: string | undefined
}): EventOf<'station.booted'> | null {
  if (typeof vendorName !== 'string' && typeof model !== 'string') return null
  return withoutUndefined<EventOf<'station.booted'>>({
    type: 'station.booted',
    vendorName: shortText(vendorName) ?? '',
    model: shortText(model) ?? '',
    ...details,
  })
}

const connectorStates: ReadonlySet<unknown> = new Set<ConnectorState>([
  ...(['Available', 'Preparing', 'Occupied', 'Charging', 'SuspendedEVSE', 'SuspendedEV'] as const),
  ...(['Finishing', 'Reserved', 'Faulted', 'Unavailable'] as const),
])

/** A connector's status, in the words of either version; undefined where it is in none. */
export const connectorState = (word: unknown): ConnectorState | undefined =>
  connectorStates.has(word) ? (word as ConnectorState) : undefined

/** Messages that are answered with an empty payload. */
export const emptyAnswer: Pick<HandledAction, 'answer' | 'readAnswer'> = {
  answer: () => ({}),
  readAnswer: () => ({ type: 'done' }),
}

export const heartbeat: HandledAction = {
  treatment: 'handled',
  read: () => ({ type: 'station.beat' }),
  answer: (reply) => ({ currentTime: only(reply, 'beat').now.toISOString() }),
  write: () => ({}),
  readAnswer: ({ currentTime }) => ({ type: 'beat', now: new Date(String(currentTime)) }),
}

/** A message that says how far a firmware update or an upload has come. */
export function progress(type: 'firmware.changed' | 'upload.changed'): HandledAction {
  return {
    treatment: 'handled',
    read: (payload): StationEvent => {
      const { status, requestId } = payload as { status: string; requestId?: number }
      return { type, status, ...(requestId === undefined ? {} : { requestId }) }
    },
    write: (event) => {
      const { status, requestId } = only(event, 'firmware.changed', 'upload.changed')
      return { status, ...(requestId === undefined ? {} : { requestId }) }
    },
    ...emptyAnswer,
  }
}

/** The fields that prove who signed a firmware file; none where it is not signed. */
export const signatureOf = (signed: FirmwareSignature | undefined) =>
  signed ? { signingCertificate: signed.certificate, signature: signed.signature } : {}

export const securityEventNotification: HandledAction = {
  treatment: 'handled',
  read: ({ type, timestamp, techInfo }, remarks) =>
    withoutUndefined<EventOf<'security.reported'>>({
      type: 'security.reported',
      kind: String(type),
      happenedAt: instant(timestamp, remarks),
      info: text(techInfo),
    }),
  write: (event) => {
    const { kind, happenedAt, info } = only(event, 'security.reported')
    return {
      type: kind,
      timestamp: (happenedAt ?? new Date()).toISOString(),
      ...(info ? { techInfo: info } : {}),
    }
  },
  ...emptyAnswer,
}

/** SignCertificate: the signed certificate follows the answer in a call of ours. */
export const signCertificate: HandledAction = {
  treatment: 'handled',
  read: ({ csr, certificateType }) => ({
    type: 'certificate.requested',
    request: String(csr),
    forCars: certificateType === 'V2GCertificate' ? 2 : null,
  }),
  answer: (reply) => ({ status: only(reply, 'signing').accepted ? 'Accepted' : 'Rejected' }),
  write: (event) => {
    const { request, forCars } = only(event, 'certificate.requested')
    return { csr: request, ...(forCars ? { certificateType: 'V2GCertificate' } : {}) }
  },
  readAnswer: ({ status }) => ({ type: 'signing', accepted: status === 'Accepted' }),
}

/** DataTransfer; `carried` writes the content in the form that the version can carry. */
export function dataTransfer(carried: (content: unknown) => unknown): HandledAction {
  return {
    treatment: 'handled',
    read: ({ vendorId, messageId, data }) => ({
      type: 'vendor.message',
      vendorId: String(vendorId),
      ...(typeof messageId === 'string' ? { messageId } : {}),
      content: contentOf(data),
    }),
    answer: (reply) => ({ status: only(reply, 'vendor').status }),
    write: (event) => {
      const { vendorId, messageId, content } = only(event, 'vendor.message')
      const data = content === undefined ? {} : { data: carried(content) }
      return { vendorId, ...(messageId === undefined ? {} : { messageId }), ...data }
    },
    readAnswer: ({ status }) => ({
      type: 'vendor',
      status: status as Extract<StationReply, { type: 'vendor' }>['status'],
    }),
  }
}

/** Reads JSON that is sent as text: 1.6 can send text only. */
function contentOf(data: unknown): unknown {
  if (typeof data !== 'string' || !/^\s*[[{]/.test(data)) return data
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}
