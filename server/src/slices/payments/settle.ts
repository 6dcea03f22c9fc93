import type { PaymentMethodType } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Tx } from '../../platform/schema.ts'
import type { Closed, Order } from '../orders/order.ts'
import { insertPayments, type Payment, updatePayments } from './store.ts'

/** What an order's close did to the money of a day: positive for a capture, negative for what goes back. */
export interface Settled {
  day: string
  locationId: number
  methodType: PaymentMethodType
  orderCount: number
  energyWh: number
  amountMinor: number
}

/**
 * Takes the money of orders that ended: one payment an order, captured at its price, or left open while somebody has to
 * look at it first (needs review). A correction moves the same payment, or makes it where nobody was to pay before.
 */
export async function capture(tx: Tx, closed: Closed[], now: Date, networkTimeZone: string): Promise<void> {
  const paid = closed.filter(({ order }) => order.billable)
  const ended = paid.filter(({ before }) => !before?.billable)
  const corrected = paid.filter(({ before }) => before?.billable)
  const payments = ended.map(({ order }) => paymentOf(order, now, networkTimeZone))
  const moved = corrected.map(({ order }) => paymentOf(order, now, networkTimeZone))
  await Promise.all([insertPayments(tx, payments), updatePayments(tx, moved)])
}

/** What that did to the days: an order counts on the day it ended, the difference of a correction on today. */
export function settledOf(closed: Closed[], now: Date, networkTimeZone: string): Settled[] {
  const today = dayOf(now, networkTimeZone)
  return closed.map(({ order, before }) => ({
    day: before ? today : (order.businessDay ?? today),
    locationId: order.locationId,
    methodType: order.paymentMethodType ?? 'account',
    orderCount: before ? 0 : 1,
    energyWh: order.energyWh - (before?.energyWh ?? 0),
    amountMinor: capturedMinorOf(order) - (before ? capturedMinorOf(before) : 0),
  }))
}

/** What is captured of an order: its price, unless somebody has to look at it first. */
const capturedMinorOf = (order: Order): number =>
  order.billable && !order.needsReview ? (order.chargingPriceMinor ?? 0) : 0

function paymentOf(order: Order, now: Date, networkTimeZone: string): Payment {
  const at = order.stopTxStatusAt ?? now
  return {
    orderId: order.id,
    purpose: 'charging',
    methodType: order.paymentMethodType ?? 'account',
    status: order.needsReview ? 'created' : 'captured',
    capturedMinor: capturedMinorOf(order),
    locationId: order.locationId,
    energyWh: order.energyWh,
    businessDay: order.businessDay ?? dayOf(now, networkTimeZone),
    createdAt: at,
    updatedAt: at,
  }
}
