import { type Limits, limitedTo, type Order, unlimited } from '../order.ts'

/*
 * A transaction that the plug began is nobody's until a card or a remote start comes. A remote start that is meant for it adopts
 * its order: it is asked for, and becomes the asker's when the station takes it, whether it says so in its answer or in an event.
 */

/** Whose order a remote start makes, and how it is paid; no driver: nobody's, and no way but compensation. */
export type StartedFor = Pick<Order, 'driverId' | 'paymentMethodType'>

/** The order with a remote start on its way to its transaction. */
export function requestStart(
  order: Order,
  { limits, ...asker }: StartedFor & { managerId: number; limits: Limits },
  now: Date,
): Order {
  return {
    ...order,
    ...asker,
    ...limitedTo(limits),
    startTxStatus: 'wait',
    startTxStatusAt: now,
  }
}

/** True while a remote start for an order without a card has not been answered. */
export const isStartRequested = (order: Order): boolean => order.awaitsCard && order.startTxStatus === 'wait'

/** True while it is somebody's to be: it is asked for, or offered to a driver who has not paid yet. */
export const isSpokenFor = (order: Order): boolean =>
  isStartRequested(order) || (order.awaitsCard && isPrepaid(order))

/** True while a driver pays for it beforehand. */
export const isPrepaid = ({ holdMinor }: Pick<Order, 'holdMinor'>): boolean => (holdMinor ?? 0) > 0

/** True when what a driver pays beforehand is kept of the driver's own balance. */
export const isFromBalance = (order: Pick<Order, 'holdMinor' | 'paymentMethodType'>): boolean =>
  isPrepaid(order) && order.paymentMethodType === 'account'

/** The order as it was before somebody asked for it: the station refused, did not answer, nobody paid, or a card was quicker. */
export function giveBack(order: Order, now: Date): Order {
  return {
    ...order,
    managerId: null,
    driverId: null,
    payUntil: null,
    reservationPriceMinor: null,
    paymentMethodType: null,
    holdMinor: isPrepaid(order) ? 0 : order.holdMinor,
    ...limitedTo(unlimited),
    startTxStatus: 'started',
    startTxStatusAt: now,
  }
}

/** The order, given to the person who asked for it. */
export function adopt(order: Order, billable: boolean, now: Date): Order {
  return {
    ...order,
    source: 'operator',
    awaitsCard: false,
    billable,
    // what is a driver's is paid in that driver's way
    paymentMethodType: order.paymentMethodType ?? 'compensation',
    startTxStatus: 'started',
    startTxStatusAt: now,
  }
}
