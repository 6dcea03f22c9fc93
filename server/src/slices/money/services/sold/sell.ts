import { inRepeatableTransaction, isRace } from '../../../../platform/database/transaction.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { lockDriver } from '../../../charging/drivers/store.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { lockOrder } from '../../../charging/orders/store.ts'
import { auditPayment, type By, type PaymentParts } from '../../payments/actions.ts'
import type { Payment } from '../../payments/store.ts'
import { servicePurpose } from '../../providers/payment/payment.ts'
import type { PaidWith } from '../../providers/port.ts'
import { type PlanGate, unsoldFor } from '../actions.ts'
import { checkAgreed } from '../price-bound.ts'
import { maySell, payMs, type Way, wayOf } from '../rules.ts'
import { findForSale, type PricedService } from '../store.ts'
import { collectSold, recordState, takeFor } from './collect-sold.ts'
import { findSold, hasRequest, insertSold, listOverdue, listSold } from './sold-store.ts'

export type SaleParts = PaymentParts & PlanGate

/** How a service is paid elsewhere. */
export type Booked = Pick<Payment, 'provider' | 'marketShopId' | 'documentNumber'> & {
  methodType: 'cash' | 'terminal'
}

export interface Sale {
  orderId: number
  serviceId: number
  /** the price that the buyer has seen */
  priceMinor: number
  /** who sells; null: the driver buys it by the link */
  by: By | null
  /** the driver's key of one request: the same key again sells nothing more */
  requestKey: string | null
  /** null: as the order itself is paid */
  booked: Booked | null
  /** where the provider's own pages send the driver back to */
  returnUrl: string
  /**
   * Gets the payer's agreement where no bank asks for it; resolves to what pays instead of the order's own card, or to null.
   * Throws if nobody has agreed.
   */
  agree(tx: Tx, order: Order, way: UnprovenWay): Promise<PaidWith | null>
}

/** Ways to pay for which we need the driver's agreement, since no bank asks for it. */
export type UnprovenWay = Exclude<Way, { by: 'sbp' }>

interface PendingSale extends Sale {
  soldId: number
  order: Order
  service: PricedService
  now: Date
}

/**
 * Sells a service with an order, at today's price, and waits for the provider's first answer. Throws order.not_found,
 * service.not_now, owner.not_admitted, plan.pro_needed, service.not_found, service.price_changed, service.no_way,
 * service.price_not_agreed, payment.under_way, payment.balance_too_small, and what `agree` throws.
 */
export async function sell(parts: SaleParts, sale: Sale): Promise<void> {
  const { db, clock, paymentService, live } = parts
  const { orderId, requestKey, by } = sale
  const pending = await inRepeatableTransaction(
    db,
    async (tx) => {
      const now = clock.now()
      const order = await lockOrder(tx, orderId)
      if (!order) throw new Failure('order.not_found')
      if (requestKey !== null && (await hasRequest(tx, orderId, requestKey))) return null
      if (!maySell(order)) throw new Failure('service.not_now')
      const unsold = await unsoldFor(parts, tx, order.locationId)
      if (unsold) throw new Failure(unsold)
      const service = await findAtPrice(tx, order, sale)
      if (sale.booked === null) checkAgreed(service)
      if ((await listSold(tx, orderId)).some(({ state }) => state === 'asked'))
        throw new Failure('payment.under_way')
      const dueAt = new Date(now.getTime() + payMs)
      const soldBy = by?.caller.id ?? null
      const soldId = await insertSold(tx, { orderId, service, dueAt, soldBy, requestKey, createdAt: now })
      if (by) {
        const after = { service: service.typeId, priceMinor: service.priceMinor }
        await auditPayment(tx, by, 'service.sell', orderId, { at: now, after })
      }
      const paymentId = await payFor(tx, parts, { ...sale, soldId, order, service, now })
      return { paymentId, locationId: order.locationId }
    },
    isRace,
  )
  if (pending === null) return
  if (pending.paymentId !== null) await paymentService.carryOut(pending.paymentId)
  live.publish({ topic: 'order', id: orderId, locationId: pending.locationId })
}

/** Starts the payment of a sale: at the provider (resolves to the payment's id), or at once. */
async function payFor(tx: Tx, parts: PaymentParts, pending: PendingSale): Promise<number | null> {
  const { paymentService } = parts
  const { order, service, soldId, booked, returnUrl } = pending
  if (booked) return takeAtOnce(tx, parts, pending, booked)
  const files = (await paymentService.lockFiles(tx, [order.id], 'charging')).get(order.id) ?? []
  const way = wayOf(order, files, paymentService.connected)
  if (!way) throw new Failure('service.no_way')
  const paidWith = way.by === 'sbp' ? {} : await pending.agree(tx, order, way)
  if (way.by === 'account') return takeFromBalance(tx, parts, pending, way)
  return paymentService.pay(tx, {
    orderId: order.id,
    purpose: servicePurpose(soldId),
    amountMinor: service.priceMinor,
    method: way.by,
    // `wayOf` gives a card only where it is kept
    paidWith: paidWith ?? { methodRef: way.payment.methodRef! },
    description: `${service.names.en}, order ${order.id}`,
    returnUrl,
  })
}

/** A service at the price that the buyer has seen; throws service.not_found, service.price_changed. */
export async function findAtPrice(
  tx: Tx,
  { locationId }: Order,
  { serviceId, priceMinor }: Pick<Sale, 'serviceId' | 'priceMinor'>,
): Promise<PricedService> {
  const service = await findForSale(tx, serviceId, locationId)
  if (!service) throw new Failure('service.not_found')
  if (service.priceMinor !== priceMinor)
    throw new Failure('service.price_changed', { price: service.priceMinor })
  return service
}

async function takeFromBalance(
  tx: Tx,
  parts: PaymentParts,
  pending: PendingSale,
  { driverId }: Extract<Way, { by: 'account' }>,
): Promise<null> {
  const driver = await lockDriver(tx, driverId)
  if (!driver || driver.balanceMinor - driver.heldMinor < pending.service.priceMinor)
    throw new Failure('payment.balance_too_small')
  const none = { provider: '', marketShopId: '', documentNumber: null }
  return takeAtOnce(tx, parts, pending, { methodType: 'account', ...none })
}

async function takeAtOnce(
  tx: Tx,
  { receipts, terms, timeZone }: PaymentParts,
  { order, service: { priceMinor }, soldId: id, now }: PendingSale,
  paidBy: Pick<Payment, 'methodType' | 'provider' | 'marketShopId' | 'documentNumber'>,
): Promise<null> {
  const captured = { purpose: servicePurpose(id), capturedMinor: priceMinor, paidBy }
  await receipts.recordMoves(tx, [order.id], () => takeFor(tx, order, captured, { terms, now, timeZone }))
  await recordState(tx, { id, orderId: order.id, priceMinor }, { state: 'sold', refusal: '', at: now })
  return null
}

const mostAtOnce = 100

/** Sales whose money does not come in time are void, and what comes later goes back. */
export function openSales(parts: PaymentParts & { jobs: Jobs }): { endOverdue(): Promise<void> } {
  parts.jobs.schedule('services-unpaid', '* * * * *', () => endOverdue(parts))
  return { endOverdue: () => endOverdue(parts) }
}

async function endOverdue(parts: PaymentParts): Promise<void> {
  for (const { id, orderId } of await listOverdue(parts.db, parts.clock.now(), mostAtOnce))
    await endSale(parts, orderId, id, 'not_paid')
}

/** Ends a sale whose money is under way; one that has ended stays as it is. Throws service.not_found. */
export async function endSale(
  parts: PaymentParts,
  orderId: number,
  id: number,
  refusal: string,
): Promise<void> {
  const { db, clock, terms, timeZone, paymentService, live, receipts } = parts
  const locationId = await inRepeatableTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const sold = order && (await findSold(tx, id))
    if (!order || sold?.orderId !== orderId) throw new Failure('service.not_found')
    const context = { now: clock.now(), terms, timeZone, paymentService }
    if (sold.state === 'asked')
      await receipts.recordMoves(tx, [orderId], () => collectSold(tx, order, sold, context, refusal))
    return order.locationId
  })
  live.publish({ topic: 'order', id: orderId, locationId })
}
