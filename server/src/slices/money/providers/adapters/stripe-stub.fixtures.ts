import { createServer, type Server } from 'node:http'
import type { AuthorizeRequest } from '../port.ts'
import { StripeProvider } from './stripe.ts'

export const secretKey = 'sk_test_x'
export const webhookSecret = 'whsec_test'

/** A request to Stripe's interface; `path` is decoded, and so is the form. */
export interface StripeRequest {
  method: string
  path: string
  key: unknown
  authorization: unknown
  version: unknown
  form: Record<string, string>
}

/** Stands in for Stripe: it records requests, and answers what a test has set, in the shapes of Stripe's documentation. */
export class StripeStub {
  readonly requests: StripeRequest[] = []
  answers: { status: number; body: unknown }[] = []
  private readonly server: Server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
    const { method, url, headers } = request
    this.requests.push({
      method: method!,
      path: decodeURIComponent(url!),
      key: headers['idempotency-key'],
      authorization: headers.authorization,
      version: headers['stripe-version'],
      form: Object.fromEntries(new URLSearchParams(Buffer.concat(pieces).toString())),
    })
    const answer = this.answers.shift()
    // an answer that never comes: the socket is closed
    if (!answer) return void request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })

  /** Resolves with its port, and our provider that asks it. */
  async start(): Promise<{ port: number; provider: StripeProvider }> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const { port } = this.server.address() as { port: number }
    const settings = { secretKey, webhookSecret, currency: 'EUR', timeoutMs: 5000 }
    return { port, provider: new StripeProvider({ ...settings, url: `http://127.0.0.1:${port}` }) }
  }

  /** Forgets the requests, and the answers that are left. */
  reset(): void {
    this.requests.length = 0
    this.answers = []
  }

  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }
}

export const id = 'pi_3MtwBwLkdIwHu7ix28a3tqPa'
export const card = { brand: 'visa', last4: '4242', capture_before: 1_772_960_400 }
export const charge = (changes: object = {}) => ({
  id: 'ch_1',
  object: 'charge',
  amount: 3000,
  amount_captured: 0,
  amount_refunded: 0,
  balance_transaction: null,
  payment_method_details: { type: 'card', card },
  ...changes,
})
export const intent = (changes: object = {}) => ({
  id,
  object: 'payment_intent',
  amount: 3000,
  amount_capturable: 0,
  amount_received: 0,
  currency: 'eur',
  status: 'processing',
  metadata: { order_ref: '42' },
  next_action: null,
  last_payment_error: null,
  payment_method: 'pm_1',
  setup_future_usage: null,
  latest_charge: null,
  capture_method: 'manual',
  ...changes,
})
export const held = intent({
  status: 'requires_capture',
  amount_capturable: 3000,
  setup_future_usage: 'off_session',
  latest_charge: charge(),
})
/** A hold of 30.00, with this. */
export const holdWith = (paidWith: AuthorizeRequest['paidWith'] = { token: 'pm_1' }): AuthorizeRequest => ({
  key: '42:authorize:1',
  orderRef: '42',
  amountMinor: 3000,
  method: 'card',
  paidWith,
  captures: false,
  description: 'Charging',
  returnUrl: 'https://csms.example/pay/x',
})
