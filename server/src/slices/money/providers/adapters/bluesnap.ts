import { createHash } from 'node:crypto'
import { BlockList } from 'node:net'
import { DAY_MS, dayOf, SECOND_MS } from '@stationmaster/units'
import { askProvider } from '../call.ts'
import {
  type AuthorizeRequest,
  type ListedPayment,
  type PaidWith,
  type PaymentProvider,
  type PaymentSnapshot,
  ProviderRefusal,
  ProviderUnknown,
  planChargeOf,
  type ReceivedNotice,
  type SavedMethod,
  type Vendors,
} from '../port.ts'
import * as shapes from './bluesnap-shapes.ts'
import { BluesnapVendors } from './bluesnap-vendors.ts'

export interface BluesnapSettings {
  /** https://ws.bluesnap.com/services/2 */
  url: string
  merchantId: string
  username: string
  password: string
  /** its script encrypts cards with it */
  publicKey: string
  /** null: no business accounts are opened */
  agreementUrl: string | null
  /** ISO 4217 */
  currency: string
  timeoutMs: number
}

/** The addresses that BlueSnap's notices come from. */
const senders = new BlockList()
for (const net of ['140', '141', '142', '143'])
  for (const host of ['100', '200']) senders.addAddress(`141.226.${net}.${host}`)
for (const host of ['98', '232', '254']) senders.addAddress(`209.128.93.${host}`)

const readMs = 10 * SECOND_MS
const reportZone = 'America/Los_Angeles'

/** A saved card: the shopper that holds it, and the subscription under which plans charge it. */
function methodOf(methodRef: string): { shopperId: string; subscriptionId: string | null } {
  const [shopperId = '', subscriptionId = null] = methodRef.split('/')
  return { shopperId, subscriptionId }
}

/**
 * BlueSnap's Payment API, version 3. A card is a vaulted shopper; a plan is charged as a subscription that the merchant manages;
 * business accounts are vendors.
 */
export class BluesnapProvider implements PaymentProvider {
  readonly id = 'bluesnap'
  readonly vendors: Vendors | null
  readonly caps = {
    hold: true,
    partialCapture: true,
    multiCapture: false,
    // "3-10 days, depending on the credit card scheme"
    holdTtlSeconds: (3 * DAY_MS) / SECOND_MS,
    keyTtlSeconds: DAY_MS / SECOND_MS,
    methods: ['card'] as const,
  }
  private readonly settings: BluesnapSettings

  constructor(settings: BluesnapSettings) {
    this.settings = settings
    const { agreementUrl } = settings
    this.vendors = agreementUrl === null ? null : new BluesnapVendors(this.ask, agreementUrl)
  }

  get shopId(): string {
    return this.settings.merchantId
  }

  async publicKey(): Promise<string> {
    return this.settings.publicKey
  }

  async saveMethod({ key, paidWith }: { key: string; paidWith: PaidWith }): Promise<SavedMethod> {
    const paymentSources = { creditCardInfo: [{ creditCard: shapes.creditCardOf(paidWith) }] }
    const shopper = shapes.shopperSchema.parse(
      (await this.ask('POST', 'vaulted-shoppers', { paymentSources }, key)).body,
    )
    const { vaultedShopperId } = shopper
    const { subscriptionId } = shapes.subscriptionSchema.parse(
      (await this.ask('POST', 'recurring/ondemand', this.about(vaultedShopperId), `${key}:subscription`))
        .body,
    )
    return {
      methodRef: `${vaultedShopperId}/${subscriptionId}`,
      card: shapes.savedCardOf(shopper),
      action: null,
    }
  }

  async removeMethod({ methodRef }: { methodRef: string }): Promise<void> {
    await this.ask('DELETE', `vaulted-shoppers/${methodOf(methodRef).shopperId}`)
  }

  async authorize(request: AuthorizeRequest): Promise<PaymentSnapshot> {
    const { key, orderRef, amountMinor, paidWith, captures } = request
    const payment = { amount: amountMinor / 100, merchantTransactionId: orderRef }
    const method = 'methodRef' in paidWith ? methodOf(paidWith.methodRef) : null
    if (method?.subscriptionId && captures) {
      const { currency } = this.settings
      const path = `recurring/ondemand/${method.subscriptionId}`
      const { body } = await this.ask('POST', path, { ...payment, currency }, key)
      return shapes.chargeSnapshotOf(shapes.chargeSchema.parse(body))
    }
    const { body } = await this.ask(
      'POST',
      'transactions',
      {
        cardTransactionType: captures ? 'AUTH_CAPTURE' : 'AUTH_ONLY',
        ...payment,
        ...(method
          ? this.about(method.shopperId)
          : { currency: this.settings.currency, creditCard: shapes.creditCardOf(paidWith), storeCard: true }),
      },
      key,
    )
    return shapes.snapshotOf(shapes.transactionSchema.parse(body))
  }

  capture({ paymentRef, amountMinor }: { paymentRef: string; amountMinor: number }) {
    return this.change(paymentRef, { cardTransactionType: 'CAPTURE', amount: amountMinor / 100 }, 'captured')
  }

  cancel({ paymentRef }: { paymentRef: string }) {
    return this.change(paymentRef, { cardTransactionType: 'AUTH_REVERSAL' }, 'canceled')
  }

  /** A change carries no key; one that was done before is refused, so what is refused is read. */
  private async change(
    paymentRef: string,
    body: object,
    wanted: PaymentSnapshot['state'],
  ): Promise<PaymentSnapshot> {
    try {
      await this.ask('PUT', 'transactions', { ...body, transactionId: paymentRef })
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error
      const answer = await this.get(paymentRef)
      if (answer.state !== wanted) throw error
      return answer
    }
    return this.get(paymentRef)
  }

  async refund(request: { key: string; paymentRef: string; amountMinor: number; reason: string }) {
    const { key, paymentRef, amountMinor, reason } = request
    const path = `transactions/refund/${shapes.transactionOf(paymentRef).id}`
    const body = { amount: amountMinor / 100, reason: reason.slice(0, 4000), cancelSubscriptions: false }
    const { refundStatus, refundTransactionId } = shapes.refundSchema.parse(
      (await this.ask('POST', path, body, key)).body,
    )
    if (refundStatus?.toUpperCase() === 'PENDING') throw new ProviderUnknown('the refund is under way')
    return { payment: await this.get(paymentRef), refundRef: refundTransactionId ?? null }
  }

  async get(paymentRef: string): Promise<PaymentSnapshot> {
    const { id, isCharge } = shapes.transactionOf(paymentRef)
    if (!isCharge) return this.read(id)
    const { body } = await this.ask('GET', `recurring/subscriptions/charges/resolve?transactionid=${id}`)
    return shapes.chargeSnapshotOf(shapes.chargeSchema.parse(body))
  }

  /**
   * What the report of transactions tells, which is two to three hours old and leaves out what was only held, and what else is
   * known, each as it stands now. The report has whole days: it may hold more than was requested.
   */
  async list(from: Date, to: Date, known: readonly string[]): Promise<ListedPayment[]> {
    const listed = new Map<string, ListedPayment>()
    for (const row of await this.report(from, to)) {
      const one = await this.listedOf(row)
      if (one) listed.set(one.snapshot.paymentRef, one)
    }
    for (const paymentRef of known) {
      if (listed.has(paymentRef)) continue
      const snapshot = await this.get(paymentRef).catch(refusedAsNone)
      if (snapshot) listed.set(paymentRef, { snapshot, orderRef: '' })
    }
    return [...listed.values()]
  }

  /** Notices carry no signature: where they come from is all that can be checked, and the payment is read with our own key. */
  async parseNotice({ raw, remoteAddress }: ReceivedNotice) {
    if (!senders.check(remoteAddress)) throw new ProviderRefusal('not_the_sender')
    const paymentRef = new URLSearchParams(raw).get('referenceNumber')
    if (!paymentRef) return []
    return [{ noticeId: createHash('sha256').update(raw).digest('hex'), paymentRef }]
  }

  private about(shopperId: string): object {
    return { vaultedShopperId: Number(shopperId), currency: this.settings.currency }
  }

  private async read(name: string): Promise<PaymentSnapshot> {
    return shapes.snapshotOf(
      shapes.transactionSchema.parse((await this.ask('GET', `transactions/${name}`)).body),
    )
  }

  private async listedOf(row: ReportRow): Promise<ListedPayment | null> {
    const orderRef = row['Merchant Transaction ID'] ?? ''
    const id = row['Invoice ID']
    if (id !== undefined && planChargeOf(orderRef))
      return { snapshot: await this.get(shapes.chargeRefOf(id)), orderRef }
    if (orderRef !== '')
      return { snapshot: await this.read(`${orderRef},${this.settings.merchantId}`), orderRef }
    if (id === undefined || !/^sale$/i.test(row['Transaction Type'] ?? '')) return null
    return { snapshot: await this.read(id), orderRef }
  }

  private async report(from: Date, to: Date): Promise<ReportRow[]> {
    const rows: ReportRow[] = []
    const range = { from_date: dayOf(from, reportZone), to_date: dayOf(to, reportZone) }
    let query = new URLSearchParams({ period: 'CUSTOM', ...range })
    for (;;) {
      const { body, headers } = await this.ask('GET', `report/TransactionDetail?${query}`)
      rows.push(...shapes.reportSchema.parse(body).data)
      const nextPageToken = headers.get('next-page-token')
      if (nextPageToken === null) return rows
      query = new URLSearchParams({ nextPageToken })
    }
  }

  private readonly ask: shapes.Ask = async (method, path, body, key) => {
    const { url, username, password, timeoutMs } = this.settings
    const headers = {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      accept: 'application/json',
      'content-type': 'application/json',
      'bluesnap-version': '3.0',
      // 64 characters are taken
      ...(key === undefined ? {} : { 'idempotency-key': createHash('sha256').update(key).digest('hex') }),
    }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await askProvider(
      `${url.replace(/\/$/, '')}/${path}`,
      { method, headers, ...content },
      method === 'GET' ? readMs : timeoutMs,
    )
    const { status } = answer
    if (status < 400) return answer
    // it is still at work on that key
    if (status === 409) throw new ProviderUnknown('under way')
    throw new ProviderRefusal(shapes.refusalOf(status, answer.body))
  }
}

type ReportRow = (typeof shapes.reportSchema)['_output']['data'][number]

function refusedAsNone(error: unknown): null {
  if (error instanceof ProviderRefusal) return null
  throw error
}
