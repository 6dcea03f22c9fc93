import type { LiveSignal } from '@stationmaster/contract'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { insertLogs } from '../../../charging/orders/store.ts'
import { findLocationOf } from '../store.ts'
import { type OrderPayment, type ProviderPayment, soldOf } from './payment.ts'

/** Records a payment's move in its order's chronology; resolves to a function that notifies the order's readers after the commit. */
export async function recordPaymentEvents(
  tx: Tx,
  payment: OrderPayment,
  before: ProviderPayment,
  at: Date,
  publish: (signal: LiveSignal) => void,
): Promise<() => void> {
  const { orderId } = payment
  // a service tells by itself that it was sold
  const moves = soldOf(payment.purpose) === null ? linesOf(payment, before) : []
  const lines = moves.map((line) => ({ orderId, at, kind: 'payment' as const, ...line }))
  await insertLogs(tx, lines)
  const locationId = await findLocationOf(tx, orderId)
  return () => publish({ topic: 'order', id: orderId, locationId })
}

function linesOf(payment: ProviderPayment, before: ProviderPayment) {
  const text = [payment.cardBrand, payment.cardLast4].filter(Boolean).join(' ') || null
  const held = payment.heldMinor - before.heldMinor
  const captured = payment.capturedMinor - before.capturedMinor
  const released = payment.canceledMinor - before.canceledMinor
  if (payment.purpose === 'check') {
    const line = (event: string) => [{ event, fields: { value: payment.amountMinor, text } }]
    if (released > 0) return line('card_check_released')
    if (held > 0) return line('card_check_held')
    return payment.state === 'failed' && before.state !== 'failed' ? line('card_check_refused') : []
  }
  return [
    ...(held > 0 ? [{ event: 'holded_amount', fields: { holded_value: held, text } }] : []),
    ...(captured > 0 ? [{ event: 'succeeded_amount', fields: { value: captured, text } }] : []),
    ...(released > 0 ? [{ event: 'canceled_amount', fields: { value: released, text } }] : []),
    ...(payment.state === 'failed' && before.state !== 'failed'
      ? [
          {
            event: 'payment_declined',
            fields: { value: payment.amountMinor, reason: payment.declineCode, text },
          },
        ]
      : []),
  ]
}
