import { dayOf } from '@stationmaster/units'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { insertLogs, lockOrder } from '../../../charging/orders/store.ts'
import { finishRefund } from '../../payments/actions.ts'
import type { PaymentContext } from '../../payments/collect.ts'
import { insertUncaptured, movePayment } from '../../payments/move.ts'
import { bookedOn } from '../../payments/rules.ts'
import { lockPayments, type Payment } from '../../payments/store.ts'
import type { Operation } from '../../providers/payment/operation.ts'
import { type OrderPayment, servicePurpose, soldOf } from '../../providers/payment/payment.ts'
import { type SoldState, soldBy } from '../rules.ts'
import { findSold, type SoldRow, updateSold } from './sold-store.ts'

/** Updates a sold service when its payment has moved at the provider, or when an operation there has ended. */
export async function followSold(
  tx: Tx,
  { orderId, purpose }: OrderPayment,
  ended: Operation | null,
  context: PaymentContext,
): Promise<void> {
  const { now: at } = context
  if (ended?.refundId) await finishRefund(context, tx, ended.refundId, { refusal: ended.refusal, at })
  const order = await lockOrder(tx, orderId)
  // only payments of sold services come here
  const sold = order && (await findSold(tx, soldOf(purpose)!))
  if (sold) await collectSold(tx, order, sold, context)
}

/** Settles a sale of a locked order by what its provider says; again whenever that says more. */
export async function collectSold(
  tx: Tx,
  order: Order,
  sold: SoldRow,
  context: PaymentContext,
  refusal: string | null = null,
): Promise<void> {
  const { paymentService } = context
  const purpose = servicePurpose(sold.id)
  const files = (await paymentService.lockFiles(tx, [order.id], purpose)).get(order.id)
  if (!files) return
  const { state, there } = soldBy(refusal === null ? sold : { ...sold, state: 'void' }, files)
  const { capturedMinor, feeMinor, provider, marketShopId, method: methodType } = there
  const paidBy = { provider, marketShopId, methodType, documentNumber: null }
  await takeFor(tx, order, { purpose, capturedMinor, feeMinor, paidBy }, context)
  for (const { paymentId, request } of there.requests) await paymentService.request(tx, paymentId, request)
  if (state !== sold.state) {
    const word = files.at(-1)?.payment.declineCode ?? 'not_paid'
    await recordState(tx, sold, { state, refusal: refusal ?? word, at: context.now })
  }
}

/** A sale becomes something else, and its order's chronology tells. */
export async function recordState(
  tx: Tx,
  { id, orderId, priceMinor }: Pick<SoldRow, 'id' | 'orderId' | 'priceMinor'>,
  { state, refusal, at }: { state: SoldState; refusal: string; at: Date },
): Promise<void> {
  const isVoid = state === 'void'
  await updateSold(tx, id, { state, refusal: isVoid ? refusal : null })
  const event = isVoid ? 'service_refused' : 'service_sold'
  const fields = { value: priceMinor, ...(isVoid ? { reason: refusal } : {}) }
  await insertLogs(tx, [{ orderId, at, kind: 'payment', event, fields }])
}

interface CapturedSale {
  purpose: Payment['purpose']
  capturedMinor: number
  /** the fee that its provider has reported; null, or left out: none */
  feeMinor?: number | null
  paidBy: Pick<Payment, 'methodType' | 'provider' | 'marketShopId' | 'documentNumber'>
}

/** The payment of a service follows what was taken for it. */
export async function takeFor(
  tx: Tx,
  order: Order,
  { purpose, capturedMinor, feeMinor: providerFeeMinor = null, paidBy }: CapturedSale,
  context: Omit<PaymentContext, 'paymentService'>,
): Promise<void> {
  const { terms, now, timeZone } = context
  const known = (await lockPayments(tx, [order.id], purpose)).get(order.id)
  if (capturedMinor === (known?.capturedMinor ?? 0) && providerFeeMinor === (known?.providerFeeMinor ?? null))
    return
  const last = known ?? (await insertUncaptured(tx, order, purpose, { ...paidBy, debtMinor: 0 }, context))
  const businessDay = bookedOn(last.businessDay, dayOf(now, timeZone))
  const change = { capturedMinor, providerFeeMinor, status: 'captured', updatedAt: now } as const
  await movePayment(tx, terms, last, change, { kind: 'taken', at: now, businessDay })
}
