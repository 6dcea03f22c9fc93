import { type Limits, limitedTo, type Order, sourceOf, unlimited } from '../order.ts'

/*
 * A transaction that the plug began belongs to nobody until a card or a remote start follows. A remote start for it adopts its
 * order: the start is requested, and the order belongs to the requester once the station accepts it, by its answer or by an event.
 */

/**
 * The driver of a remote start, or the card of a company, how it is paid, and by which company; without either it belongs to nobody
 * and is paid by compensation.
 */
export type StartedFor = Pick<Order, 'driverId' | 'paymentMethodType' | 'fleetId'> &
  Partial<Pick<Order, 'rfid'>>

/** What a session was agreed to cost, frozen at its start. */
export type AgreedColumns = Pick<Order, 'tariffVersionId' | 'discountPercent'> &
  Partial<Pick<Order, 'pricePercent' | 'fleetContractId' | 'tagGroup'>>

/** The order with a remote start on its way to its transaction. */
export function requestStart(
  order: Order,
  { limits, ...requester }: StartedFor & AgreedColumns & { managerId: number | null; limits: Limits },
  now: Date,
): Order {
  return {
    ...order,
    ...requester,
    usualVersionId: requester.tariffVersionId === order.tariffVersionId ? null : order.tariffVersionId,
    ...limitedTo(limits),
    startTxStatus: 'wait',
    startTxStatusAt: now,
  }
}

/** True while a remote start for an order without a card has not been answered. */
export const isStartRequested = (order: Order): boolean => order.awaitsCard && order.startTxStatus === 'wait'

/** True while somebody is about to own it: a remote start is on its way, or a driver has not paid the offer yet. */
export const isSpokenFor = (order: Order): boolean =>
  isStartRequested(order) || (order.awaitsCard && isPrepaid(order))

/** True for an order that a driver pays beforehand. */
export const isPrepaid = ({ holdMinor }: Pick<Order, 'holdMinor'>): boolean => (holdMinor ?? 0) > 0

/** True when the money is held on the driver's own balance. */
export const isFromBalance = (order: Pick<Order, 'holdMinor' | 'paymentMethodType'>): boolean =>
  isPrepaid(order) && order.paymentMethodType === 'account'

/** The order as it was before it was requested: the station refused or did not answer, nobody paid, or a card was faster. */
export function giveBack(order: Order, now: Date): Order {
  return {
    ...order,
    managerId: null,
    driverId: null,
    rfid: null,
    fleetId: null,
    tariffVersionId: order.usualVersionId ?? order.tariffVersionId,
    usualVersionId: null,
    pricePercent: 0,
    fleetContractId: null,
    tagGroup: null,
    payUntil: null,
    reservationPriceMinor: null,
    paymentMethodType: null,
    holdMinor: isPrepaid(order) ? 0 : order.holdMinor,
    ...limitedTo(unlimited),
    startTxStatus: 'started',
    startTxStatusAt: now,
  }
}

/** The order, given to the person who requested it. */
export function adopt(order: Order, billable: boolean, now: Date): Order {
  return {
    ...order,
    source: sourceOf(order),
    awaitsCard: false,
    usualVersionId: null,
    billable,
    // a driver's order keeps the driver's way to pay
    paymentMethodType: order.paymentMethodType ?? 'compensation',
    startTxStatus: 'started',
    startTxStatusAt: now,
  }
}
