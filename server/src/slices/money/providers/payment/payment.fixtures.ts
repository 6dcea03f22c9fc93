import type { ProviderPayment } from './payment.ts'

/** Five roubles of an order, held on a card at the sandbox unless a test says otherwise. */
export const payment = (snapshot: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: 1,
  orderId: 1,
  driverId: null,
  purpose: 'charging',
  provider: 'sandbox',
  marketShopId: 'shop',
  method: 'card',
  state: 'held',
  amountMinor: 500,
  heldMinor: 500,
  capturedMinor: 0,
  canceledMinor: 0,
  refundedMinor: 0,
  feeMinor: null,
  paymentRef: 'p',
  methodRef: 'card_1',
  cardBrand: null,
  cardLast4: null,
  action: null,
  declineCode: null,
  holdExpiresAt: null,
  once: false,
  contradicted: false,
  ...snapshot,
})
