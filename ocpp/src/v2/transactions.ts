import { type EventOf, type HandledAction, only } from '../commands/actions.ts'
import type * as Messages from '../generated/types201.ts'
import { registerAt } from '../messages/measurements.ts'
import { instant, int32, integer, record, text, withoutUndefined } from '../messages/reading.ts'
import { readSignedValues } from '../messages/signed-values.ts'
import type { Payload } from '../socket/frames.ts'
import type {
  Authorization,
  ConnectorRef,
  MeterSample,
  SignedValue,
  StationEvent,
  StationReply,
} from '../station-event.ts'
import { holdsUnreadable, readMeterValues, signedContent, writeMeterValues } from './measurements.ts'
import { refOf } from './station.ts'
import { authorizationIn, idTokenInfoOf, tokenOf } from './tokens.ts'
import { writeTransactionEvent } from './writing/write-transaction.ts'

type Sampled = EventOf<'meter.sampled'>
const chargingStates = new Set(['Charging', 'EVConnected', 'SuspendedEV', 'SuspendedEVSE', 'Idle'])

export const transactionEvent: HandledAction = {
  treatment: 'handled',
  lenient: true,
  bringsEnergy: true,
  read: (payload, remarks) => {
    const info = record(payload.transactionInfo)
    const transactionId = text(info.transactionId)
    if (transactionId === undefined) return null
    const samples = readMeterValues(payload.meterValue, remarks)
    const common = {
      transactionId,
      sequence: integer(payload.seqNo),
      token: tokenOf(payload.idToken, remarks),
      remoteStartId: int32(info.remoteStartId),
      reservationId: int32(payload.reservationId),
      happenedAt: instant(payload.timestamp, remarks),
      samples,
      signed: readSignedValues(payload.meterValue, signedContent),
      offline: payload.offline === true,
      unreadable: holdsUnreadable(payload.meterValue) || undefined,
    }
    return readKind(payload, info, common, remarks)
  },
  answer: (reply, event): Messages.TransactionEventResponse => {
    const { status, totalCostMinor, ...about } = charged(only(reply, 'charging', 'accepted', 'done'))
    const { token } = only(event, 'charging.started', 'meter.sampled', 'charging.ended')
    return withoutUndefined<Messages.TransactionEventResponse>({
      totalCost: totalCostMinor === undefined ? undefined : totalCostMinor / 100,
      // Part 2, TransactionEventResponse: required where the request held an idToken, and about nothing else
      idTokenInfo: token ? idTokenInfoOf({ ...about, status: status ?? 'Accepted' }) : undefined,
    })
  },
  write: writeTransactionEvent,
  readAnswer: (payload) => {
    const totalCost = typeof payload.totalCost === 'number' ? Math.round(payload.totalCost * 100) : undefined
    return withoutUndefined<Extract<StationReply, { type: 'accepted' }>>({
      type: 'accepted',
      ...authorizationIn(payload),
      totalCostMinor: totalCost,
    })
  },
}

interface Common {
  transactionId: string
  sequence: number | undefined
  token: Sampled['token'] | undefined
  remoteStartId: number | undefined
  /** the one that this transaction has used up */
  reservationId: number | undefined
  happenedAt: Date | undefined
  samples: MeterSample[]
  signed: SignedValue[] | undefined
  offline: boolean
  unreadable: true | undefined
}

function readKind(
  payload: Payload,
  info: Record<string, unknown>,
  common: Common,
  remarks: string[],
): StationEvent | null {
  const at: ConnectorRef | undefined = refOf(payload.evse)
  const nowhere = at === undefined ? payload.eventType === 'Started' : at.evse === 0
  if (nowhere) remarks.push('the transaction names no EVSE but the station')
  const state = chargingStates.has(text(info.chargingState) ?? '')
    ? (info.chargingState as Sampled['chargingState'])
    : undefined
  switch (payload.eventType) {
    case 'Started':
      return withoutUndefined<EventOf<'charging.started'>>({
        type: 'charging.started',
        at: at ?? {},
        ...common,
        meterWh: registerAt(common.samples, 'begin'),
        // A station that never tells its charging state must not stay idle for ever.
        charging: state === undefined || state === 'Charging',
        assumed: state === undefined || undefined,
      })
    case 'Updated':
      return withoutUndefined<Sampled>({ type: 'meter.sampled', at, ...common, chargingState: state })
    case 'Ended':
      return withoutUndefined<EventOf<'charging.ended'>>({
        type: 'charging.ended',
        at,
        ...common,
        meterWh: registerAt(common.samples, 'end'),
        reason: text(info.stoppedReason) ?? 'Local',
      })
    default:
      return null
  }
}

function charged(
  reply: Extract<StationReply, { type: 'charging' | 'accepted' | 'done' }>,
): Partial<Authorization> & { totalCostMinor?: number } {
  return reply.type === 'done' ? {} : reply
}

/** Clock-aligned values outside a transaction. */
export const meterValues: HandledAction = {
  treatment: 'handled',
  lenient: true,
  bringsEnergy: true,
  read: (payload, remarks) => {
    const evse = int32(payload.evseId)
    if (evse === undefined || !Array.isArray(payload.meterValue)) return null
    const samples = readMeterValues(payload.meterValue, remarks)
    return withoutUndefined<Sampled>({
      type: 'meter.sampled',
      at: { evse },
      samples,
      signed: readSignedValues(payload.meterValue, signedContent),
      happenedAt: samples.findLast((sample) => sample.at)?.at,
      offline: false,
    })
  },
  answer: () => ({}),
  write: (event): Messages.MeterValues => {
    const { at, samples, signed, happenedAt } = only(event, 'meter.sampled')
    return {
      evseId: at?.evse ?? at?.ordinal ?? 0,
      meterValue: writeMeterValues(samples, signed, happenedAt ?? new Date()),
    }
  },
  readAnswer: () => ({ type: 'accepted' }),
}
