import { type EventOf, type HandledAction, only } from '../commands/actions.ts'
import type * as Messages from '../generated/types16.ts'
import { registerOf } from '../messages/measurements.ts'
import {
  cardNumber,
  instant,
  int32,
  integer,
  number,
  record,
  text,
  withoutUndefined,
} from '../messages/reading.ts'
import { readSignedValues } from '../messages/signed-values.ts'
import { lengthOf } from '../schema-runtime.ts'
import type { Payload } from '../socket/frames.ts'
import type { Authorization, IdToken, StationReply } from '../station-event.ts'
import { readMeterValues, signedContent, writeMeterValues } from './measurements.ts'
import { connectorIdOf } from './station.ts'

/** The type under which 1.6 idTags, which have none, are known: they are card numbers as a rule. */
const idTagType = 'ISO14443'

function tokenOf(idTag: unknown, remarks: string[]): IdToken | undefined {
  const token = cardNumber(idTag, remarks)
  return token ? { token, type: idTagType } : undefined
}

const longestIdTag = 20

/** IdTagInfo; a group that is too long for this version is left out. */
export const idTagInfoOf = ({ status, expiresAt, group }: Authorization) =>
  withoutUndefined<Messages.AuthorizeResponse['idTagInfo']>({
    status: statusIn16(status),
    expiryDate: expiresAt?.toISOString(),
    parentIdTag: parentIdTagOf(group),
  })

const statusIn16 = (status: Authorization['status']) => (status === 'NoCredit' ? 'Blocked' : status)

export const parentIdTagOf = (group: string | undefined): string | undefined =>
  group !== undefined && group.length <= longestIdTag ? group : undefined

function authorizationIn({ idTagInfo }: Payload): Authorization | undefined {
  if (idTagInfo === undefined) return undefined
  const { status, expiryDate, parentIdTag } = record(idTagInfo)
  return withoutUndefined<Authorization>({
    status: status as Authorization['status'],
    expiresAt: instant(expiryDate, []),
    group: text(parentIdTag),
  })
}

const refused: Authorization = { status: 'Invalid' }

/** A register in Wh as 1.6 tells it beside the samples: whole by the standard, finer by some stations, never negative. */
function meterOf(value: unknown, remarks: string[]): number | undefined {
  const wh = number(value)
  if (wh !== undefined && wh >= 0 && wh <= Number.MAX_SAFE_INTEGER / 1000) return registerOf(wh)
  if (wh !== undefined) remarks.push(`a meter of ${wh} Wh was left out`)
  return undefined
}

export const authorize: HandledAction = {
  treatment: 'handled',
  lenient: true,
  read: ({ idTag }, remarks) => {
    const token = typeof idTag === 'string' ? cardNumber(idTag, remarks) : undefined
    if (token === undefined || lengthOf(token) > longestIdTag) return null
    return { type: 'token.presented', token: { token, type: idTagType } }
  },
  answer: (reply): Messages.AuthorizeResponse => ({ idTagInfo: idTagInfoOf(only(reply, 'authorization')) }),
  write: (event): Messages.Authorize => ({ idTag: only(event, 'token.presented').token.token }),
  readAnswer: (payload) => ({ type: 'authorization', ...(authorizationIn(payload) ?? refused) }),
}

export const startTransaction: HandledAction = {
  treatment: 'handled',
  lenient: true,
  bringsEnergy: true,
  read: (payload, remarks) => {
    const { connectorId, idTag, meterStart, timestamp } = payload
    const ordinal = int32(connectorId)
    if (ordinal === undefined) return null
    if (ordinal === 0) remarks.push('the transaction names no connector but the station')
    return withoutUndefined<EventOf<'charging.started'>>({
      type: 'charging.started',
      at: { ordinal },
      token: tokenOf(idTag, remarks),
      reservationId: int32(payload.reservationId),
      meterWh: meterOf(meterStart, remarks),
      happenedAt: instant(timestamp, remarks),
      samples: [],
      offline: false,
      charging: true,
      startKey: [connectorId, idTag, timestamp, meterStart].map((part) => text(part) ?? '').join('|'),
    })
  },
  answer: (reply): Messages.StartTransactionResponse => {
    const started = only(reply, 'charging')
    return { transactionId: started.transactionId, idTagInfo: idTagInfoOf(started) }
  },
  write: (event) => {
    const start = only(event, 'charging.started')
    return withoutUndefined<Messages.StartTransaction>({
      connectorId: connectorIdOf(start.at),
      idTag: start.token?.token ?? '',
      meterStart: Math.round(start.meterWh ?? 0),
      reservationId: start.reservationId,
      timestamp: (start.happenedAt ?? new Date()).toISOString(),
    })
  },
  readAnswer: (payload) => ({
    type: 'charging',
    transactionId: Number(payload.transactionId),
    ...(authorizationIn(payload) ?? refused),
  }),
}

export const meterValues: HandledAction = {
  treatment: 'handled',
  lenient: true,
  bringsEnergy: true,
  read: (payload, remarks) => {
    const ordinal = int32(payload.connectorId)
    const transaction = integer(payload.transactionId)
    if (ordinal === undefined && transaction === undefined) return null
    if (!Array.isArray(payload.meterValue)) return null
    // Stations write 0 or -1 where there is no transaction; ours count from 1.
    const none = transaction === undefined || transaction <= 0
    if (none && transaction !== undefined) remarks.push(`transaction ${transaction} was read as none`)
    const samples = readMeterValues(payload.meterValue, remarks)
    const signed = readSignedValues(payload.meterValue, signedContent)
    return withoutUndefined<EventOf<'meter.sampled'>>({
      type: 'meter.sampled',
      at: ordinal === undefined ? undefined : { ordinal },
      transactionId: none ? undefined : String(transaction),
      samples,
      signed,
      happenedAt: lastTime(samples) ?? lastTime(signed ?? []),
      offline: false,
    })
  },
  answer: () => ({}),
  write: (event) => {
    const { at, transactionId, samples, signed, happenedAt } = only(event, 'meter.sampled')
    return withoutUndefined<Messages.MeterValues>({
      connectorId: connectorIdOf(at),
      transactionId: integer(transactionId),
      meterValue: writeMeterValues(
        samples,
        signed,
        happenedAt ?? new Date(),
      ) as Messages.MeterValues['meterValue'],
    })
  },
  readAnswer: () => ({ type: 'accepted' }),
}

function lastTime(values: readonly { at?: Date }[]): Date | undefined {
  return values.findLast(({ at }) => at)?.at
}

export const stopTransaction: HandledAction = {
  treatment: 'handled',
  lenient: true,
  bringsEnergy: true,
  read: (payload, remarks) => {
    const transactionId = integer(payload.transactionId)
    if (transactionId === undefined) return null
    return withoutUndefined<EventOf<'charging.ended'>>({
      type: 'charging.ended',
      transactionId: String(transactionId),
      token: tokenOf(payload.idTag, remarks),
      meterWh: meterOf(payload.meterStop, remarks),
      happenedAt: instant(payload.timestamp, remarks),
      samples: readMeterValues(payload.transactionData, remarks),
      signed: readSignedValues(payload.transactionData, signedContent),
      reason: text(payload.reason) ?? 'Local',
      offline: false,
    })
  },
  answer: (reply, event): Messages.StopTransactionResponse => {
    const accepted = only(reply, 'accepted', 'done')
    if (accepted.type === 'accepted' && accepted.status) {
      return { idTagInfo: idTagInfoOf({ ...accepted, status: accepted.status }) }
    }
    return only(event, 'charging.ended').token ? { idTagInfo: { status: 'Accepted' } } : {}
  },
  write: (event) => {
    const stop = only(event, 'charging.ended')
    const at = stop.happenedAt ?? new Date()
    const data = writeMeterValues(stop.samples, stop.signed, at) as NonNullable<
      Messages.StopTransaction['transactionData']
    >
    return withoutUndefined<Messages.StopTransaction>({
      transactionId: Number(stop.transactionId),
      idTag: stop.token?.token,
      meterStop: Math.round(
        stop.meterWh ?? stop.samples.findLast((s) => s.energyWh !== undefined)?.energyWh ?? 0,
      ),
      timestamp: at.toISOString(),
      reason: reasons.has(stop.reason)
        ? (stop.reason as NonNullable<Messages.StopTransaction['reason']>)
        : 'Other',
      transactionData: data.length > 0 ? data : undefined,
    })
  },
  readAnswer: (payload) =>
    withoutUndefined<Extract<StationReply, { type: 'accepted' }>>({
      type: 'accepted',
      ...authorizationIn(payload),
    }),
}

const reasons: ReadonlySet<string> = new Set<NonNullable<Messages.StopTransaction['reason']>>([
  'DeAuthorized',
  'EVDisconnected',
  'EmergencyStop',
  'HardReset',
  'Local',
  'Other',
  'PowerLoss',
  'Reboot',
  'Remote',
  'SoftReset',
  'UnlockCommand',
])
