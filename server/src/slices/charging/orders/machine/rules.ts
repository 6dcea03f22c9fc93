import type { CommandStatus, OrderWarning, PaymentMethodType } from '@stationmaster/contract'
import type { AuthorizationStatus } from '@stationmaster/ocpp'
import { dayOf, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { cardFreed, evidenceDueOf, suspect } from '../chronology/evidence.ts'
import type { Metered } from '../measuring/measure.ts'
import { type Limits, limitedTo, newOrder, type Order, type OrderSource, sourceOf } from '../order.ts'
import {
  attach,
  firePrepaid,
  isBeforeStart,
  prepaidDueOf,
  type Step,
  type StepCommand,
} from '../prepaid/prepaid.ts'
import { type AgreedColumns, giveBack, isStartRequested, type StartedFor } from '../sessions/adopt.ts'
import { isOpen, move } from './moves.ts'
import { applyEnd, type End, type Terms } from './settlement.ts'

/** How long a station waits for a car if it does not report another time. */
const usualTimeoutSeconds = 60

/** The longest wait for a car that counts, whatever the station reports. */
const timeoutMostSeconds = 24 * 3600

/** How long (s) a station may take from a start to opening the transaction: as long as it waits for a car (a day at most), plus 30 s. */
export const startWindowOf = (connectionTimeoutSeconds: number | undefined): number =>
  Math.min(connectionTimeoutSeconds ?? usualTimeoutSeconds, timeoutMostSeconds) + 30
/** How long a command may go unanswered, with a margin for the answer's transfer. */
const commandWindowMs = 35 * SECOND_MS
/** An order without a message for this long is shown as offline... */
export const silentMs = 30 * MINUTE_MS
/** ...and closed on its last sample after a day without one (domain.md#orders). */
export const lostMs = 24 * HOUR_MS
/** How soon a session that its station seems to have lost is checked again while the station is offline. */
const backMs = 5 * MINUTE_MS
const stopRetryMs = [5, 15, 60].map((seconds) => seconds * SECOND_MS)

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
const earliest = (...instants: (Date | null)[]): Date | null =>
  instants.reduce((least, at) => (at && (!least || at < least) ? at : least), null)

/** When the order must be checked again if no message arrives from the station; null once it has ended. */
export function dueOf(order: Order): Date | null {
  if (order.status === 'starting') {
    return startDueOf(order)
  }
  if (order.status === 'started') {
    const heard = order.lastHeardAt ?? order.transactionStart ?? order.createdAt
    return earliest(later(heard, silentMs), actionDueOf(order), evidenceDueOf(order))
  }
  return prepaidDueOf(order)
}

/** When something must be done for a running session without any message: a stop, a limit, a remote start, a payment. */
const actionDueOf = (order: Order): Date | null =>
  earliest(stopDueOf(order), limitDueOf(order), adoptionDueOf(order), prepaidDueOf(order))

function startDueOf({ startTxStatusAt, createdAt, startWindowSeconds }: Order): Date {
  return later(startTxStatusAt ?? createdAt, (startWindowSeconds ?? startWindowOf(undefined)) * SECOND_MS)
}

function stopDueOf(order: Order): Date | null {
  if (!order.stopTxStatusAt) return null
  if (order.stopTxStatus === 'wait') return later(order.stopTxStatusAt, commandWindowMs)
  const wait = order.stopTxStatus === 'rejected_only' ? stopRetryMs[order.stopTxRetryCount] : undefined
  return wait === undefined ? null : later(order.stopTxStatusAt, wait)
}

/** When a remote start for a transaction without a card times out; null while there is no unanswered one. */
function adoptionDueOf(order: Order): Date | null {
  return isStartRequested(order) ? startDueOf(order) : null
}

function limitDueOf(order: Order): Date | null {
  if (order.limitSeconds === null || order.stopTxStatus !== null || !order.transactionStart) return null
  return later(order.transactionStart, order.limitSeconds * SECOND_MS)
}

export const timed = (order: Order): Order => ({ ...order, dueAt: isOpen(order) ? dueOf(order) : null })

/** An order that an operator starts, or a driver where charging is free: its RemoteStart is sent at once, without waiting for a plug (domain.md#orders). */
export function createToStart(
  input: Pick<Order, 'id' | 'locationId' | 'stationId' | 'connectorId' | 'managerId' | 'startWindowSeconds'> &
    AgreedColumns &
    StartedFor & {
      limits: Limits
      billable: boolean
    },
  now: Date,
): Order {
  const { limits, billable, paymentMethodType, ...place } = input
  return timed(
    newOrder({
      ...place,
      status: 'starting',
      source: sourceOf(input),
      createdAt: now,
      chargingStart: now,
      startTxStatus: 'wait',
      startTxStatusAt: now,
      ...limitedTo(limits),
      billable,
      paymentMethodType: paymentMethodType ?? 'compensation',
    }),
  )
}

/** A transaction's begin, as a station reports it. */
export interface Begin {
  transactionId: string
  startKey: string | null
  at: Date
  receivedAt: Date
  meterWh: number | null
  sequence: number | null
  charging: boolean
  /** false: a later message of the transaction arrived before its start */
  startReported?: boolean
}

/** The order with its transaction begun. */
export function begin(order: Order, started: Begin): Order {
  const changes = transactionOf(started)
  return timed(
    order.status === 'starting'
      ? move(order, 'started', { ...changes, startTxStatus: 'started', startTxStatusAt: started.receivedAt })
      : { ...order, ...changes },
  )
}

/** The step of an order whose transaction the plug began before the order was started. */
export function beginEarly(order: Order, started: Begin, now: Date): Step {
  const step = attach(order, transactionOf(started), now)
  return { ...step, order: timed(step.order) }
}

function transactionOf(started: Begin): Partial<Order> {
  return {
    transactionId: started.transactionId,
    startKey: started.startKey,
    startReported: started.startReported ?? true,
    transactionStart: started.at,
    reportedBeginWh: started.startReported === false ? null : started.meterWh,
    meterStartWh: started.meterWh,
    lastSequence: started.sequence,
    lastHeardAt: started.receivedAt,
    firstHeardAt: started.receivedAt,
    evConnected: true,
    evChargingStart: started.charging ? started.at : null,
  }
}

/** An order that begins at the station itself: with a card, or as a transaction without a start of ours. */
export function createByStation(
  input: Pick<Order, 'id' | 'locationId' | 'stationId' | 'connectorId' | 'driverId' | 'rfid'> &
    AgreedColumns & {
      claimSequence?: number | null
      source: OrderSource
      replayed: boolean
      billable: boolean
      awaitsCard: boolean
      warning: OrderWarning | null
      paymentMethodType: PaymentMethodType | null
      holdMinor?: number | null
      limitAmountMinor?: number | null
      fleetId?: number | null
    },
  started: Begin,
): Order {
  const { id, locationId, stationId, connectorId, source } = input
  const { at, receivedAt } = started
  const order = newOrder({
    id,
    locationId,
    stationId,
    connectorId,
    source,
    status: 'started',
    createdAt: receivedAt,
    chargingStart: at,
    startTxStatus: 'started',
    startTxStatusAt: receivedAt,
  })
  return timed(Object.assign(order, input, transactionOf(started)))
}

/** The order with a stop requested from its station. */
export function withStopRequested(order: Order, now: Date): Order {
  return timed({ ...order, stopTxStatus: 'wait', stopTxStatusAt: now })
}

/** The order with its session ended, its energy decided and its price final. */
export function complete(
  order: Order,
  ended: End,
  series: readonly Metered[],
  terms: Terms,
  now: Date,
): Order {
  const settled = applyEnd(order, ended, series, terms)
  // a session counts on the day it ended, however late its station or a timer reports the end
  const endedAt =
    settled.transactionFinish && settled.transactionFinish < now ? settled.transactionFinish : now
  return {
    ...move(order, 'completed', settled),
    dueAt: null,
    businessDay: dayOf(endedAt, terms.networkTimeZone),
  }
}

/** A completed order that was closed without its stop, corrected by the stop that arrived later. */
export function correct(order: Order, ended: End, series: readonly Metered[], terms: Terms): Order {
  const reopened = order.warning === 'lost' ? { ...order, warning: null } : order
  return { ...order, ...applyEnd(reopened, ended, series, terms) }
}

/** A completed order after more of its session has become known: its reported end stays, everything else is calculated again. */
export function recalculate(order: Order, series: readonly Metered[], terms: Terms): Order {
  const { transactionFinish, lastSampleAt, createdAt } = order
  const finish = transactionFinish ?? createdAt
  const ended: End = {
    // a lost session has no reported end: it lasts until its last sample
    at: !order.endReported && lastSampleAt && lastSampleAt > finish ? lastSampleAt : finish,
    receivedAt: order.stopTxStatusAt ?? createdAt,
    meterWh: order.reportedEndWh,
    reason: order.stopReason ?? 'Local',
    sequence: order.lastSequence,
    doubtful: false,
  }
  const recalculated = { ...order, ...applyEnd(order, ended, series, terms) }
  return order.endReported ? recalculated : asLost(recalculated)
}

/** True while the stop of a completed order has not arrived yet and no person has decided without it. */
export const awaitsStop = (order: Order): boolean =>
  order.status === 'completed' && !order.endReported && !order.decided

/** The order closed with what is known: its station went silent, lost the transaction, or began another one on its connector. */
export function lose(order: Order, series: readonly Metered[], terms: Terms, now: Date): Order {
  return asLost(complete(order, lastHeard(order, now), series, terms, now))
}

const lastHeard = (order: Order, receivedAt: Date): End => ({
  at: order.lastSampleAt ?? order.transactionStart ?? receivedAt,
  receivedAt,
  meterWh: null,
  reason: 'Lost',
  sequence: order.lastSequence,
  doubtful: false,
})

/** Any other warning says more than "lost", so it stays. */
const asLost = (order: Order): Order => ({
  ...order,
  endReported: false,
  warning: order.warning === null || order.warning === 'offline' ? 'lost' : order.warning,
})

/** An order that never got its transaction. */
export function cancel(order: Order, startStatus: CommandStatus | null, now: Date, reason: string): Order {
  return {
    ...move(order, 'canceled', {
      startTxStatus: startStatus ?? order.startTxStatus,
      startTxStatusAt: startStatus ? now : order.startTxStatusAt,
      stopReason: reason,
      chargingFinish: now,
      payUntil: null,
      reservationPriceMinor: null,
    }),
    dueAt: null,
  }
}

/** The outcome of a start that was sent; unknown: no answer arrived, and the station may have received it all the same. */
export type StartOutcome = 'accepted' | 'refused' | 'unknown'

/**
 * The order after its station answered a start, or did not. A refusal is final: with a second attempt a station may start what
 * a person saw refused. An order with an unknown outcome stays open for its transaction.
 */
export function startAnswered(order: Order, outcome: StartOutcome, now: Date): Order {
  if (order.status !== 'starting' || outcome === 'unknown') return order
  if (outcome === 'refused') return cancel(order, 'rejected_only', now, 'start_rejected')
  return timed({ ...order, startTxStatus: 'accepted_has', startTxStatusAt: now })
}

/** The order after its station reported how long it waits for a car; undefined: it did not report it. */
export function startWindowReported(order: Order, connectionTimeoutSeconds: number | undefined): Order {
  if (order.status !== 'starting') return order
  return timed({ ...order, startWindowSeconds: startWindowOf(connectionTimeoutSeconds) })
}

/**
 * Whether a station has abandoned a start: somebody was at the connector, and the connector is free again without a transaction.
 * The station knows its own time-out, so ours does not matter. A start whose answer may still be on its way is not timed out.
 */
export function timedOut(
  { status, startTxStatus, startTxStatusAt, createdAt }: Order,
  before: string | null,
  state: string,
  at: Date,
): boolean {
  if (status !== 'starting' || at < createdAt) return false
  if (state !== 'Available' || (before !== 'Preparing' && before !== 'Occupied')) return false
  return startTxStatus === 'accepted_has' || later(startTxStatusAt ?? createdAt, commandWindowMs) <= at
}

/** The outcome of a stop that was sent. */
export type StopOutcome = 'accepted' | 'refused' | 'transaction_unknown' | 'unanswered'

/** The order after its station answered a stop; a stop that was not accepted is sent again after 5, 15 and 60 s. */
export function stopAnswered(order: Order, outcome: StopOutcome, now: Date): Order {
  if (order.status !== 'started') return order
  if (outcome === 'accepted') return timed({ ...order, stopTxStatus: 'accepted_has', stopTxStatusAt: now })
  const refused: Order = { ...order, stopTxStatus: 'rejected_only', stopTxStatusAt: now }
  if (outcome === 'unanswered') return timed(refused)
  return timed(suspect(refused, outcome === 'refused' ? 'stop_refused' : outcome, now))
}

export type Due = {
  order: Order
  act: 'none' | 'stop' | 'lose' | 'cancel' | 'ask' | 'read' | 'step' | 'free'
  /** only for the act `step` */
  commands?: readonly StepCommand[]
}

/** What must be done for an order when its timer fires; `online`: its station has a socket. */
export function fire(order: Order, online: boolean, now: Date): Due {
  if (order.status === 'starting') {
    if (order.startWindowSeconds !== null || !online) return { order, act: 'cancel' }
    // the station may wait longer than others do: it is queried before the start is canceled
    const waitedMs = now.getTime() - (order.startTxStatusAt ?? order.createdAt).getTime()
    const startWindowSeconds = Math.ceil((waitedMs + commandWindowMs) / SECOND_MS)
    return { order: timed({ ...order, startWindowSeconds }), act: 'ask' }
  }
  if (isBeforeStart(order) || order.payUntil !== null) {
    const due = firePrepaid(order, now)
    if (due.act !== 'none') return due
  }
  if (order.status !== 'started') return { order: timed(order), act: 'none' }
  const evidenceDue = evidenceDueOf(order)
  if (online && evidenceDue && evidenceDue <= now) return { order, act: 'lose' }
  const freed = online ? order : cardFreed(order)
  if (freed !== order) return { order: timed(freed), act: 'free' }
  const stopDue = stopDueOf(order)
  if (stopDue && stopDue <= now) {
    const retries = order.stopTxRetryCount + 1
    return {
      order: timed({ ...order, stopTxStatus: 'wait', stopTxStatusAt: now, stopTxRetryCount: retries }),
      act: 'stop',
    }
  }
  const adoptionDue = adoptionDueOf(order)
  if (adoptionDue && adoptionDue <= now) return { order: timed(giveBack(order, now)), act: 'none' }
  const limitDue = limitDueOf(order)
  if (limitDue && limitDue <= now) return { order: withStopRequested(order, now), act: 'stop' }
  const heardAt = order.lastHeardAt ?? order.createdAt
  const silenceMs = now.getTime() - heardAt.getTime()
  // evidence that is old enough while its station is offline counts once the station is back, whatever it then reports
  const evidenceAt = evidenceDue && evidenceDue <= now ? later(now, backMs) : evidenceDue
  const nextDue = (until: Date): Date | null => earliest(until, actionDueOf(order), evidenceAt)
  if (online || silenceMs < silentMs)
    return { order: { ...order, dueAt: nextDue(later(online ? now : heardAt, silentMs)) }, act: 'none' }
  if (silenceMs >= lostMs) return { order, act: 'lose' }
  return {
    order: { ...order, warning: order.warning ?? 'offline', dueAt: nextDue(later(heardAt, lostMs)) },
    act: 'none',
  }
}

/** The answer to a station about the card that an order began with; a retry gets the same answer. */
export function startStatusOf(order: Order): AuthorizationStatus {
  if (order.warning === 'unowned') return 'Invalid'
  return order.warning === 'other_token' ? 'ConcurrentTx' : 'Accepted'
}
