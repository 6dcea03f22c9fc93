import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { cardOf, type KnownCard } from './cards.ts'
import { Notices } from './notices.ts'
import { endedPage, fastPaymentPage, receiptPage, rightCode, secureCodePage } from './pages.ts'
import * as rules from './payment.ts'
import { type Payment, Refused } from './payment.ts'
import { Store, type Vendor } from './store.ts'
import { receiptAnswer, registered, type TillMode, tillModes } from './till.ts'
import { Vault } from './vault.ts'

export interface SandboxOptions {
  folder: string
  /** who may call, and what notices are signed with */
  apiKey: string
  host: string
  port: number
  /** how long a slow card keeps its caller waiting */
  slowMs: number
  /** how late the notices of a late card come */
  lateMs: number
  /** its clock */
  now: () => Date
}

interface Answer {
  status: number
  body: unknown
  html?: string
  location?: string
}

type Body = Record<string, unknown>

const mostBytes = 65_536
/** a passport or bank number that is refused, to see what becomes of that */
const refusedNumber = '0000'
const ok = (body: unknown): Answer => ({ status: 200, body })
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A payment provider to try things with: the whole of its interface over HTTP, no money anywhere. */
export class Sandbox {
  private readonly store: Store
  private readonly vault: Vault
  private readonly notices: Notices
  private readonly http: Server
  private pages = ''
  private tillMode: TillMode = 'works'

  constructor(private readonly options: SandboxOptions) {
    this.store = new Store(options.folder)
    this.vault = new Vault(options.folder)
    this.notices = new Notices(options.apiKey, options.lateMs, options.now)
    this.http = createServer((request, response) => {
      this.answer(request)
        .catch((error: unknown): Answer => {
          if (error instanceof Refused) return { status: error.status, body: { code: error.code } }
          return { status: 500, body: { code: 'sandbox_failed', text: String(error) } }
        })
        .then((answer) => send(response, answer))
    })
  }

  /** Resolves with its address once it listens. */
  listen(): Promise<string> {
    const { host, port } = this.options
    return new Promise((resolve, reject) => {
      this.http.once('error', reject)
      this.http.listen(port, host, () => {
        const { port: listening } = this.http.address() as { port: number }
        this.pages = `http://${host}:${listening}`
        resolve(this.pages)
      })
    })
  }

  close(): void {
    this.http.close()
    this.http.closeAllConnections()
  }

  private async answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const parts = url.pathname.split('/').filter((part) => part !== '')
    if (parts[0] === 'pages') return this.page(request, parts[1] ?? '', parts[2] ?? '')
    if (request.method === 'GET' && url.pathname === '/v1/public-key')
      return ok({ key: this.vault.publicKey })
    if (!this.isKnown(request)) throw new Refused('unauthorized', 401)
    if (request.method === 'GET') return ok(this.read(parts, url.searchParams))
    const text = await textOf(request)
    if (parts[1] === 'till') return this.tell(parsed(text))
    if (parts[1] === 'receipts') return this.register(String(request.headers['idempotency-key'] ?? ''), text)
    return this.once(request, `${url.pathname} ${text}`, () =>
      this.change(request.method, parts, parsed(text)),
    )
  }

  private isKnown({ headers }: IncomingMessage): boolean {
    return timingSafeEqual(hashOf(headers.authorization ?? ''), hashOf(`Bearer ${this.options.apiKey}`))
  }

  /** A call with a key that was answered before is answered so again. */
  private async once({ headers }: IncomingMessage, content: string, act: () => Answer & { slow?: boolean }) {
    const key = String(headers['idempotency-key'] ?? '')
    if (key === '') throw new Refused('idempotency_key_missing', 400)
    const print = hashOf(content).toString('hex')
    const before = this.store.answers.get(key)
    if (before && before.content !== print) throw new Refused('idempotency_key_reused', 409)
    if (before) return before
    let answer: Answer & { slow?: boolean }
    try {
      answer = act()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      answer = { status: error.status, body: { code: error.code } }
    }
    const { status, body, slow } = answer
    this.store.keep({ kind: 'answers', value: { key, content: print, status, body } })
    if (slow) await delay(this.options.slowMs)
    return { status, body }
  }

  private read([, noun, id]: string[], query: URLSearchParams): unknown {
    if (noun === 'receipts' && id !== undefined) return this.receipt(id)
    if (noun === 'receipts')
      return [...this.store.receipts.values()].map((receipt) => receiptAnswer(receipt, this.pages))
    if (noun !== 'payments') throw new Refused('not_found', 404)
    if (id !== undefined) return this.shown(this.payment(id))
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
    return [...this.store.payments.values()]
      .filter(({ createdAt }) => createdAt >= from && createdAt < to)
      .map(({ id }) => this.shown(this.payment(id)))
  }

  private receipt(key: string) {
    if (this.tillMode === 'down') throw new Refused('till_down', 503)
    const receipt = this.store.receipts.get(key)
    if (!receipt) throw new Refused('not_found', 404)
    return receiptAnswer(receipt, this.pages)
  }

  private change(method: string | undefined, [, noun, id, verb]: string[], body: Body) {
    if (noun === 'payments' && id === undefined) return this.pay(body)
    if (noun === 'methods' && id === undefined) return this.saveMethod(body)
    if (noun === 'methods' && method === 'DELETE' && id !== undefined) {
      this.store.methods.delete(id)
      return ok({})
    }
    if (noun === 'vendors' && verb === 'payout') return this.savePayout(id ?? '', body)
    if (noun === 'vendors') return this.saveVendor(id, body)
    if (noun !== 'payments' || id === undefined) throw new Refused('not_found', 404)
    const payment = this.payment(id)
    if (verb === 'capture') {
      if (rules.refusesCapture(payment)) {
        this.store.keep({ kind: 'payments', value: { ...payment, captureRefused: true } })
        throw new Refused('try_again_later')
      }
      return this.moved(payment, rules.capture(payment, Number(body.amount)))
    }
    if (verb === 'cancel') return this.moved(payment, rules.cancel(payment))
    if (verb === 'refunds') return this.moved(payment, rules.refund(payment, Number(body.amount)))
    throw new Refused('not_found', 404)
  }

  /** Tells the till how to behave. */
  private tell({ mode }: Body): Answer {
    if (!tillModes.includes(mode as TillMode)) throw new Refused('mode_unknown', 400)
    this.tillMode = mode as TillMode
    return ok({ mode })
  }

  /** Registers a receipt once for each key; one that was registered is returned as it is, whatever the till does now. */
  private async register(key: string, text: string): Promise<Answer> {
    if (key === '') throw new Refused('idempotency_key_missing', 400)
    if (this.tillMode === 'down') return { status: 503, body: { code: 'till_down' } }
    const content = hashOf(text).toString('hex')
    const before = this.store.receipts.get(key)
    if (before && before.content !== content) throw new Refused('idempotency_key_reused', 409)
    if (!before && this.tillMode === 'refuses') throw new Refused('till_refuses', 422)
    const receipt =
      before ?? registered(key, content, parsed(text), this.store.receipts.size, this.options.now())
    if (!before) this.store.keep({ kind: 'receipts', value: receipt })
    if (this.tillMode === 'slow') await delay(this.options.slowMs)
    if (!before && this.tillMode === 'twice') return { status: 202, body: { state: 'pending', key } }
    return ok(receiptAnswer(receipt, this.pages))
  }

  private pay(body: Body): Answer & { slow?: boolean } {
    const method = body.method === 'sbp' ? 'sbp' : 'card'
    const amount = Number(body.amount)
    if (!Number.isSafeInteger(amount) || amount <= 0) throw new Refused('amount_invalid', 400)
    if (method === 'sbp' && body.captures !== true) throw new Refused('sbp_cannot_be_held', 400)
    const methodRef = body.method_ref ? String(body.method_ref) : null
    const card = method === 'card' ? this.cardFor(body) : null
    const requested: rules.NewPayment = {
      id: `pay_${randomUUID()}`,
      orderRef: String(body.order_ref ?? ''),
      method,
      amount,
      card,
      captures: body.captures === true,
      description: String(body.description ?? ''),
      returnUrl: String(body.return_url ?? ''),
      notifyUrl: String(body.notify_url ?? ''),
      methodRef,
    }
    const payment = rules.authorize(requested, methodRef === null, this.options.now())
    const answer = this.moved(undefined, methodRef === null ? this.withMethod(payment) : payment)
    return { ...answer, slow: card?.behaviour === 'slow' }
  }

  /** A card that was paid with can be paid with again. */
  private withMethod(payment: Payment): Payment {
    if (!payment.card || payment.state === 'failed') return payment
    return { ...payment, methodRef: this.keepMethod(payment.card) }
  }

  private keepMethod(card: KnownCard): string {
    const ref = `card_${randomUUID()}`
    this.store.keep({ kind: 'methods', value: { ref, card } })
    return ref
  }

  private saveMethod(body: Body): Answer {
    const card = this.cardFor(body)
    if (card.behaviour === 'declined') throw new Refused('card_declined')
    const { brand, last4 } = card
    return ok({ method_ref: this.keepMethod(card), card: { brand, last4 } })
  }

  private saveVendor(id: string | undefined, body: Body): Answer {
    const before = id === undefined ? undefined : this.vendor(id)
    const { passportNumber } = (body.vendorPrincipal ?? {}) as Body
    if (passportNumber === refusedNumber) throw new Refused('vendor_refused', 422)
    const vendor = before ?? { ref: `vendor_${randomUUID()}`, payout: false }
    this.store.keep({ kind: 'vendors', value: vendor })
    return ok({ vendor_ref: vendor.ref })
  }

  private savePayout(id: string, { bankId }: Body): Answer {
    const vendor = this.vendor(id)
    if (bankId === refusedNumber) throw new Refused('bank_refused', 422)
    this.store.keep({ kind: 'vendors', value: { ...vendor, payout: true } })
    return ok({})
  }

  private vendor(id: string): Vendor {
    const vendor = this.store.vendors.get(id)
    if (!vendor) throw new Refused('vendor_unknown', 404)
    return vendor
  }

  private cardFor(body: Body): KnownCard {
    if (body.method_ref) {
      const method = this.store.methods.get(String(body.method_ref))
      if (!method) throw new Refused('method_unknown', 404)
      return method.card
    }
    const { encrypted_card_number, encrypted_security_code, expiration_month, expiration_year } =
      (body.card ?? {}) as Body
    const number = this.vault.open(String(encrypted_card_number ?? ''))
    const code = this.vault.open(String(encrypted_security_code ?? ''))
    if (!/^\d{12,19}$/.test(number)) throw new Refused('card_number_invalid', 400)
    if (!/^\d{3,4}$/.test(code)) throw new Refused('security_code_invalid', 400)
    const endOfMonth = Date.UTC(Number(expiration_year), Number(expiration_month), 1)
    if (!(endOfMonth > this.options.now().getTime())) throw new Refused('card_expired')
    return cardOf(number)
  }

  private payment(id: string): Payment {
    const payment = this.store.payments.get(id)
    if (!payment) throw new Refused('not_found', 404)
    const now = rules.expired(payment, this.options.now())
    if (now !== payment) this.moved(payment, now)
    return now
  }

  private moved(before: Payment | undefined, after: Payment): Answer {
    if (after !== before) {
      this.store.keep({ kind: 'payments', value: after })
      this.notices.send(after)
    }
    return ok(this.shown(after))
  }

  private shown(payment: Payment): unknown {
    return rules.answerOf(payment, this.pages)
  }

  /** What the driver sees: the bank's question, and the way back once it is answered. */
  private async page(request: IncomingMessage, kind: string, id: string): Promise<Answer> {
    if (kind === 'receipt') {
      const receipt = [...this.store.receipts.values()].find(({ document }) => String(document) === id)
      if (!receipt) throw new Refused('not_found', 404)
      return { status: 200, body: null, html: receiptPage(receipt) }
    }
    const payment = this.payment(id)
    if (payment.state !== 'action') return { status: 200, body: null, html: endedPage() }
    const secure = kind === '3ds'
    if (request.method !== 'POST')
      return {
        status: 200,
        body: null,
        html: secure ? secureCodePage(payment, false) : fastPaymentPage(payment),
      }
    const form = new URLSearchParams(await textOf(request))
    const agrees = form.get('answer') === 'yes'
    if (agrees && secure && form.get('code')?.trim() !== rightCode)
      return { status: 200, body: null, html: secureCodePage(payment, true) }
    const refusal = secure ? 'authentication_failed' : 'canceled_by_payer'
    this.moved(payment, agrees ? rules.approve(payment, this.options.now()) : rules.fail(payment, refusal))
    return { status: 303, body: null, location: payment.returnUrl }
  }
}

function parsed(text: string): Body {
  try {
    return text === '' ? {} : (JSON.parse(text) as Body)
  } catch {
    throw new Refused('not_json', 400)
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > mostBytes) throw new Refused('too_large', 413)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function send(response: ServerResponse, { status, body, html, location }: Answer): void {
  response.writeHead(status, {
    'content-type': html === undefined ? 'application/json' : 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    ...(location === undefined ? {} : { location }),
  })
  response.end(html ?? JSON.stringify(body))
}
