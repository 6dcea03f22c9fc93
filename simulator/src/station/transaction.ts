import type {
  AuthorizationStatus,
  IdToken,
  ReckonedCost,
  SignedValue,
  StationReply,
  TransactionLimit,
} from '@stationmaster/ocpp'
import type { RunningCost } from '../tariffs/running-cost.ts'

/** One charging session as the station keeps it, from the start message to the stop message. */
export interface Transaction {
  readonly connector: number
  /** the token that it runs with; where it began with the plug, once a driver is authorised */
  token: IdToken | undefined
  /** whose other cards may end it */
  group: string | null
  remoteStartId: number | undefined
  /** begun with the plug: nothing flows before somebody has leave */
  awaitsLeave: boolean
  readonly startedAt: Date
  readonly meterStartWh: number
  /** what the meter has signed of it; null: nothing */
  readonly signedBegin: SignedValue | null
  /** null until it has an id: where the central system gives it, until the start is answered */
  id: string | null
  /** the number that the next message of this transaction bears */
  sequence: number
  /** what the central system thinks of the token */
  status: AuthorizationStatus | null
  /** null: the station does not reckon it */
  readonly cost: RunningCost | null
  /** where the station ends it by itself */
  limit: TransactionLimit | null
  /** it comes before others (2.1 part 2, K21) */
  comesFirst: boolean
  /** what the display shows that it has cost so far */
  shownCost: number | null
  ended: { at: Date; meterStopWh: number; reason: string; cost?: ReckonedCost } | null
  /** calls off the next periodic sample */
  cancelSampling: () => void
  /** Say the very same start or stop once more. */
  repeatStart: () => Promise<StationReply | null>
  repeatStop: (() => Promise<StationReply | null>) | null
}

/** A session as scenarios see it. */
export interface TransactionView {
  transactionId: string | null
  connector: number
  token: string | null
  startedAt: Date
  meterStartWh: number
  status: AuthorizationStatus | null
  comesFirst: boolean
  shownCost: number | null
  /** what it has cost by the station's own reckoning, minor units; null: it runs, or the station does not reckon */
  reckonedMinor: number | null
  endedAt: Date | null
  meterStopWh: number | null
  reason: string | null
}

export function viewOf(transaction: Transaction): TransactionView {
  const { ended } = transaction
  return {
    transactionId: transaction.id,
    connector: transaction.connector,
    token: transaction.token?.token ?? null,
    startedAt: transaction.startedAt,
    meterStartWh: transaction.meterStartWh,
    status: transaction.status,
    comesFirst: transaction.comesFirst,
    shownCost: transaction.shownCost,
    reckonedMinor: ended?.cost?.totalMinor ?? null,
    endedAt: ended?.at ?? null,
    meterStopWh: ended?.meterStopWh ?? null,
    reason: ended?.reason ?? null,
  }
}
