import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { isOpen } from '../../../slices/charging/orders/machine/moves.ts'
import type { Order } from '../../../slices/charging/orders/order.ts'

export const feeMinor = 10_000
export const holdMinor = 50_000
export const freeSeconds = 60
export const reservationMinutes = 15

/** How often the histories reached the cases that they should try. */
export const reached = new Map<string, number>()
/** Records that a history reached a case. */
export const reach = (what: string): void => void reached.set(what, (reached.get(what) ?? 0) + 1)

/** Throws with the name of the rule that is broken. */
export function holds(what: string, is: boolean): void {
  if (!is) throw new Error(`does not hold: ${what}`)
}

/** An order that nobody ended in time was ended by its timer. */
export function checkTimers(order: Order, now: Date): void {
  const { status, createdAt, chargingStart, countdownFinish, reservationStart, reservationFinish } = order
  const within = (from: Date | null, minutes: number) =>
    from !== null && now.getTime() - from.getTime() < minutes * MINUTE_MS
  if (status === 'wait_payment') holds('money is waited for a quarter of an hour', within(createdAt, 15.5))
  if (status === 'countdown') {
    holds('a car is waited for ten minutes', within(chargingStart, 10))
    holds('and no longer than its reservation', !reservationFinish || countdownFinish! <= reservationFinish)
  }
  if (status !== 'active') return
  holds('a reservation lasts as long as was agreed', within(reservationStart, reservationMinutes))
  holds(
    'a station that says nothing keeps nothing',
    order.reserveStatus !== 'wait' || within(reservationStart, 35 / 60),
  )
}

/** The rules for every change of an order; `was`: the order before the change. */
export function checkOrder(
  order: Order,
  was: Order | undefined,
  { now, isPaid }: { now: Date; isPaid: boolean },
): void {
  const { status, dueAt, reserveStatus, reservationFeeMinor, stopReason } = order
  holds('ends are final', !was || isOpen(was) || was.status === status)
  holds('what is open has a timer, and nothing else has', isOpen(order) === (dueAt !== null))
  holds('a car is waited for once there is money', status !== 'countdown' || isPaid)
  const fee = order.reservationPriceMinor ?? 0
  holds('a fee is that of the reservation', fee === 0 || fee === reservationFeeMinor)
  holds('a fee is for what was paid and kept', fee === 0 || (isPaid && reserveStatus !== 'rejected_only'))
  if (order.warning === 'other_token') reach('a card whose driver charges elsewhere')
  if (!was || !isOpen(was) || stopReason !== 'canceled' || was.reserveStatus !== 'accepted_has') return
  const kept = now.getTime() - was.reservationStart!.getTime()
  holds('leaving costs nothing in the first minute', fee === (kept < freeSeconds * SECOND_MS ? 0 : feeMinor))
  reach(fee > 0 ? 'a reservation that is left' : 'a reservation that is left in time')
}
