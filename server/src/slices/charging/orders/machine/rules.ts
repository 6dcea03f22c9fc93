import type { CommandStatus, OrderWarning, PaymentMethodType } from '@stationmaster/contract'
import type { AuthorizationStatus } from '@stationmaster/ocpp'
import { dayOf, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { cardFreed, evidenceDueOf, suspect } from '../chronology/evidence.ts'
import type { Metered } from '../measuring/measure.ts'
import { type Limits, limitedTo, newOrder, type Order, type OrderSource } from '../order.ts'
import {
  attach,
  firePrepaid,
  isBeforeStart,
  prepaidDueOf,
  type Step,
  type StepCommand,
} from '../prepaid/prepaid.ts'
import { giveBack, isStartRequested, type StartedFor } from '../sessions/adopt.ts'
import { isOpen, move } from './moves.ts'
import { applyEnd, type End, type Terms } from './settlement.ts'

/** How long a station waits for a car unless it tells otherwise. */
const usualTimeoutSeconds = 60

/** No car is waited for longer. */
const timeoutMostSeconds = 24 * 3600

/** How long a station may take from a start to opening the transaction: as long as it waits for a car, a day at most, and 30 s. */
export const startWindowOf = (connectionTimeoutSeconds: number | undefined): number =>
  Math.min(connectionTimeoutSeconds ?? usualTimeoutSeconds, timeoutMostSeconds) + 30
/** How long a command may go unanswered, with a margin for the answer's own way. */
const commandWindowMs = 35 * SECOND_MS
/** An order that is silent for so long is shown as offline... */
export const silentMs = 30 * MINUTE_MS
/** ...and closed on its last sample when nothing came for a day (domain.md#orders). */
export const lostMs = 24 * HOUR_MS
/** How soon a session that its station seems to have lost is looked at again while that is away. */
const backMs = 5 * MINUTE_MS
const stopRetryMs = [5, 15, 60].map((seconds) => seconds * SECOND_MS)

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
const earliest = (...instants: (Date | null)[]): Date | null =>
  instants.reduce((least, at) => (at && (!least || at < least) ? at : least), null)

/** When the order must be looked at again without anything coming from the station; null once it has ended. */
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

/** When something must be done for a running session that nobody has to tell. */
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

/** A remote start that was meant for a transaction without a card, and that its station has not answered. */
function adoptionDueOf(order: Order): Date | null {
  return isStartRequested(order) ? startDueOf(order) : null
}

function limitDueOf(order: Order): Date | null {
  if (order.limitSeconds === null || order.stopTxStatus !== null || !order.transactionStart) return null
  return later(order.transactionStart, order.limitSeconds * SECOND_MS)
}

export const timed = (order: Order): Order => ({ ...order, dueAt: isOpen(order) ? dueOf(order) : null })

/** An order that an operator starts: its RemoteStart goes out at once, without waiting for a plug (domain.md#orders). */
export function createByOperator(
  told: Pick<
    Order,
    | 'id'
    | 'locationId'
    | 'stationId'
    | 'connectorId'
    | 'managerId'
    | 'tariffVersionId'
    | 'discountPercent'
    | 'startWindowSeconds'
  > &
    StartedFor & {
      limits: Limits
      billable: boolean
    },
  now: Date,
): Order {
  const { limits, billable, paymentMethodType, ...place } = told
  return timed(
    newOrder({
      ...place,
      status: 'starting',
      source: 'operator',
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

/** What a station says of a start. */
export interface Begin {
  transactionId: string
  startKey: string | null
  at: Date
  receivedAt: Date
  meterWh: number | null
  sequence: number | null
  charging: boolean
  /** false: a later message of the transaction has come before its start */
  told?: boolean
}

/** The order with its transaction open. */
export function begin(order: Order, started: Begin): Order {
  const changes = transactionOf(started)
  return timed(
    order.status === 'starting'
      ? move(order, 'started', { ...changes, startTxStatus: 'started', startTxStatusAt: started.receivedAt })
      : { ...order, ...changes },
  )
}

/** The order with a transaction that the plug has begun before it was started. */
export function beginEarly(order: Order, started: Begin, now: Date): Step {
  const step = attach(order, transactionOf(started), now)
  return { ...step, order: timed(step.order) }
}

function transactionOf(started: Begin): Partial<Order> {
  return {
    transactionId: started.transactionId,
    startKey: started.startKey,
    startReported: started.told ?? true,
    transactionStart: started.at,
    reportedBeginWh: started.told === false ? null : started.meterWh,
    meterStartWh: started.meterWh,
    lastSequence: started.sequence,
    lastHeardAt: started.receivedAt,
    firstHeardAt: started.receivedAt,
    evConnected: true,
    evChargingStart: started.charging ? started.at : null,
  }
}

/** An order that begins at the station itself: a card, or a transaction that nobody asked for. */
export function createByStation(
  told: Pick<
    Order,
    | 'id'
    | 'locationId'
    | 'stationId'
    | 'connectorId'
    | 'driverId'
    | 'rfid'
    | 'tariffVersionId'
    | 'discountPercent'
  > & {
    claimSequence?: number | null
    source: OrderSource
    replayed: boolean
    billable: boolean
    awaitsCard: boolean
    warning: OrderWarning | null
    paymentMethodType: PaymentMethodType | null
    holdMinor?: number | null
    limitAmountMinor?: number | null
  },
  started: Begin,
): Order {
  const { id, locationId, stationId, connectorId, source } = told
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
  return timed(Object.assign(order, told, transactionOf(started)))
}

export type LimitReached = 'amount' | 'energy' | 'time' | 'percent'

/** The limit that a running order has reached at an instant, or will have passed at its next sample, if any. */
export function limitReached(order: Order, at: Date, nextMinor = 0, nextWh = 0): LimitReached | null {
  const { limitAmountMinor: most, chargingPriceMinor } = order
  if (most !== null && ((chargingPriceMinor ?? 0) >= most || nextMinor > most)) return 'amount'
  if (order.limitWh !== null && (order.energyWh >= order.limitWh || nextWh > order.limitWh)) return 'energy'
  if (order.limitPercents !== null && order.soc !== null && order.soc >= order.limitPercents) return 'percent'
  const seconds = order.transactionStart ? (at.getTime() - order.transactionStart.getTime()) / SECOND_MS : 0
  return order.limitSeconds !== null && seconds >= order.limitSeconds ? 'time' : null
}

/** The order with a stop asked for. */
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
  // a session settles on the day it ended, however late its station or a timer tells of it
  const endedAt =
    settled.transactionFinish && settled.transactionFinish < now ? settled.transactionFinish : now
  return {
    ...move(order, 'completed', settled),
    dueAt: null,
    businessDay: dayOf(endedAt, terms.networkTimeZone),
  }
}

/** A completed order that was closed without its stop, corrected by the stop that came after all. */
export function correct(order: Order, ended: End, series: readonly Metered[], terms: Terms): Order {
  const reopened = order.warning === 'lost' ? { ...order, warning: null } : order
  return { ...order, ...applyEnd(reopened, ended, series, terms) }
}

/** A completed order after more of its session has become known: what its end told stands, the rest is reckoned again. */
export function recalculate(order: Order, series: readonly Metered[], terms: Terms): Order {
  const { transactionFinish, lastSampleAt, createdAt } = order
  const finish = transactionFinish ?? createdAt
  const ended: End = {
    // nobody told when a lost session ended: it went on for as long as it was measured
    at: !order.endReported && lastSampleAt && lastSampleAt > finish ? lastSampleAt : finish,
    receivedAt: order.stopTxStatusAt ?? createdAt,
    meterWh: order.reportedEndWh,
    reason: order.stopReason ?? 'Local',
    sequence: order.lastSequence,
    doubtful: false,
  }
  const settled = { ...order, ...applyEnd(order, ended, series, terms) }
  return order.endReported ? settled : asLost(settled)
}

/** True while the stop of a completed order is still to come, and no person has decided without it. */
export const awaitsStop = (order: Order): boolean =>
  order.status === 'completed' && !order.endReported && !order.decided

/** The order closed on what is known: its station went silent, lost the transaction, or began another one on its connector. */
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

/** That a session was lost says less than what else is wrong with it. */
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

/** What came of a start that was sent; unknown: no answer came, and the station may have it all the same. */
export type StartOutcome = 'accepted' | 'refused' | 'unknown'

/**
 * The order after its station answered a start, or did not. A refusal is final: a station that is asked again may start what
 * somebody has been told was refused. What is unknown is held open for its transaction.
 */
export function startAnswered(order: Order, outcome: StartOutcome, now: Date): Order {
  if (order.status !== 'starting' || outcome === 'unknown') return order
  if (outcome === 'refused') return cancel(order, 'rejected_only', now, 'start_rejected')
  return timed({ ...order, startTxStatus: 'accepted_has', startTxStatusAt: now })
}

/** The order after its station told how long it waits for a car; undefined: it did not tell. */
export function startWindowReported(order: Order, connectionTimeoutSeconds: number | undefined): Order {
  if (order.status !== 'starting') return order
  return timed({ ...order, startWindowSeconds: startWindowOf(connectionTimeoutSeconds) })
}

/**
 * Whether a station has given a start up: somebody was at the connector, and it is free again without a transaction. It knows its
 * own time-out, so nobody waits for ours. A start whose answer may still be on its way is not given up.
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

/** What came of a stop that was sent. */
export type StopOutcome = 'accepted' | 'refused' | 'transaction_unknown' | 'unanswered'

/** The order after its station answered a stop; one that was not accepted is tried again after 5, 15 and 60 s. */
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
  /** of a step */
  commands?: readonly StepCommand[]
}

/** What an order's timer means at an instant, given whether its station has a socket. */
export function fire(order: Order, online: boolean, now: Date): Due {
  if (order.status === 'starting') {
    if (order.startWindowSeconds !== null || !online) return { order, act: 'cancel' }
    // it may wait longer than stations do: it is asked before it is given up
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
  const silent = now.getTime() - heardAt.getTime()
  // evidence that has stood while its station is away counts once that is back, whether or not it then says a word of the session
  const evidenceAt = evidenceDue && evidenceDue <= now ? later(now, backMs) : evidenceDue
  const waits = (until: Date): Date | null => earliest(until, actionDueOf(order), evidenceAt)
  if (online || silent < silentMs)
    return { order: { ...order, dueAt: waits(later(online ? now : heardAt, silentMs)) }, act: 'none' }
  if (silent >= lostMs) return { order, act: 'lose' }
  return {
    order: { ...order, warning: order.warning ?? 'offline', dueAt: waits(later(heardAt, lostMs)) },
    act: 'none',
  }
}

/** What a station is told of the card that an order began with; a retry gets the same answer. */
export function authorizationOf(order: Order): AuthorizationStatus {
  if (order.warning === 'unowned') return 'Invalid'
  return order.warning === 'other_token' ? 'ConcurrentTx' : 'Accepted'
}
