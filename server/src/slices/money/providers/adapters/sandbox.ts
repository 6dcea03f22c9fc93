import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { z } from 'zod'
import { askProvider, type ProviderAnswer } from '../call.ts'
import { readNotice } from '../notice.ts'
import {
  type AuthorizeRequest,
  type PaidWith,
  type PaymentProvider,
  type PaymentSnapshot,
  ProviderRefusal,
  ProviderUnknown,
  type Vendors,
} from '../port.ts'

const paymentSchema = z.object({
  id: z.string(),
  order_ref: z.string(),
  state: z.enum(['action', 'held', 'captured', 'canceled', 'failed']),
  held: z.int(),
  captured: z.int(),
  refunded: z.int(),
  fee: z.int().nullable(),
  decline_code: z.string().nullable(),
  method_ref: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  hold_expires_at: z.iso.datetime().nullable(),
  action: z.object({ kind: z.enum(['redirect', 'qr']), url: z.string() }).nullable(),
})
const noticeSchema = z.object({ id: z.string(), payment: z.object({ id: z.string() }) })
const refusalSchema = z.object({ code: z.string() })
const vendorSchema = z.object({ vendor_ref: z.string() })
const methodSchema = z.object({ method_ref: z.string(), card: paymentSchema.shape.card })

const snapshotOf = (answer: z.infer<typeof paymentSchema>): PaymentSnapshot => ({
  paymentRef: answer.id,
  state: answer.state,
  heldMinor: answer.held,
  capturedMinor: answer.captured,
  refundedMinor: answer.refunded,
  holdExpiresAt: answer.hold_expires_at === null ? null : new Date(answer.hold_expires_at),
  action: answer.action,
  feeMinor: answer.fee,
  declineCode: answer.decline_code,
  methodRef: answer.method_ref,
  card: answer.card,
})

/** Where the sandbox is; null: it does not run yet. */
export interface SandboxDoor {
  url: string | null
  key: string
}

/** how old a notice's time stamp may be, either way */
const noticeMs = 5 * MINUTE_MS
const readMs = 10 * SECOND_MS

/** The payment sandbox, a process of its own (payment-sandbox/). */
export class SandboxProvider implements PaymentProvider {
  readonly id = 'sandbox'
  readonly shopId = 'sandbox'
  readonly caps = {
    hold: true,
    partialCapture: true,
    multiCapture: false,
    holdTtlSeconds: (7 * DAY_MS) / SECOND_MS,
    keyTtlSeconds: Number.MAX_SAFE_INTEGER,
    methods: ['card', 'sbp'] as const,
  }
  readonly vendors: Vendors = {
    agreementUrl: null,
    saveVendor: async ({ key, vendorRef, business }) => {
      const path = vendorRef === null ? 'vendors' : `vendors/${vendorRef}`
      const { vendor_ref } = vendorSchema.parse(await this.done('POST', path, key, business))
      return { vendorRef: vendor_ref }
    },
    savePayout: async ({ key, vendorRef, payout }) => {
      await this.done('POST', `vendors/${vendorRef}/payout`, key, payout)
    },
  }
  private readonly door: SandboxDoor
  private readonly notifyUrl: () => string
  private readonly timeoutMs: number
  private key: string | undefined

  constructor(door: SandboxDoor, notifyUrl: () => string, timeoutMs: number) {
    this.door = door
    this.notifyUrl = notifyUrl
    this.timeoutMs = timeoutMs
  }

  async publicKey(): Promise<string> {
    this.key ??= z.object({ key: z.string() }).parse((await this.ask('GET', 'public-key')).body).key
    return this.key
  }

  async saveMethod({ key, paidWith }: { key: string; paidWith: PaidWith }) {
    const { method_ref, card } = methodSchema.parse(
      await this.done('POST', 'methods', key, paidWithBody(paidWith)),
    )
    return { methodRef: method_ref, card, action: null }
  }

  async removeMethod({ key, methodRef }: { key: string; methodRef: string }): Promise<void> {
    await this.done('DELETE', `methods/${methodRef}`, key)
  }

  authorize(request: AuthorizeRequest): Promise<PaymentSnapshot> {
    return this.payment('payments', request.key, {
      order_ref: request.orderRef,
      amount: request.amountMinor,
      method: request.method,
      captures: request.captures,
      description: request.description,
      return_url: request.returnUrl,
      notify_url: this.notifyUrl(),
      ...paidWithBody(request.paidWith),
    })
  }

  capture({ key, paymentRef, amountMinor }: { key: string; paymentRef: string; amountMinor: number }) {
    return this.payment(`payments/${paymentRef}/capture`, key, { amount: amountMinor })
  }

  cancel({ key, paymentRef }: { key: string; paymentRef: string }) {
    return this.payment(`payments/${paymentRef}/cancel`, key, {})
  }

  /** Its refunds have no names. */
  async refund({ key, paymentRef, amountMinor }: { key: string; paymentRef: string; amountMinor: number }) {
    const payment = await this.payment(`payments/${paymentRef}/refunds`, key, { amount: amountMinor })
    return { payment, refundRef: null }
  }

  async get(paymentRef: string): Promise<PaymentSnapshot> {
    return snapshotOf(paymentSchema.parse(accepted(await this.ask('GET', `payments/${paymentRef}`))))
  }

  async list(from: Date, to: Date) {
    const range = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
    const answer = z.array(paymentSchema).parse(accepted(await this.ask('GET', `payments?${range}`)))
    return answer.map((one) => ({ snapshot: snapshotOf(one), orderRef: one.order_ref }))
  }

  async parseNotice({ raw, headers, now }: { raw: string; headers: Record<string, unknown>; now: Date }) {
    const [, at, given] =
      /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers['sandbox-signature'] ?? '')) ?? []
    if (at === undefined || given === undefined) throw new ProviderRefusal('unsigned')
    const signature = createHmac('sha256', this.door.key).update(`${at}.${raw}`).digest()
    if (!timingSafeEqual(signature, Buffer.from(given, 'hex'))) throw new ProviderRefusal('wrong_signature')
    if (Math.abs(now.getTime() - Number(at) * SECOND_MS) > noticeMs) throw new ProviderRefusal('too_old')
    const { id, payment } = readNotice(raw, noticeSchema)
    return [{ noticeId: id, paymentRef: payment.id }]
  }

  private async payment(path: string, key: string, body: object): Promise<PaymentSnapshot> {
    return snapshotOf(paymentSchema.parse(await this.done('POST', path, key, body)))
  }

  private async done(method: string, path: string, key: string, body?: object): Promise<unknown> {
    return accepted(await this.ask(method, path, key, body))
  }

  private ask(method: string, path: string, key?: string, body?: object): Promise<ProviderAnswer> {
    const { url, key: apiKey } = this.door
    if (url === null) throw new ProviderUnknown('the sandbox does not run')
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    return askProvider(
      `${url}/v1/${path}`,
      { method, headers, ...content },
      key === undefined ? readMs : this.timeoutMs,
    )
  }
}

function accepted({ status, body }: ProviderAnswer): unknown {
  if (status < 400) return body
  throw new ProviderRefusal(refusalSchema.safeParse(body).data?.code ?? `status_${status}`)
}

function paidWithBody(paidWith: PaidWith): object {
  if ('methodRef' in paidWith) return { method_ref: paidWith.methodRef }
  if (!('card' in paidWith)) return {}
  const { encryptedCardNumber, encryptedSecurityCode, expirationMonth, expirationYear } = paidWith.card
  return {
    card: {
      encrypted_card_number: encryptedCardNumber,
      encrypted_security_code: encryptedSecurityCode,
      expiration_month: expirationMonth,
      expiration_year: expirationYear,
    },
  }
}
