import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderRefusal, ProviderUnknown } from '../port.ts'
import { ProviderStub } from './stub.fixtures.ts'
import { YookassaProvider } from './yookassa.ts'
import { YookassaApi } from './yookassa-api.ts'

/** YooKassa's interface answers in the shapes of its documentation (API version 3). */
const stub = new ProviderStub()
const { requests } = stub
let provider: YookassaProvider

beforeAll(async () => {
  const settings = { shopId: '100500', secretKey: 'live_x', currency: 'RUB', timeoutMs: 5000 }
  provider = new YookassaProvider(new YookassaApi({ url: `${await stub.start()}/v3`, ...settings }))
})
afterAll(() => stub.close())
beforeEach(() => stub.reset())

const id = '22d6d597-000f-5000-9000-145f6df21d6f'
const rub = (value: string) => ({ value, currency: 'RUB' })
const payment = (changes: object = {}) => ({
  id,
  status: 'pending',
  paid: false,
  amount: rub('300.00'),
  created_at: '2026-03-01T10:00:00.000Z',
  metadata: { order_ref: '42' },
  recipient: { account_id: '100500', gateway_id: '100700' },
  test: false,
  refundable: false,
  ...changes,
})
const held = payment({
  status: 'waiting_for_capture',
  paid: true,
  expires_at: '2026-03-08T10:00:00.000Z',
  payment_method: {
    type: 'bank_card',
    id: '24b94598-000f-5000-9000-1b68e7b15f3f',
    saved: true,
    title: 'Bank card *4444',
    card: {
      first6: '555555',
      last4: '4444',
      expiry_month: '12',
      expiry_year: '2030',
      card_type: 'MasterCard',
    },
  },
})
const page = { type: 'redirect', confirmation_url: 'https://yoomoney.ru/api-pages/v2/payment-confirm/epl' }

const authorize = (paidWith = {}, method: 'card' | 'sbp' = 'card') =>
  provider.authorize({
    key: '42:authorize:1',
    orderRef: '42',
    amountMinor: 30_000,
    method,
    paidWith,
    captures: method === 'sbp',
    description: 'Charging',
    returnUrl: 'https://csms.example/pay/x',
  })

describe('requests', () => {
  test('a hold, with key, shop and amount in roubles', async () => {
    stub.answers = [{ status: 200, body: payment({ confirmation: page }) }]
    const answer = await authorize()
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: '/v3/payments',
        headers: {
          'idempotence-key': '42:authorize:1',
          authorization: `Basic ${Buffer.from('100500:live_x').toString('base64')}`,
        },
        body: {
          amount: rub('300.00'),
          capture: false,
          metadata: { order_ref: '42' },
          description: 'Charging',
          payment_method_data: { type: 'bank_card' },
          confirmation: { type: 'redirect', return_url: 'https://csms.example/pay/x' },
        },
      },
    ])
    expect(answer).toMatchObject({
      state: 'action',
      action: { kind: 'redirect', url: page.confirmation_url },
    })
  })

  test('a token of its form, a saved card, SBP', async () => {
    stub.answers = [1, 2, 3].map(() => ({ status: 200, body: payment() }))
    await authorize({ token: 'eyJ0' })
    await authorize({ methodRef: 'saved' })
    await authorize({}, 'sbp')
    const [token, saved, sbp] = requests.map(({ body }) => body as Record<string, unknown>)
    expect(token).toMatchObject({ payment_token: 'eyJ0', save_payment_method: true })
    expect(saved).toMatchObject({ payment_method_id: 'saved' })
    expect(saved).not.toHaveProperty('confirmation')
    expect(sbp).toMatchObject({ capture: true, payment_method_data: { type: 'sbp' } })
  })

  test('a capture in part, a cancel, a refund that is read on its payment', async () => {
    const captured = payment({
      status: 'succeeded',
      paid: true,
      amount: rub('100.50'),
      income_amount: rub('97.49'),
    })
    stub.answers = [
      { status: 200, body: captured },
      {
        status: 200,
        body: payment({
          status: 'canceled',
          cancellation_details: { party: 'merchant', reason: 'canceled_by_merchant' },
        }),
      },
      { status: 200, body: { id: 'r', status: 'succeeded', amount: rub('50.00'), payment_id: id } },
      { status: 200, body: { ...captured, refunded_amount: rub('50.00') } },
    ]
    expect(await provider.capture({ key: 'c', paymentRef: id, amountMinor: 10_050 })).toMatchObject({
      state: 'captured',
      capturedMinor: 10_050,
      feeMinor: 301,
      refundedMinor: 0,
    })
    expect(await provider.cancel({ key: 'x', paymentRef: id })).toMatchObject({ state: 'canceled' })
    const back = await provider.refund({
      key: 'r',
      paymentRef: id,
      amountMinor: 5000,
      reason: 'Cable was broken',
    })
    expect(back).toMatchObject({ payment: { state: 'captured', refundedMinor: 5000 }, refundRef: 'r' })
    expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', `/v3/payments/${id}/capture`, { amount: rub('100.50') }],
      ['POST', `/v3/payments/${id}/cancel`, {}],
      ['POST', '/v3/refunds', { payment_id: id, amount: rub('50.00'), description: 'Cable was broken' }],
      ['GET', `/v3/payments/${id}`, null],
    ])
    expect(requests.map(({ headers }) => headers['idempotence-key'])).toEqual(['c', 'x', 'r', undefined])
  })

  test('a card to be kept, on its own page', async () => {
    stub.answers = [
      {
        status: 200,
        body: { id: 'pm', type: 'bank_card', saved: false, status: 'pending', confirmation: page },
      },
    ]
    expect(await provider.saveMethod({ key: 's', returnUrl: 'https://csms.example/back' })).toEqual({
      methodRef: 'pm',
      card: null,
      action: { kind: 'redirect', url: page.confirmation_url },
    })
    expect(requests).toMatchObject([
      {
        path: '/v3/payment_methods',
        body: { type: 'bank_card', confirmation: { return_url: 'https://csms.example/back' } },
      },
    ])
  })

  test('a day, page after page', async () => {
    stub.answers = [
      { status: 200, body: { type: 'list', items: [held], next_cursor: '37a5' } },
      { status: 200, body: { type: 'list', items: [payment({ metadata: {} })] } },
    ]
    const all = await provider.list(new Date('2026-03-01T00:00:00Z'), new Date('2026-03-02T00:00:00Z'))
    expect(all.map(({ orderRef, snapshot }) => [orderRef, snapshot.state])).toEqual([
      ['42', 'held'],
      ['', 'pending'],
    ])
    expect(requests.map(({ path }) => path)).toEqual([
      '/v3/payments?limit=100&created_at.gte=2026-03-01T00%3A00%3A00.000Z&created_at.lt=2026-03-02T00%3A00%3A00.000Z',
      '/v3/payments?limit=100&created_at.gte=2026-03-01T00%3A00%3A00.000Z&created_at.lt=2026-03-02T00%3A00%3A00.000Z&cursor=37a5',
    ])
  })
})

describe('answers', () => {
  const answer = async (body: object) => {
    stub.answers = [{ status: 200, body }]
    return provider.get(id)
  }

  test('a hold, until when, of which card, and what can be paid with again', async () => {
    expect(await answer(held)).toEqual({
      paymentRef: id,
      state: 'held',
      heldMinor: 30_000,
      capturedMinor: 0,
      refundedMinor: 0,
      holdExpiresAt: new Date('2026-03-08T10:00:00Z'),
      action: null,
      feeMinor: null,
      declineCode: null,
      methodRef: '24b94598-000f-5000-9000-1b68e7b15f3f',
      card: { brand: 'MasterCard', last4: '4444' },
    })
  })

  test.each([
    ['insufficient_funds', 'failed', 'insufficient_funds'],
    ['3d_secure_failed', 'failed', '3d_secure_failed'],
    ['expired_on_confirmation', 'failed', 'expired_on_confirmation'],
    ['expired_on_capture', 'canceled', null],
    ['canceled_by_merchant', 'canceled', null],
  ])('an end because of %s is %s', async (reason, state, declineCode) => {
    const body = payment({ status: 'canceled', cancellation_details: { party: 'yoo_money', reason } })
    expect(await answer(body)).toMatchObject({ state, declineCode, heldMinor: 0 })
  })

  test('a code to scan', async () => {
    const confirmation = {
      type: 'qr',
      confirmation_data: 'https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M',
    }
    expect(await answer(payment({ confirmation }))).toMatchObject({
      action: { kind: 'qr', url: confirmation.confirmation_data },
    })
  })
})

describe('what went wrong', () => {
  const error = (code: string) => ({
    type: 'error',
    id: 'ab5a11cd',
    code,
    description: 'why',
    parameter: 'amount',
  })

  test('a refusal has the word for it', async () => {
    stub.answers = [{ status: 400, body: error('invalid_request') }]
    await expect(authorize()).rejects.toEqual(
      new ProviderRefusal('invalid_request', 'invalid_request: amount'),
    )
    stub.answers = [{ status: 404, body: error('not_found') }]
    await expect(provider.get(id)).rejects.toBeInstanceOf(ProviderRefusal)
    stub.answers = [{ status: 200, body: { id: 'r', status: 'canceled', payment_id: id } }]
    const refund = provider.refund({ key: 'r', paymentRef: id, amountMinor: 1, reason: '' })
    await expect(refund).rejects.toEqual(new ProviderRefusal('refund_canceled'))
  })

  test.each([500, 503, 429, 401, 403, 202])('after %i nobody knows', async (status) => {
    stub.answers = [{ status, body: error('internal_server_error') }]
    await expect(authorize()).rejects.toBeInstanceOf(ProviderUnknown)
  })

  test('nor after a closed socket, or while a refund is under way', async () => {
    await expect(authorize()).rejects.toBeInstanceOf(ProviderUnknown)
    stub.answers = [{ status: 200, body: { id: 'r', status: 'pending', payment_id: id } }]
    const refund = provider.refund({ key: 'r', paymentRef: id, amountMinor: 1, reason: '' })
    await expect(refund).rejects.toBeInstanceOf(ProviderUnknown)
  })
})

describe('a notice', () => {
  const received = (remoteAddress: string, body: unknown) => ({
    raw: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {},
    remoteAddress,
    now: new Date(),
  })
  const notice = { type: 'notification', event: 'payment.waiting_for_capture', object: held }

  test.each([
    '185.71.76.1',
    '185.71.77.31',
    '77.75.156.11',
    '77.75.153.127',
    '2a02:5180:0:1::7',
  ])('from %s is taken for what it names', async (address) => {
    expect(await provider.parseNotice(received(address, notice))).toEqual([
      { noticeId: `payment.waiting_for_capture ${id}`, paymentRef: id },
    ])
  })

  test('of a refund names its payment', async () => {
    const refund = { event: 'refund.succeeded', object: { id: 'r1', status: 'succeeded', payment_id: id } }
    expect(await provider.parseNotice(received('77.75.156.35', refund))).toEqual([
      { noticeId: 'refund.succeeded r1', paymentRef: id },
    ])
  })

  test.each([
    ['another address', '185.71.76.32', notice],
    ['this machine', '127.0.0.1', notice],
    ['the right one, but no notice', '185.71.76.1', { hello: 1 }],
    ['the right one, but no JSON', '185.71.76.1', '<xml/>'],
  ])('from %s is refused', async (_, address, body) => {
    await expect(provider.parseNotice(received(address, body))).rejects.toBeInstanceOf(ProviderRefusal)
  })
})
