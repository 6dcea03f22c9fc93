import type { PaymentMethodType } from '@stationmaster/contract'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { isOpen, move } from '../machine/moves.ts'
import { type Limits, limitedTo, newOrder, type Order, sourceOf } from '../order.ts'
import { giveBack, isFromBalance } from '../sessions/adopt.ts'

/*
 * An order that a driver pays beforehand, until its start (domain.md#paid-beforehand): it waits for its money, reserves its connector
 * if the driver wants that, and waits for the plug. All of it is decided here; its timers are those of the order.
 */

/** How long an order waits for its money... */
const payMs = 15 * MINUTE_MS
/** ...and how long after that for the provider's answer to one more question about the payment. */
const readMs = 30 * SECOND_MS
/** How long a paid order waits for its car. */
export const countdownMs = 10 * MINUTE_MS
/** How long a station may take to answer a reservation, with a margin for the answer's transfer. */
const answerMs = 35 * SECOND_MS

/** A command that a station gets once an order's step is committed. */
export type StepCommand = 'start' | 'reserve' | 'unreserve'

/** An order's next state, and the commands that its station gets. */
export interface Step {
  order: Order
  commands: readonly StepCommand[]
}

/** What the driver has agreed to. */
export interface Agreed {
  holdMinor: number
  limits: Limits
  /** null: to charge at once */
  reservation: { seconds: number; feeMinor: number; freeSeconds: number } | null
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

const agreedOn = ({ holdMinor, limits, reservation }: Agreed, now: Date) => ({
  holdMinor,
  payUntil: later(now, payMs),
  reservationSeconds: reservation?.seconds ?? null,
  reservationFeeMinor: reservation?.feeMinor ?? null,
  reservationFreeSeconds: reservation?.freeSeconds ?? null,
  ...limitedTo(limits),
})

/** An order that waits for its driver's money. */
export const createForDriver = (
  input: Pick<
    Order,
    | 'id'
    | 'locationId'
    | 'stationId'
    | 'connectorId'
    | 'driverId'
    | 'managerId'
    | 'tariffVersionId'
    | 'discountPercent'
  >,
  agreed: Agreed,
  now: Date,
): Order =>
  timed(
    newOrder({
      ...input,
      ...agreedOn(agreed, now),
      status: 'wait_payment',
      source: sourceOf(input),
      createdAt: now,
    }),
  )

/** Offers a driver to pay for a transaction that the plug began and that belongs to nobody. */
export const offer = (
  waiting: Order,
  by: Pick<Order, 'driverId' | 'managerId'>,
  agreed: Agreed,
  now: Date,
): Order => ({ ...waiting, ...by, ...agreedOn(agreed, now) })

/** True before an order that is paid beforehand starts. */
export const isBeforeStart = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'wait_payment' || status === 'active' || status === 'countdown'

/** Whether a driver may pay for it. */
export const awaitsMoney = (order: Order): boolean => isOpen(order) && order.payUntil !== null

/** Whether money that arrives for the order now is too late, so that it goes back. */
export const comesLate = (order: Order): boolean => {
  const { status, holdMinor, payUntil } = order
  if (holdMinor === null) return false
  if (holdMinor === 0 || isFromBalance(order)) return true
  return status === 'canceled' || status === 'expired' || (status === 'completed' && payUntil !== null)
}

/** When the order is checked again because its driver has not paid or not plugged in; null: never. */
export function prepaidDueOf(order: Order): Date | null {
  const { status, payUntil, reserveStatus, reservationStart, reservationFinish, countdownFinish } = order
  if (payUntil !== null && (status === 'wait_payment' || status === 'started')) return payUntil
  if (status === 'countdown') return countdownFinish
  if (status !== 'active' || !reservationStart || !reservationFinish) return null
  return reserveStatus === 'wait'
    ? earlier(later(reservationStart, answerMs), reservationFinish)
    : reservationFinish
}

const timed = (order: Order): Order => ({
  ...order,
  dueAt: isBeforeStart(order) ? prepaidDueOf(order) : order.dueAt,
})

/** The step of an order whose money has arrived; null: it cannot be paid any more, and the money goes back. */
export function paid(
  order: Order,
  by: { methodType: PaymentMethodType; plugged: boolean },
  now: Date,
): Step | null {
  if (!awaitsMoney(order)) return null
  const { methodType, plugged } = by
  const held: Order = { ...order, payUntil: null, paymentMethodType: methodType }
  if (order.status === 'started') return { order: startSent(held, now), commands: ['start'] }
  if (order.reservationSeconds === null) return awaitPlug(held, plugged, now)
  return {
    order: timed(
      move(held, 'active', {
        reserveStatus: 'wait',
        reservationStart: now,
        reservationFinish: later(now, order.reservationSeconds * SECOND_MS),
      }),
    ),
    commands: ['reserve'],
  }
}

const startSent = (order: Order, now: Date): Order => ({
  ...order,
  startTxStatus: 'wait',
  startTxStatusAt: now,
})

/** Waits for the plug, not longer than the reservation lasts; if a plug is in already, the order starts. */
function awaitPlug(order: Order, plugged: boolean, now: Date): Step {
  const until = later(now, countdownMs)
  const reservedUntil = order.reservationFinish
  const waiting = move(order, 'countdown', {
    chargingStart: now,
    countdownFinish: reservedUntil ? earlier(until, reservedUntil) : until,
  })
  return plugged ? begin(waiting, now) : { order: timed(waiting), commands: [] }
}

/** The start of an order whose car is plugged in: this uses the reservation up. */
const begin = (order: Order, now: Date): Step => ({
  order: {
    ...startSent(move(order, 'starting', { countdownFinish: now, ...reservationUsed(order, now) }), now),
    dueAt: null,
  },
  commands: ['start'],
})

const reservationUsed = ({ reservationStart, reservationFeeMinor }: Order, now: Date): Partial<Order> =>
  reservationStart ? { reservationFinish: now, reservationPriceMinor: reservationFeeMinor } : {}

/** The step of an order when its connector reports a plug; null: it does not wait for one. */
export function plugged(order: Order, now: Date): Step | null {
  if (order.status === 'active') return awaitPlug(order, true, now)
  return order.status === 'countdown' ? begin(order, now) : null
}

/** The step of a reservation whose driver has arrived; null: no reservation runs. */
export const arrive = (order: Order, isPlugged: boolean, now: Date): Step | null =>
  order.status === 'active' ? awaitPlug(order, isPlugged, now) : null

/**
 * The step of an order on whose connector a plug has begun a transaction, without a card and before the order was started: the
 * transaction now belongs to the order, which starts if it is paid.
 */
export function attach(order: Order, transaction: Partial<Order>, now: Date): Step {
  const isPaid = order.status !== 'wait_payment'
  const begun = move(order, 'started', {
    ...transaction,
    awaitsCard: true,
    billable: false,
    startTxStatus: 'started',
    startTxStatusAt: now,
  })
  if (!isPaid) return { order: begun, commands: [] }
  const used = {
    chargingStart: order.chargingStart ?? now,
    countdownFinish: now,
    ...reservationUsed(order, now),
  }
  return { order: startSent({ ...begun, ...used }, now), commands: ['start'] }
}

/** The step of a reservation after its station's answer, or without one: a reservation that the station does not keep costs nothing. */
export function reserveAnswered(order: Order, outcome: 'accepted' | 'refused' | 'unknown', now: Date): Step {
  if (order.status !== 'active') return { order, commands: [] }
  if (outcome === 'accepted')
    return { order: timed({ ...order, reserveStatus: 'accepted_has' }), commands: [] }
  return unkept(order, outcome === 'refused' ? 'reservation_refused' : 'reservation_unanswered', now)
}

/** The end of a reservation that its station does not keep. */
function unkept(order: Order, reason: string, now: Date): Step {
  const isKept = reason !== 'reservation_refused'
  const ending: Ending = { status: 'canceled', feeMinor: 0, reason, isKept }
  return endBeforeStart({ ...order, reserveStatus: 'rejected_only' }, ending, now)
}

/** The step of a reservation whose end its station reports; null: it does not belong to this order any more. */
export function reservationEnded(order: Order, status: string, now: Date): Step | null {
  if (order.status !== 'active') return null
  if (status !== 'Expired' || !order.reservationFinish) return unkept(order, 'reservation_removed', now)
  // the station's clock and ours may differ a little; a reservation that ends much sooner was not kept
  const isOver = now.getTime() > order.reservationFinish.getTime() - MINUTE_MS
  return isOver ? expire(order, 'reservation_over', now) : unkept(order, 'reservation_removed', now)
}

/** The step of a kept reservation whose connector is free again: a station of 1.6 reports its end in no other way. */
export const freed = (order: Order, now: Date): Step | null =>
  order.reserveStatus === 'accepted_has' ? reservationEnded(order, 'Expired', now) : null

/** When the driver does not pay, the transaction that a plug began belongs to nobody again. */
const givenBack = (order: Order, now: Date): Step => ({ order: giveBack(order, now), commands: [] })

/** The step of an order that somebody cancels before it starts; null: it has started. */
export function giveUp(order: Order, reason: string, now: Date): Step | null {
  if (order.status === 'started' && order.payUntil !== null) return givenBack(order, now)
  if (!isBeforeStart(order)) return null
  const { reservationStart, reservationFreeSeconds } = order
  const isFree = !reservationStart || now < later(reservationStart, (reservationFreeSeconds ?? 0) * SECOND_MS)
  const feeMinor = isFree ? 0 : (order.reservationFeeMinor ?? 0)
  return endBeforeStart(order, { status: 'canceled', feeMinor, reason }, now)
}

function expire(order: Order, reason: string, now: Date): Step {
  const feeMinor = order.reservationStart ? (order.reservationFeeMinor ?? 0) : 0
  return endBeforeStart(order, { status: 'expired', feeMinor, reason }, now)
}

interface Ending {
  status: 'canceled' | 'expired'
  /** what the reservation costs */
  feeMinor: number
  reason: string
  /** false: the station refused the reservation, so there is none to cancel */
  isKept?: boolean
}

function endBeforeStart(order: Order, { status, feeMinor, reason, isKept = true }: Ending, now: Date): Step {
  const { reservationStart, reservationFinish } = order
  const ended = move(order, status, {
    stopReason: reason,
    chargingFinish: now,
    dueAt: null,
    payUntil: null,
    reservationPriceMinor: feeMinor,
    ...(reservationFinish ? { reservationFinish: earlier(now, reservationFinish) } : {}),
  })
  return { order: ended, commands: reservationStart && isKept ? ['unreserve'] : [] }
}

/** What must be done when an order's timer fires before its start; read: the provider is queried once more before the order ends. */
export function firePrepaid(
  order: Order,
  now: Date,
): { act: 'none' | 'read'; order: Order } | ({ act: 'step' } & Step) {
  const due = prepaidDueOf(order)
  if (!due || due > now) return { act: 'none', order }
  if (order.payUntil !== null) {
    const last = later(due, readMs)
    if (now < last) return { act: 'read', order: { ...order, dueAt: last } }
    return {
      act: 'step',
      ...(order.status === 'started' ? givenBack(order, now) : expire(order, 'not_paid', now)),
    }
  }
  if (order.status === 'countdown') return { act: 'step', ...expire(order, 'never_plugged', now) }
  const isUnanswered = order.reserveStatus === 'wait' && now < (order.reservationFinish ?? now)
  const step = isUnanswered
    ? unkept(order, 'reservation_unanswered', now)
    : expire(order, 'reservation_over', now)
  return { act: 'step', ...step }
}
