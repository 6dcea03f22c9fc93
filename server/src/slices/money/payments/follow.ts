import type { Tx } from '../../../platform/schema/schema.ts'
import { lockOrder } from '../../charging/orders/store.ts'
import type { Operation } from '../providers/payment/operation.ts'
import type { ProviderPayment } from '../providers/payment/payment.ts'
import { settleRefund } from './actions.ts'
import { settleIdle } from './extras/idle.ts'
import { type Settling, settleAgain } from './settle.ts'

/** What follows for an order's payment when it has moved at the provider, or something that was asked there has ended. */
export async function followProvider(
  tx: Tx,
  { orderId, purpose }: ProviderPayment,
  ended: Operation | null,
  settling: Settling,
): Promise<void> {
  const { terms, timeZone, now: at } = settling
  if (ended?.refundId)
    await settleRefund({ terms, timeZone }, tx, ended.refundId, { refusal: ended.refusal, at })
  if (purpose === 'check') return
  const order = await lockOrder(tx, orderId)
  if (order) await (purpose === 'parking' ? settleIdle : settleAgain)(tx, order, settling)
}
