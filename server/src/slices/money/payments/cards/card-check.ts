import type { Tx } from '../../../../platform/schema/schema.ts'
import { updateTokensPayment } from '../../../charging/drivers/store.ts'
import { insertLogs } from '../../../charging/orders/store.ts'
import { keepCard } from '../../providers/cards/saved-card-store.ts'
import type { OrderPayment, ProviderPayment } from '../../providers/payment/payment.ts'
import type { PaymentService } from '../../providers/payment-service.ts'

/** Held on a card that is saved without a payment, and released at once (domain.md#money); it is never captured. */
export const checkedMinor = 1000

/** The state of the last check of a card; null: there was none, or its driver gave it up. */
export type CardCheckState = 'asking' | 'action' | 'saved' | 'refused'

export function checkStateOf(
  last: Pick<ProviderPayment, 'state' | 'heldMinor'> | undefined,
): CardCheckState | null {
  if (!last) return null
  if (last.heldMinor > 0) return 'saved'
  if (last.state === 'action') return 'action'
  if (last.state === 'failed') return 'refused'
  return last.state === 'canceled' ? null : 'asking'
}

/** Saves a driver's card after the provider has held the check amount, and releases the hold, in the transaction that records it. */
export async function followCheck(
  tx: Tx,
  payment: OrderPayment,
  before: ProviderPayment,
  { paymentService, now: at }: { paymentService: PaymentService; now: Date },
): Promise<void> {
  const { id, orderId } = payment
  if (payment.state !== 'held' || before.state === 'held') return
  const driverId = await keepCard(tx, id, at)
  if (driverId !== undefined) {
    await updateTokensPayment(tx, driverId, { from: 'account', to: 'card' })
    await insertLogs(tx, [{ orderId, at, kind: 'payment', event: 'card_saved', fields: null }])
  }
  await paymentService.request(tx, id, { kind: 'cancel', amountMinor: 0 })
}
