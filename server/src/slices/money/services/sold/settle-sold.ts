import { dayOf } from '@stationmaster/units'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { insertLogs, lockOrder } from '../../../charging/orders/store.ts'
import { settleRefund } from '../../payments/actions.ts'
import { insertUntaken, movePayment } from '../../payments/move.ts'
import { bookedOn } from '../../payments/rules.ts'
import type { Settling } from '../../payments/settle.ts'
import { lockPayments, type Payment } from '../../payments/store.ts'
import type { Operation } from '../../providers/payment/operation.ts'
import { type ProviderPayment, servicePurpose, soldOf } from '../../providers/payment/payment.ts'
import { type SoldState, soldBy } from '../rules.ts'
import { findSold, type SoldRow, updateSold } from './sold-store.ts'

/** What follows for a service that was sold when its payment has moved at the provider, or something asked there has ended. */
export async function followSold(
  tx: Tx,
  { orderId, purpose }: ProviderPayment,
  ended: Operation | null,
  settling: Settling,
): Promise<void> {
  const { now: at } = settling
  if (ended?.refundId) await settleRefund(settling, tx, ended.refundId, { refusal: ended.refusal, at })
  const order = await lockOrder(tx, orderId)
  const sold = order && (await findSold(tx, soldOf(purpose)!))
  if (sold) await settleSold(tx, order, sold, settling)
}

/** Settles a sale of a locked order by what its provider says; again whenever that says more. */
export async function settleSold(
  tx: Tx,
  order: Order,
  sold: SoldRow,
  settling: Settling,
  refusal: string | null = null,
): Promise<void> {
  const { paymentService } = settling
  const purpose = servicePurpose(sold.id)
  const files = (await paymentService.lockFiles(tx, [order.id], purpose)).get(order.id)
  if (!files) return
  const { state, there } = soldBy(refusal === null ? sold : { ...sold, state: 'void' }, files)
  const { takenMinor, feeMinor, provider, marketShopId, method: methodType } = there
  const paidBy = { provider, marketShopId, methodType, documentNumber: null }
  await takeFor(tx, order, { purpose, takenMinor, feeMinor, paidBy }, settling)
  for (const { paymentId, wish } of there.asks) await paymentService.ask(tx, paymentId, wish)
  if (state !== sold.state) {
    const word = files.at(-1)?.payment.declineCode ?? 'not_paid'
    await noteState(tx, sold, { state, refusal: refusal ?? word, at: settling.now })
  }
}

/** A sale becomes something else, and its order's chronology tells. */
export async function noteState(
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

interface Taken {
  purpose: Payment['purpose']
  takenMinor: number
  /** what its provider has told that it keeps; null, or left out: nothing is told */
  feeMinor?: number | null
  paidBy: Pick<Payment, 'methodType' | 'provider' | 'marketShopId' | 'documentNumber'>
}

/** The payment of a service follows what was taken for it. */
export async function takeFor(
  tx: Tx,
  order: Order,
  { purpose, takenMinor: capturedMinor, feeMinor: toldFeeMinor = null, paidBy }: Taken,
  settling: Omit<Settling, 'paymentService'>,
): Promise<void> {
  const { terms, now, timeZone } = settling
  const known = (await lockPayments(tx, [order.id], purpose)).get(order.id)
  if (capturedMinor === (known?.capturedMinor ?? 0) && toldFeeMinor === (known?.toldFeeMinor ?? null)) return
  const last = known ?? (await insertUntaken(tx, order, purpose, { ...paidBy, debtMinor: 0 }, settling))
  const businessDay = bookedOn(last.businessDay, dayOf(now, timeZone))
  const change = { capturedMinor, toldFeeMinor, status: 'captured', updatedAt: now } as const
  await movePayment(tx, terms, last, change, { kind: 'taken', at: now, businessDay })
}
