import type { Operation } from './payment/operation.ts'
import type { PaymentProvider, PaymentSnapshot, Refunded } from './port.ts'
import type { KeptPayment } from './store.ts'

/** Carries out one operation of a payment at its provider; throws ProviderRefusal, or what makes no sense. */
export async function carryOutAt(
  provider: PaymentProvider,
  payment: KeptPayment,
  operation: Operation,
): Promise<Refunded> {
  const { key, kind, amountMinor, reason } = operation
  const paymentRef = payment.paymentRef ?? ''
  if (kind === 'refund') return provider.refund({ key, paymentRef, amountMinor, reason: reason ?? '' })
  return { payment: await callFor(provider, payment, operation), refundRef: null }
}

function callFor(
  provider: PaymentProvider,
  { id, purpose, paymentRef, amountMinor, method, paidWith, description, returnUrl }: KeptPayment,
  operation: Operation,
): Promise<PaymentSnapshot> {
  const { key, kind } = operation
  if (kind === 'authorize')
    return provider.authorize({
      key,
      orderRef: String(id),
      amountMinor,
      method,
      description,
      returnUrl,
      paidWith: paidWith ?? {},
      // what is paid into a balance is the driver's at once
      captures: purpose === 'top_up' || !(provider.caps.hold && method === 'card'),
    })
  const request = { key, paymentRef: paymentRef ?? '', amountMinor: operation.amountMinor }
  return kind === 'capture' ? provider.capture(request) : provider.cancel(request)
}
