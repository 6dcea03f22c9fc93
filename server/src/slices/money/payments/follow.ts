import type { Tx } from '../../../platform/schema/schema.ts'
import { lockOrder } from '../../charging/orders/store.ts'
import type { Operation } from '../providers/payment/operation.ts'
import type { OrderPayment } from '../providers/payment/payment.ts'
import { finishRefund } from './actions.ts'
import { collectAgain, type Owing, type PaymentContext } from './collect.ts'
import { collectIdleFee } from './extras/idle.ts'

/** Updates an order's payment when it has moved at the provider, or when an operation there has ended; resolves with what is due since then. */
export async function followProvider(
  tx: Tx,
  { orderId, purpose }: OrderPayment,
  ended: Operation | null,
  context: PaymentContext,
): Promise<Owing[]> {
  const { terms, timeZone, now: at } = context
  if (ended?.refundId)
    await finishRefund({ terms, timeZone }, tx, ended.refundId, { refusal: ended.refusal, at })
  if (purpose === 'check') return []
  const order = await lockOrder(tx, orderId)
  return order ? (purpose === 'parking' ? collectIdleFee : collectAgain)(tx, order, context) : []
}
