import { SECOND_MS } from '@stationmaster/units'
import Stripe from 'stripe'
import {
  type AuthorizeRequest,
  type ListedPayment,
  type PaidWith,
  type PaymentProvider,
  type PaymentSnapshot,
  ProviderRefusal,
  ProviderUnknown,
  type ReceivedNotice,
  type SavedMethod,
} from '../port.ts'

export interface StripeSettings {
  secretKey: string
  /** what its notices are signed with */
  webhookSecret: string
  /** ISO 4217 */
  currency: string
  timeoutMs: number
  /** left out: Stripe's own */
  url?: string
}

/** What tells how far a payment came lies in the charge, and in what arrived of it. */
const expand = ['latest_charge.balance_transaction']
const noticeSeconds = 300

const states: Readonly<Record<string, PaymentSnapshot['state']>> = {
  requires_action: 'action',
  requires_confirmation: 'pending',
  processing: 'pending',
  requires_capture: 'held',
  succeeded: 'captured',
  canceled: 'canceled',
  requires_payment_method: 'failed',
}

const whole = <T extends object>(answer: string | T | null | undefined): T | null =>
  typeof answer === 'object' ? answer : null
const idOf = (answer: string | { id: string } | null | undefined): string | null =>
  typeof answer === 'string' ? answer : (answer?.id ?? null)

function snapshotOf(intent: Stripe.PaymentIntent): PaymentSnapshot {
  const { id, status, amount, amount_received, next_action, last_payment_error, setup_future_usage } = intent
  const state = states[status]
  if (state === undefined) throw new ProviderUnknown(`status ${status}`)
  const charge = whole(intent.latest_charge)
  const card = charge?.payment_method_details?.card
  const before = card?.capture_before
  const url = next_action?.redirect_to_url?.url
  return {
    paymentRef: id,
    state,
    heldMinor: state === 'held' || state === 'captured' ? amount : 0,
    capturedMinor: state === 'captured' ? amount_received : 0,
    refundedMinor: charge?.amount_refunded && state === 'captured' ? refundedOf(charge, amount_received) : 0,
    holdExpiresAt: before ? new Date(before * SECOND_MS) : null,
    action: state === 'action' && url ? { kind: 'redirect', url } : null,
    feeMinor: state === 'captured' ? (whole(charge?.balance_transaction)?.fee ?? null) : null,
    declineCode:
      state === 'failed' ? (last_payment_error?.decline_code ?? last_payment_error?.code ?? null) : null,
    methodRef:
      setup_future_usage === 'off_session' && state !== 'failed' ? idOf(intent.payment_method) : null,
    card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
  }
}

/** Stripe reports what a partial capture releases as refunded too, though it was never captured. */
const refundedOf = ({ amount, amount_refunded }: Stripe.Charge, received: number): number =>
  Math.max(0, amount_refunded - (amount - received))

/** Stripe through its own SDK. Cards reach it as payment methods of its own form. */
export class StripeProvider implements PaymentProvider {
  readonly id = 'stripe'
  readonly shopId = ''
  readonly vendors = null
  readonly caps = {
    hold: true,
    partialCapture: true,
    multiCapture: false,
    holdTtlSeconds: 7 * 24 * 3600,
    keyTtlSeconds: 24 * 3600,
    methods: ['card'] as const,
  }
  private readonly stripe: Stripe
  private readonly settings: StripeSettings

  constructor(settings: StripeSettings) {
    this.settings = settings
    const { protocol, hostname, port } = new URL(settings.url ?? 'https://api.stripe.com')
    this.stripe = new Stripe(settings.secretKey, {
      // what is sent again is decided by us, under the same key
      maxNetworkRetries: 0,
      telemetry: false,
      timeout: settings.timeoutMs,
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      ...(port === '' ? {} : { port }),
    })
  }

  async publicKey(): Promise<null> {
    return null
  }

  /** A payment method of Stripe's form is kept as it is: it is charged under its own name. */
  async saveMethod({ paidWith }: { paidWith: PaidWith }): Promise<SavedMethod> {
    if (!('token' in paidWith)) throw new ProviderRefusal('no_payment_method')
    const { id, card } = await answerOf(this.stripe.paymentMethods.retrieve(paidWith.token))
    return { methodRef: id, card: card ? { brand: card.brand, last4: card.last4 } : null, action: null }
  }

  async removeMethod({ key, methodRef }: { key: string; methodRef: string }): Promise<void> {
    await answerOf(this.stripe.paymentMethods.detach(methodRef, {}, { idempotencyKey: key }))
  }

  authorize(request: AuthorizeRequest): Promise<PaymentSnapshot> {
    const { key, orderRef, amountMinor, paidWith, captures, description, returnUrl } = request
    const body: Stripe.PaymentIntentCreateParams = {
      amount: amountMinor,
      currency: this.settings.currency.toLowerCase(),
      capture_method: captures ? 'automatic' : 'manual',
      confirm: true,
      description,
      metadata: { order_ref: orderRef },
      allowed_payment_method_types: ['card'],
      expand,
      ...paidWithParams(paidWith, returnUrl),
    }
    return answered(this.stripe.paymentIntents.create(body, { idempotencyKey: key }))
  }

  capture({ key, paymentRef, amountMinor }: { key: string; paymentRef: string; amountMinor: number }) {
    const body = { amount_to_capture: amountMinor, expand }
    return answered(this.stripe.paymentIntents.capture(paymentRef, body, { idempotencyKey: key }))
  }

  cancel({ key, paymentRef }: { key: string; paymentRef: string }) {
    return answered(this.stripe.paymentIntents.cancel(paymentRef, { expand }, { idempotencyKey: key }))
  }

  async refund(request: { key: string; paymentRef: string; amountMinor: number; reason: string }) {
    const { key, paymentRef, amountMinor, reason } = request
    const body = {
      payment_intent: paymentRef,
      amount: amountMinor,
      metadata: { reason: reason.slice(0, 500) },
    }
    const { id, status } = await answerOf(this.stripe.refunds.create(body, { idempotencyKey: key }))
    if (status === 'failed' || status === 'canceled') throw new ProviderRefusal(`refund_${status}`)
    return { payment: await this.get(paymentRef), refundRef: id }
  }

  get(paymentRef: string): Promise<PaymentSnapshot> {
    return answered(this.stripe.paymentIntents.retrieve(paymentRef, { expand }))
  }

  async list(from: Date, to: Date): Promise<ListedPayment[]> {
    const seconds = (at: Date) => Math.floor(at.getTime() / SECOND_MS)
    const body = {
      created: { gte: seconds(from), lt: seconds(to) },
      limit: 100,
      expand: expand.map((path) => `data.${path}`),
    }
    const all = await answerOf(this.stripe.paymentIntents.list(body).autoPagingToArray({ limit: 10_000 }))
    return all.map((intent) => ({ snapshot: snapshotOf(intent), orderRef: intent.metadata.order_ref ?? '' }))
  }

  async parseNotice({ raw, headers, now }: ReceivedNotice) {
    const signature = String(headers['stripe-signature'] ?? '')
    const { webhookSecret } = this.settings
    let event: Stripe.Event
    try {
      const { webhooks } = this.stripe
      event = webhooks.constructEvent(raw, signature, webhookSecret, noticeSeconds, undefined, now.getTime())
    } catch {
      throw new ProviderRefusal('unsigned')
    }
    const object = event.data.object as {
      id: string
      object: string
      payment_intent?: string | { id: string }
    }
    const paymentRef = object.object === 'payment_intent' ? object.id : idOf(object.payment_intent)
    return paymentRef === null ? [] : [{ noticeId: event.id, paymentRef }]
  }
}

function paidWithParams(paidWith: PaidWith, returnUrl: string): Partial<Stripe.PaymentIntentCreateParams> {
  if ('methodRef' in paidWith) return { payment_method: paidWith.methodRef, off_session: true }
  if ('token' in paidWith)
    return { payment_method: paidWith.token, return_url: returnUrl, setup_future_usage: 'off_session' }
  throw new ProviderRefusal('no_payment_method')
}

const answered = async (call: Promise<Stripe.PaymentIntent>): Promise<PaymentSnapshot> =>
  snapshotOf(await answerOf(call))

/** What Stripe answered; throws ProviderRefusal for its no, ProviderUnknown where nobody knows. */
async function answerOf<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      throw new ProviderRefusal(error.decline_code || error.code || 'card_declined')
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new ProviderRefusal(error.code || 'invalid_request')
    throw new ProviderUnknown(error instanceof Error ? error.message : String(error))
  }
}
