import { BlockList, isIPv6 } from 'node:net'
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
import { minorOf, type YookassaApi, yookassaAmount, yookassaKeySeconds } from './yookassa-api.ts'

const paymentSchema = z.object({
  id: z.string(),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: yookassaAmount,
  /** what arrives after the commission */
  income_amount: yookassaAmount.optional(),
  refunded_amount: yookassaAmount.optional(),
  expires_at: z.iso.datetime().optional(),
  confirmation: z
    .object({ confirmation_url: z.string().optional(), confirmation_data: z.string().optional() })
    .optional(),
  cancellation_details: z.object({ reason: z.string() }).optional(),
  payment_method: z
    .object({
      id: z.string(),
      saved: z.boolean().optional(),
      card: z.object({ last4: z.string(), card_type: z.string() }).optional(),
    })
    .optional(),
  metadata: z.record(z.string(), z.string()).optional(),
})
const methodSchema = z.object({
  id: z.string(),
  card: z.object({ last4: z.string(), card_type: z.string() }).optional(),
  confirmation: z.object({ confirmation_url: z.string().optional() }).optional(),
})
const refundSchema = z.object({ id: z.string(), status: z.enum(['pending', 'succeeded', 'canceled']) })
const pageSchema = z.object({ items: z.array(paymentSchema), next_cursor: z.string().optional() })
const noticeSchema = z.object({
  event: z.string(),
  object: z.object({ id: z.string(), payment_id: z.string().optional() }),
})

type YookassaPayment = z.infer<typeof paymentSchema>

/** Reasons for which a hold ended that there had been; all others are refusals. */
const endedHolds = ['expired_on_capture', 'canceled_by_merchant']

function stateOf({ status, confirmation, cancellation_details }: YookassaPayment): PaymentSnapshot['state'] {
  if (status === 'waiting_for_capture') return 'held'
  if (status === 'succeeded') return 'captured'
  if (status === 'pending') return confirmation ? 'action' : 'pending'
  return endedHolds.includes(cancellation_details?.reason ?? '') ? 'canceled' : 'failed'
}

function actionOf({ confirmation }: YookassaPayment): PaymentSnapshot['action'] {
  const { confirmation_url, confirmation_data } = confirmation ?? {}
  if (confirmation_data) return { kind: 'qr', url: confirmation_data }
  return confirmation_url ? { kind: 'redirect', url: confirmation_url } : null
}

function snapshotOf(answer: YookassaPayment): PaymentSnapshot {
  const { id, amount, income_amount, refunded_amount, expires_at, payment_method, cancellation_details } =
    answer
  const state = stateOf(answer)
  const took = state === 'captured' ? minorOf(amount) : 0
  const card = payment_method?.card
  return {
    paymentRef: id,
    state,
    // once a part is taken, the amount is that part: what was held before is remembered by us
    heldMinor: state === 'held' || state === 'captured' ? minorOf(amount) : 0,
    capturedMinor: took,
    refundedMinor: minorOf(refunded_amount),
    holdExpiresAt: expires_at ? new Date(expires_at) : null,
    action: state === 'action' ? actionOf(answer) : null,
    feeMinor: state === 'captured' && income_amount ? took - minorOf(income_amount) : null,
    declineCode: state === 'failed' ? (cancellation_details?.reason ?? null) : null,
    methodRef: payment_method?.saved ? payment_method.id : null,
    card: card ? { brand: card.card_type, last4: card.last4 } : null,
  }
}

/** The addresses that YooKassa's notices come from. */
const senders = new BlockList()
senders.addSubnet('185.71.76.0', 27)
senders.addSubnet('185.71.77.0', 27)
senders.addSubnet('77.75.153.0', 25)
senders.addSubnet('77.75.154.128', 25)
senders.addAddress('77.75.156.11')
senders.addAddress('77.75.156.35')
senders.addSubnet('2a02:5180::', 32, 'ipv6')

const pageSize = 100

/** YooKassa, API version 3. Cards reach it as a token of its own form, or on its own page. */
export class YookassaProvider implements PaymentProvider {
  readonly id = 'yookassa'
  readonly vendors = null
  readonly caps = {
    hold: true,
    partialCapture: true,
    multiCapture: false,
    holdTtlSeconds: 7 * 24 * 3600,
    keyTtlSeconds: yookassaKeySeconds,
    methods: ['card', 'sbp'] as const,
  }

  constructor(private readonly api: YookassaApi) {}

  get shopId(): string {
    return this.api.shopId
  }

  async publicKey(): Promise<null> {
    return null
  }

  /** The card is given on YooKassa's own page. */
  async saveMethod({ key, returnUrl }: { key: string; returnUrl: string }): Promise<SavedMethod> {
    const body = { type: 'bank_card', confirmation: { type: 'redirect', return_url: returnUrl } }
    const answer = methodSchema.parse(await this.api.post('payment_methods', key, body))
    const { card, confirmation } = answer
    const url = confirmation?.confirmation_url
    return {
      methodRef: answer.id,
      card: card ? { brand: card.card_type, last4: card.last4 } : null,
      action: url ? { kind: 'redirect', url } : null,
    }
  }

  /** There is no call for it: a method that nobody names any more is not charged. */
  async removeMethod(): Promise<void> {}

  authorize(request: AuthorizeRequest): Promise<PaymentSnapshot> {
    const { key, orderRef, amountMinor, method, paidWith, captures, description, returnUrl } = request
    return this.payment('payments', key, {
      amount: this.api.amount(amountMinor),
      capture: captures,
      // 128 characters are taken
      description: description.slice(0, 128),
      metadata: { order_ref: orderRef },
      ...paidWithBody(paidWith, method, returnUrl),
    })
  }

  capture({ key, paymentRef, amountMinor }: { key: string; paymentRef: string; amountMinor: number }) {
    return this.payment(`payments/${paymentRef}/capture`, key, { amount: this.api.amount(amountMinor) })
  }

  cancel({ key, paymentRef }: { key: string; paymentRef: string }) {
    return this.payment(`payments/${paymentRef}/cancel`, key, {})
  }

  /** A refund is an object of its own; what it did is seen on the payment. */
  async refund(request: { key: string; paymentRef: string; amountMinor: number; reason: string }) {
    const { key, paymentRef, amountMinor, reason } = request
    const amount = this.api.amount(amountMinor)
    const body = { payment_id: paymentRef, amount, description: reason.slice(0, 250) }
    const { id, status } = refundSchema.parse(await this.api.post('refunds', key, body))
    if (status === 'canceled') throw new ProviderRefusal('refund_canceled')
    if (status === 'pending') throw new ProviderUnknown('the refund is under way')
    return { payment: await this.get(paymentRef), refundRef: id }
  }

  async get(paymentRef: string): Promise<PaymentSnapshot> {
    return snapshotOf(paymentSchema.parse(await this.api.get(`payments/${paymentRef}`)))
  }

  async list(from: Date, to: Date): Promise<ListedPayment[]> {
    const range = { 'created_at.gte': from.toISOString(), 'created_at.lt': to.toISOString() }
    const all: ListedPayment[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const more = cursor === '' ? {} : { cursor }
      const query = new URLSearchParams({ limit: String(pageSize), ...range, ...more })
      const page = pageSchema.parse(await this.api.get(`payments?${query}`))
      for (const item of page.items)
        all.push({ snapshot: snapshotOf(item), orderRef: item.metadata?.order_ref ?? '' })
      cursor = page.next_cursor
    }
    return all
  }

  /** Notices carry no signature: where they come from is all that can be checked, and the payment is read with our own key. */
  async parseNotice({ raw, remoteAddress }: ReceivedNotice) {
    if (!senders.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4'))
      throw new ProviderRefusal('not_the_sender')
    const { event, object } = readNotice(raw, noticeSchema)
    return [{ noticeId: `${event} ${object.id}`, paymentRef: object.payment_id ?? object.id }]
  }

  private async payment(path: string, key: string, body: object): Promise<PaymentSnapshot> {
    return snapshotOf(paymentSchema.parse(await this.api.post(path, key, body)))
  }
}

function paidWithBody(paidWith: PaidWith, method: AuthorizeRequest['method'], returnUrl: string): object {
  if ('methodRef' in paidWith) return { payment_method_id: paidWith.methodRef }
  const confirmation = { type: 'redirect', return_url: returnUrl }
  if ('token' in paidWith) return { payment_token: paidWith.token, confirmation, save_payment_method: true }
  return { payment_method_data: { type: method === 'sbp' ? 'sbp' : 'bank_card' }, confirmation }
}
