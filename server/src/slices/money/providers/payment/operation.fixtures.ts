import type { PaymentSnapshot } from '../port.ts'
import { newOperation, type Operation, type OperationRequest } from './operation.ts'
import type { ProviderPayment } from './payment.ts'

/** When the operations of these tests are requested. */
export const start = new Date('2026-03-01T10:00:00Z')
export const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)

/** Ten roubles that a card is charged with; nothing is requested yet unless a test says otherwise. */
export const payment = (changes: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: 7,
  orderId: 1,
  driverId: null,
  purpose: 'charging',
  provider: 'sandbox',
  marketShopId: '',
  method: 'card',
  state: 'created',
  amountMinor: 1000,
  heldMinor: 0,
  capturedMinor: 0,
  canceledMinor: 0,
  refundedMinor: 0,
  feeMinor: null,
  paymentRef: null,
  methodRef: null,
  cardBrand: null,
  cardLast4: null,
  action: null,
  declineCode: null,
  once: false,
  holdExpiresAt: null,
  contradicted: false,
  ...changes,
})
export const held = (changes: Partial<ProviderPayment> = {}) =>
  payment({ state: 'held', heldMinor: 1000, paymentRef: 'p', ...changes })
export const captured = (changes: Partial<ProviderPayment> = {}) =>
  held({ state: 'captured', capturedMinor: 600, canceledMinor: 400, ...changes })

/** What the provider tells of a payment. */
export const snapshot = (
  state: PaymentSnapshot['state'],
  changes: Partial<PaymentSnapshot> = {},
): PaymentSnapshot => ({
  paymentRef: 'p',
  state,
  heldMinor: 0,
  capturedMinor: 0,
  refundedMinor: 0,
  holdExpiresAt: null,
  action: null,
  feeMinor: null,
  declineCode: null,
  methodRef: null,
  card: null,
  ...changes,
})

/** The first operation of its kind on the payment. */
export const operation = (kind: OperationRequest['kind'], changes: Partial<Operation> = {}): Operation => ({
  ...newOperation(7, [], { kind, amountMinor: 1000 }, start),
  ...changes,
})
