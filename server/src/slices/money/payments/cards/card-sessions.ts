import type { Tx } from '../../../../platform/schema/schema.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { findSavedCard } from '../../providers/cards/saved-card-store.ts'
import type { PaymentService } from '../../providers/payment-service.ts'

/** Requests the money of sessions that begin with a charging card whose driver has a saved card, in the transaction in which they begin. */
export async function holdCards(
  tx: Tx,
  orders: readonly Order[],
  paymentService: PaymentService,
): Promise<void> {
  for (const { id: orderId, driverId, holdMinor } of orders) {
    const methodRef =
      driverId === null ? undefined : await findSavedCard(tx, driverId, paymentService.connected)
    if (methodRef === undefined || holdMinor === null) continue
    await paymentService.pay(tx, {
      orderId,
      purpose: 'charging',
      method: 'card',
      amountMinor: holdMinor,
      description: `Charging, order ${orderId}`,
      returnUrl: '',
      paidWith: { methodRef },
    })
  }
}
