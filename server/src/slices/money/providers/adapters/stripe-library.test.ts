import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProviderRefusal } from '../port.ts'
import type { StripeProvider } from './stripe.ts'
import { held, holdWith, id, StripeStub, secretKey, webhookSecret } from './stripe-stub.fixtures.ts'

const stub = new StripeStub()
let provider: StripeProvider
/** Stripe's own library, which asks the same stub */
let sdk: Stripe

beforeAll(async () => {
  const started = await stub.start()
  provider = started.provider
  const settings = {
    protocol: 'http',
    host: '127.0.0.1',
    port: started.port,
    maxNetworkRetries: 0,
    telemetry: false,
  } as const
  sdk = new Stripe(secretKey, settings)
})
afterAll(() => stub.close())

describe('a request is that of Stripe’s own library', () => {
  const expand = ['latest_charge.balance_transaction']
  const list = (data: object[], has_more: boolean) => ({
    object: 'list',
    data,
    has_more,
    url: '/v1/payment_intents',
  })
  const pages = [list([held], true), list([], false)].map((body) => ({ status: 200, body }))
  const hold = {
    amount: 3000,
    currency: 'eur',
    capture_method: 'manual',
    confirm: true,
    description: 'Charging',
    metadata: { order_ref: '42' },
    allowed_payment_method_types: ['card'],
    expand,
  } satisfies Stripe.PaymentIntentCreateParams

  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'for a hold',
      () => provider.authorize(holdWith()),
      () =>
        sdk.paymentIntents.create(
          {
            ...hold,
            payment_method: 'pm_1',
            return_url: 'https://csms.example/pay/x',
            setup_future_usage: 'off_session',
          },
          { idempotencyKey: '42:authorize:1' },
        ),
    ],
    [
      'for a hold on a card that was kept',
      () => provider.authorize(holdWith({ methodRef: 'pm_kept' })),
      () =>
        sdk.paymentIntents.create(
          { ...hold, payment_method: 'pm_kept', off_session: true },
          { idempotencyKey: '42:authorize:1' },
        ),
    ],
    [
      'for a capture',
      () => provider.capture({ key: 'c', paymentRef: id, amountMinor: 1005 }),
      () => sdk.paymentIntents.capture(id, { amount_to_capture: 1005, expand }, { idempotencyKey: 'c' }),
    ],
    [
      'for a cancel',
      () => provider.cancel({ key: 'x', paymentRef: id }),
      () => sdk.paymentIntents.cancel(id, { expand }, { idempotencyKey: 'x' }),
    ],
    [
      'for a refund',
      () => provider.refund({ key: 'r', paymentRef: id, amountMinor: 500, reason: 'Kabel & Stecker: 50 %' }),
      () =>
        sdk.refunds.create(
          { payment_intent: id, amount: 500, metadata: { reason: 'Kabel & Stecker: 50 %' } },
          { idempotencyKey: 'r' },
        ),
    ],
    ['for a payment', () => provider.get(id), () => sdk.paymentIntents.retrieve(id, { expand })],
    [
      'for a card that is kept',
      () => provider.saveMethod({ paidWith: { token: 'pm_1' } }),
      () => sdk.paymentMethods.retrieve('pm_1'),
    ],
    [
      'for one that is forgotten',
      () => provider.removeMethod({ key: 'd', methodRef: 'pm_1' }),
      () => sdk.paymentMethods.detach('pm_1', {}, { idempotencyKey: 'd' }),
    ],
    [
      'for the payments of a day',
      () => provider.list(new Date('2026-03-01T00:00:00Z'), new Date('2026-03-02T00:00:00Z')),
      () =>
        sdk.paymentIntents
          .list({
            created: { gte: 1_772_323_200, lt: 1_772_409_600 },
            limit: 100,
            expand: expand.map((path) => `data.${path}`),
          })
          .autoPagingToArray({ limit: 10_000 }),
    ],
  ])('%s', async (_, ours, theirs) => {
    const sentBy = async (call: () => Promise<unknown>) => {
      stub.reset()
      stub.answers = [...pages]
      await call().catch(() => undefined)
      return stub.requests.map(({ path, ...request }) => {
        const { pathname, searchParams } = new URL(path, 'http://stub')
        return { ...request, pathname, query: [...searchParams].sort() }
      })
    }
    const sent = await sentBy(theirs)
    expect(sent.length).toBeGreaterThan(0)
    const own = await sentBy(ours)
    // a refund is read on its payment after that
    expect(own.slice(0, sent.length)).toEqual(sent)
  })
})

test('a notice is taken where Stripe’s own library takes it', async () => {
  const now = new Date('2026-03-01T10:00:00Z')
  const raw = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object: held } })
  const at = Math.floor(now.getTime() / 1000)
  const signed = (seconds: number, secret = webhookSecret) =>
    createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex')
  const parts = [
    ...[at, at - 300, at - 301, at + 10].map((seconds) => `t=${seconds}`),
    ...[signed(at), signed(at - 300), signed(at - 301), signed(at, 'other'), 'zz'].map((v) => `v1=${v}`),
    ...[`v0=${signed(at)}`, 't', ''],
  ]
  const heads = fc.array(fc.constantFrom(...parts), { maxLength: 4 }).map((list) => list.join(','))
  const known = fc.constant(`t=${at},v1=${signed(at)}`)
  await fc.assert(
    fc.asyncProperty(fc.oneof(heads, known), async (signature) => {
      const theirs = () =>
        sdk.webhooks.constructEvent(raw, signature, webhookSecret, 300, undefined, now.getTime())
      const own = provider.parseNotice({
        raw,
        headers: { 'stripe-signature': signature },
        remoteAddress: '',
        now,
      })
      const [taken, refused] = await own.then(
        (list) => [list.length, null],
        (error: unknown) => [0, error],
      )
      let isTheirs = true
      try {
        theirs()
      } catch {
        isTheirs = false
      }
      expect([signature, taken === 1]).toEqual([signature, isTheirs])
      if (!isTheirs) expect(refused).toBeInstanceOf(ProviderRefusal)
    }),
    { numRuns: 500 },
  )
})
