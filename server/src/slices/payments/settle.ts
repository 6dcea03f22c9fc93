import type { PaymentMethodType } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Tx } from '../../platform/schema.ts'
import type { KnownTerms } from '../contracts/known-terms.ts'
import { sharesOf, type Terms } from '../contracts/rules.ts'
import { type Entry, firstCauseOf, nextCauses, post } from '../ledger/store.ts'
import { isPrepaid } from '../orders/adopt.ts'
import type { Closed, Order } from '../orders/order.ts'
import type { PaymentDesk } from '../providers/desk.ts'
import { endAtProvider } from './end.ts'
import { entriesOf } from './entries.ts'
import { insertPayments, lockPayments, type Payment, updatePayments } from './store.ts'

/**
 * Takes the money of orders that ended: one payment an order, captured at its price, or left open while somebody has to look at
 * it first (needs review). A correction moves the same payment, or makes it where nobody was to pay before. The ledger and the
 * sums of the day hold it in the same transaction.
 */
export async function settle(
  tx: Tx,
  closed: readonly Closed[],
  now: Date,
  networkTimeZone: string,
  { terms: known, desk }: { terms: KnownTerms; desk: PaymentDesk },
): Promise<void> {
  for (const { order } of closed)
    if (isPrepaid(order) && !order.needsReview)
      await endAtProvider(tx, desk, order.id, capturedMinorOf(order))
  const moved = closed.filter(movesMoney)
  if (moved.length === 0) return
  const again = moved.flatMap(({ order, before }) => (before ? [order.id] : []))
  const [terms, earlier, causes] = await Promise.all([
    known.load(
      tx,
      moved.map(({ order }) => order.locationId),
      now,
    ),
    lockPayments(tx, again),
    nextCauses(tx, again),
  ])
  const today = dayOf(now, networkTimeZone)
  const inserted: Payment[] = []
  const updated: Payment[] = []
  const entries: Entry[] = []
  for (const { order, before } of moved) {
    const last = earlier.get(order.id) ?? null
    const payment = paymentOf(order, last, terms.get(order.locationId)!, now, today)
    if (last) updated.push(payment)
    else if (order.billable) inserted.push(payment)
    entries.push(
      ...entriesOf(last, payment, {
        cause: causes.get(order.id) ?? firstCauseOf(order.id),
        kind: before ? 'corrected' : 'closed',
        at: now,
        // an order counts on the day it ended, the difference of a correction on today
        businessDay: before ? today : payment.businessDay,
        // what never began is no session, whatever it cost
        orderCount: before || order.status !== 'completed' ? 0 : 1,
        energyWh: order.energyWh - (before?.energyWh ?? 0),
        before: before && { methodType: methodOf(before), energyWh: before.energyWh },
      }),
    )
  }
  await Promise.all([insertPayments(tx, inserted), updatePayments(tx, updated), post(tx, entries)])
}

/** A correction that changes neither energy nor money is none: a car that leaves, a fault that is told late. */
function movesMoney({ order, before }: Closed): boolean {
  if (order.status !== 'completed') return capturedMinorOf(order) > 0
  return (
    before === null ||
    capturedMinorOf(order) !== capturedMinorOf(before) ||
    order.energyWh !== before.energyWh ||
    order.billable !== before.billable ||
    order.needsReview !== before.needsReview ||
    order.driverId !== before.driverId ||
    order.paymentMethodType !== before.paymentMethodType
  )
}

/** What is captured of an order: its price for charging and reservation, unless somebody has to look at it first. */
const capturedMinorOf = (order: Order): number =>
  order.billable && !order.needsReview
    ? (order.chargingPriceMinor ?? 0) + (order.reservationPriceMinor ?? 0)
    : 0

const methodOf = (order: Order): PaymentMethodType => order.paymentMethodType ?? 'account'

function paymentOf(order: Order, last: Payment | null, terms: Terms, now: Date, today: string): Payment {
  const at = order.stopTxStatusAt ?? now
  const businessDay = last?.businessDay ?? order.businessDay ?? today
  const { refundedMinor = 0, chargedBackMinor = 0, provider = '', marketShopId = '' } = last ?? {}
  const givenBackMinor = refundedMinor + chargedBackMinor
  const methodType = methodOf(order)
  // what went back cannot be taken back by a correction: the inbox shows the difference
  const capturedMinor = Math.max(capturedMinorOf(order), givenBackMinor)
  const ownerId = last ? last.ownerId : terms.ownerId
  return {
    orderId: order.id,
    purpose: 'charging',
    ...{ methodType, provider, marketShopId, ownerId, businessDay },
    documentNumber: last?.documentNumber ?? null,
    driverId: order.driverId,
    status: order.needsReview ? 'created' : 'captured',
    ...{ capturedMinor, refundedMinor, chargedBackMinor },
    ...sharesOf({ methodType, provider, capturedMinor, givenBackMinor }, { ...terms, ownerId }, businessDay),
    locationId: order.locationId,
    energyWh: order.energyWh,
    createdAt: at,
    updatedAt: at,
  }
}
