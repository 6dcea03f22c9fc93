import type { BusinessBody, Payout } from '@stationmaster/contract'

/** How a provider is paid by: a card, or the instant payments of Russian banks, which cannot be held. */
export type ProviderMethod = 'card' | 'sbp'

/** A card as the browser has encrypted it for the provider: nobody here can read it. */
export interface EncryptedCard {
  encryptedCardNumber: string
  encryptedSecurityCode: string
  expirationMonth: number
  expirationYear: number
}

/** What the driver pays with: a card on its way, a token that the provider's own form gave, or a method that was saved before. */
export type PaidWith =
  | { card: EncryptedCard }
  | { token: string }
  | { methodRef: string }
  | Record<string, never>

/** What the driver has to do elsewhere: a page to go to, or a code to scan that leads to the same. */
export interface PaymentAction {
  kind: 'redirect' | 'qr'
  url: string
}

/** How a payment stands at the provider. Amounts in minor units; failed: the driver was refused, and nothing was ever held. */
export interface PaymentSnapshot {
  paymentRef: string
  state: 'pending' | 'action' | 'held' | 'captured' | 'canceled' | 'failed'
  heldMinor: number
  capturedMinor: number
  refundedMinor: number
  holdExpiresAt: Date | null
  action: PaymentAction | null
  /** what the provider keeps of it */
  feeMinor: number | null
  declineCode: string | null
  /** to be paid with again without the driver */
  methodRef: string | null
  card: { brand: string; last4: string } | null
}

export interface ListedPayment {
  snapshot: PaymentSnapshot
  /** our payment, as it was named to the provider */
  orderRef: string
}

export interface AuthorizeRequest {
  key: string
  orderRef: string
  amountMinor: number
  method: ProviderMethod
  paidWith: PaidWith
  /** taken at once, without a hold */
  captures: boolean
  description: string
  /** where the driver comes back to from the provider's own pages */
  returnUrl: string
}

/** A payment after something of it was given back, and what its provider calls that; null: nothing. */
export interface Refunded {
  payment: PaymentSnapshot
  refundRef: string | null
}

interface AmountRequest {
  key: string
  paymentRef: string
  amountMinor: number
}

/** What a provider can do. */
export interface ProviderCaps {
  hold: boolean
  partialCapture: boolean
  multiCapture: boolean
  /** how long a hold lives */
  holdTtlSeconds: number
  /** how long the provider knows a key again: a call with an older one is never repeated */
  keyTtlSeconds: number
  methods: readonly ProviderMethod[]
}

export interface SavedMethod {
  methodRef: string
  card: PaymentSnapshot['card']
  action: PaymentAction | null
}

/** What arrived at our door for notices of the provider: which payments to read. */
export interface ProviderNotice {
  noticeId: string
  paymentRef: string
}

/** A notice as it arrived. */
export interface ReceivedNotice {
  raw: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  remoteAddress: string
  now: Date
}

/** That somebody has agreed to a provider's terms. */
export interface Consent {
  /** YYYY-MM-DD */
  day: string
  remoteAddress: string
}

/** Business accounts at a provider, to which payouts go. What is refused throws ProviderRefusal, as everywhere. */
export interface Vendors {
  /** where the terms are that an account agrees to when it is opened; null: there are none */
  readonly agreementUrl: string | null
  /** Opens an account, for which consent to its terms is needed, or changes the one that is named. */
  saveVendor(request: {
    key: string
    vendorRef: string | null
    business: BusinessBody
    consent: Consent | null
  }): Promise<{ vendorRef: string }>
  savePayout(request: { key: string; vendorRef: string; payout: Payout }): Promise<void>
}

/** Our name for one attempt to charge an invoice of a plan; payments of orders are named by their numbers alone. */
export const planRefOf = (invoiceId: number, attempt: number): string => `plan-${invoiceId}-${attempt}`

/** The attempt that a provider tells of by our name for it; null: it is none. */
export function planChargeOf(orderRef: string): { invoiceId: number; attempt: number } | null {
  const [, invoiceId, attempt] = /^plan-(\d{1,15})-(\d{1,9})$/.exec(orderRef) ?? []
  return invoiceId === undefined ? null : { invoiceId: Number(invoiceId), attempt: Number(attempt) }
}

/**
 * A payment provider. A call answers how the payment stands, or throws ProviderRefusal where the provider said no, and
 * ProviderUnknown where nobody knows what came of it; the same key again does nothing twice.
 */
export interface PaymentProvider {
  readonly id: string
  /** its number of our shop; empty where it has none */
  readonly shopId: string
  readonly caps: ProviderCaps
  /** null: it keeps no business accounts */
  readonly vendors: Vendors | null
  /** the key that the browser encrypts cards with; null: the provider has a form of its own */
  publicKey(): Promise<string | null>
  /** Keeps a card to be paid with later; with an action it is ready once the driver has done that. */
  saveMethod(request: { key: string; paidWith: PaidWith; returnUrl: string }): Promise<SavedMethod>
  /** Forgets it; where the provider has no word for that it is enough that we do. */
  removeMethod(request: { key: string; methodRef: string }): Promise<void>
  authorize(request: AuthorizeRequest): Promise<PaymentSnapshot>
  /** Takes that much of what is held; the rest is released. */
  capture(request: AmountRequest): Promise<PaymentSnapshot>
  cancel(request: Omit<AmountRequest, 'amountMinor'>): Promise<PaymentSnapshot>
  refund(request: AmountRequest & { reason: string }): Promise<Refunded>
  get(paymentRef: string): Promise<PaymentSnapshot>
  /** Every payment made between two instants; a provider whose list leaves some out adds those that are known. */
  list(from: Date, to: Date, known: readonly string[]): Promise<ListedPayment[]>
  /** Payments that a notice is about; throws ProviderRefusal when it is not the provider's. */
  parseNotice(notice: ReceivedNotice): Promise<ProviderNotice[]>
}

/** The provider said no, with its own word for why. */
export class ProviderRefusal extends Error {
  readonly code: string

  constructor(code: string, message = code) {
    super(message)
    this.name = 'ProviderRefusal'
    this.code = code
  }
}

/** No answer, or none that tells: it may have been done or not. */
export class ProviderUnknown extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProviderUnknown'
  }
}
