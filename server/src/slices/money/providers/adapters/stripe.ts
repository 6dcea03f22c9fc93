import { SECOND_MS } from '@stationmaster/units'
import type Stripe from 'stripe'
import { z } from 'zod'
import { readNotice } from '../notice.ts'
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
import { StripeApi, type StripeParams, type StripeSettings } from './stripe-api.ts'

/** What tells how far a payment came lies in the charge, and in what arrived of it. */
const expand = ['latest_charge.balance_transaction']

const states: Readonly<Record<string, PaymentSnapshot['state']>> = {
  requires_action: 'action',
  requires_confirmation: 'pending',
  processing: 'pending',
  requires_capture: 'held',
  succeeded: 'captured',
  canceled: 'canceled',
  requires_payment_method: 'failed',
}

/** What we read of an event; not each object that one is about has an id. */
const eventSchema = z.object({
  id: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      object: z.string(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
})

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

/** Stripe. Cards reach it as payment methods of its own form. */
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
  private readonly api: StripeApi

  constructor(private readonly settings: StripeSettings) {
    this.api = new StripeApi(settings)
  }

  async publicKey(): Promise<null> {
    return null
  }

  /** A payment method of Stripe's form is kept as it is: it is charged under its own name. */
  async saveMethod({ paidWith }: { paidWith: PaidWith }): Promise<SavedMethod> {
    if (!('token' in paidWith)) throw new ProviderRefusal('no_payment_method')
    const path = `payment_methods/${encodeURIComponent(paidWith.token)}`
    const { id, card } = await this.api.get<Stripe.PaymentMethod>(path)
    return { methodRef: id, card: card ? { brand: card.brand, last4: card.last4 } : null, action: null }
  }

  async removeMethod({ key, methodRef }: { key: string; methodRef: string }): Promise<void> {
    await this.api.post(`payment_methods/${encodeURIComponent(methodRef)}/detach`, key, {})
  }

  async authorize(request: AuthorizeRequest): Promise<PaymentSnapshot> {
    const { key, orderRef, amountMinor, paidWith, captures, description, returnUrl } = request
    return this.change('payment_intents', key, {
      amount: amountMinor,
      currency: this.settings.currency.toLowerCase(),
      capture_method: captures ? 'automatic' : 'manual',
      confirm: true,
      description,
      metadata: { order_ref: orderRef },
      allowed_payment_method_types: ['card'],
      ...paidWithParams(paidWith, returnUrl),
    } satisfies Stripe.PaymentIntentCreateParams)
  }

  capture({ key, paymentRef, amountMinor }: { key: string; paymentRef: string; amountMinor: number }) {
    return this.change(`${pathOf(paymentRef)}/capture`, key, {
      amount_to_capture: amountMinor,
    } satisfies Stripe.PaymentIntentCaptureParams)
  }

  cancel({ key, paymentRef }: { key: string; paymentRef: string }) {
    return this.change(`${pathOf(paymentRef)}/cancel`, key, {})
  }

  async refund(request: { key: string; paymentRef: string; amountMinor: number; reason: string }) {
    const { key, paymentRef, amountMinor, reason } = request
    const body = {
      payment_intent: paymentRef,
      amount: amountMinor,
      metadata: { reason: reason.slice(0, 500) },
    } satisfies Stripe.RefundCreateParams
    const { id, status } = await this.api.post<Stripe.Refund>('refunds', key, body)
    if (status === 'failed' || status === 'canceled') throw new ProviderRefusal(`refund_${status}`)
    return { payment: await this.get(paymentRef), refundRef: id }
  }

  async get(paymentRef: string): Promise<PaymentSnapshot> {
    return snapshotOf(await this.api.get<Stripe.PaymentIntent>(pathOf(paymentRef), { expand }))
  }

  private async change(path: string, key: string, params: StripeParams): Promise<PaymentSnapshot> {
    return snapshotOf(await this.api.post<Stripe.PaymentIntent>(path, key, { ...params, expand }))
  }

  async list(from: Date, to: Date): Promise<ListedPayment[]> {
    const seconds = (at: Date) => Math.floor(at.getTime() / SECOND_MS)
    const all = await this.api.list<Stripe.PaymentIntent>('payment_intents', {
      created: { gte: seconds(from), lt: seconds(to) },
      expand: expand.map((path) => `data.${path}`),
    } satisfies Stripe.PaymentIntentListParams)
    return all.map((intent) => ({ snapshot: snapshotOf(intent), orderRef: intent.metadata.order_ref ?? '' }))
  }

  async parseNotice({ raw, headers, now }: ReceivedNotice) {
    this.api.checkSignature(raw, String(headers['stripe-signature'] ?? ''), now)
    const { id, data } = readNotice(raw, eventSchema)
    const { object, id: objectId, payment_intent } = data.object
    const paymentRef = object === 'payment_intent' ? objectId : idOf(payment_intent)
    return paymentRef ? [{ noticeId: id, paymentRef }] : []
  }
}

const pathOf = (paymentRef: string): string => `payment_intents/${encodeURIComponent(paymentRef)}`

function paidWithParams(paidWith: PaidWith, returnUrl: string) {
  if ('methodRef' in paidWith) return { payment_method: paidWith.methodRef, off_session: true }
  if ('token' in paidWith)
    return {
      payment_method: paidWith.token,
      return_url: returnUrl,
      setup_future_usage: 'off_session' as const,
    }
  throw new ProviderRefusal('no_payment_method')
}
