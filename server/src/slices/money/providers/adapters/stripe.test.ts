import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderRefusal, ProviderUnknown } from '../port.ts'
import type { StripeProvider } from './stripe.ts'
import {
  card,
  charge,
  held,
  holdWith,
  id,
  intent,
  StripeStub,
  webhookSecret,
} from './stripe-stub.fixtures.ts'

const stub = new StripeStub()
const { requests } = stub
let provider: StripeProvider

beforeAll(async () => {
  provider = (await stub.start()).provider
})
afterAll(() => stub.close())
beforeEach(() => stub.reset())

const captured = (refunded: number) =>
  intent({
    status: 'succeeded',
    amount_received: 1005,
    latest_charge: charge({
      amount_captured: 1005,
      amount_refunded: 1995 + refunded,
      balance_transaction: { id: 'txn_1', object: 'balance_transaction', fee: 40 },
    }),
  })

const authorize = (paidWith?: { token: string } | { methodRef: string }) =>
  provider.authorize(holdWith(paidWith))

describe('requests', () => {
  test('a hold with its key, confirmed at once', async () => {
    const url = 'https://hooks.stripe.com/3d_secure_2/hosted'
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: 'x' } }
    stub.answers = [{ status: 200, body: intent({ status: 'requires_action', next_action }) }]
    expect(await authorize()).toMatchObject({
      state: 'action',
      action: { kind: 'redirect', url },
      heldMinor: 0,
    })
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: '/v1/payment_intents',
        key: '42:authorize:1',
        authorization: 'Bearer sk_test_x',
        form: {
          amount: '3000',
          currency: 'eur',
          capture_method: 'manual',
          confirm: 'true',
          payment_method: 'pm_1',
          'metadata[order_ref]': '42',
          'allowed_payment_method_types[0]': 'card',
          setup_future_usage: 'off_session',
          return_url: 'https://csms.example/pay/x',
        },
      },
    ])
  })

  test('a card that was kept is charged without its driver', async () => {
    stub.answers = [{ status: 200, body: held }]
    await authorize({ methodRef: 'pm_kept' })
    expect(requests[0]?.form).toMatchObject({ payment_method: 'pm_kept', off_session: 'true' })
    expect(requests[0]?.form).not.toHaveProperty('return_url')
  })

  test('a capture in part, a cancel, a refund that is read on its payment', async () => {
    stub.answers = [
      { status: 200, body: captured(0) },
      { status: 200, body: intent({ status: 'canceled' }) },
      { status: 200, body: { id: 're_1', object: 'refund', status: 'succeeded', amount: 500 } },
      { status: 200, body: captured(500) },
    ]
    expect(await provider.capture({ key: 'c', paymentRef: id, amountMinor: 1005 })).toMatchObject({
      state: 'captured',
      capturedMinor: 1005,
      refundedMinor: 0,
      feeMinor: 40,
    })
    expect(await provider.cancel({ key: 'x', paymentRef: id })).toMatchObject({
      state: 'canceled',
      heldMinor: 0,
    })
    const back = await provider.refund({
      key: 'r',
      paymentRef: id,
      amountMinor: 500,
      reason: 'Cable was broken',
    })
    expect(back).toMatchObject({
      payment: { state: 'captured', refundedMinor: 500 },
      refundRef: expect.stringMatching(/^re_/),
    })
    expect(requests.map(({ method, path, key }) => [method, path.split('?')[0], key])).toEqual([
      ['POST', `/v1/payment_intents/${id}/capture`, 'c'],
      ['POST', `/v1/payment_intents/${id}/cancel`, 'x'],
      ['POST', '/v1/refunds', 'r'],
      ['GET', `/v1/payment_intents/${id}`, undefined],
    ])
    expect(requests[0]?.form).toMatchObject({ amount_to_capture: '1005' })
    expect(requests[2]?.form).toMatchObject({ payment_intent: id, amount: '500' })
  })

  test('a card that is kept, and forgotten', async () => {
    const method = { id: 'pm_1', object: 'payment_method', type: 'card', card }
    stub.answers = [method, method].map((body) => ({ status: 200, body }))
    expect(await provider.saveMethod({ paidWith: { token: 'pm_1' } })).toEqual({
      methodRef: 'pm_1',
      card: { brand: 'visa', last4: '4242' },
      action: null,
    })
    await provider.removeMethod({ key: 'd', methodRef: 'pm_1' })
    expect(requests.map(({ path }) => path)).toEqual([
      '/v1/payment_methods/pm_1',
      '/v1/payment_methods/pm_1/detach',
    ])
  })

  test('a day, page after page', async () => {
    const list = (data: object[], has_more: boolean) => ({
      object: 'list',
      data,
      has_more,
      url: '/v1/payment_intents',
    })
    stub.answers = [
      { status: 200, body: list([held], true) },
      { status: 200, body: list([intent({ id: 'pi_2', metadata: {} })], false) },
    ]
    const all = await provider.list(new Date('2026-03-01T00:00:00Z'), new Date('2026-03-02T00:00:00Z'))
    expect(all.map(({ orderRef, snapshot }) => [orderRef, snapshot.state])).toEqual([
      ['42', 'held'],
      ['', 'pending'],
    ])
    expect(requests[0]?.path).toContain('created[gte]=1772323200&created[lt]=1772409600')
    expect(requests[1]?.path).toContain(`starting_after=${id}`)
  })
})

describe('answers', () => {
  test('a hold, until when, of which card, and what can be paid with again', async () => {
    stub.answers = [{ status: 200, body: held }]
    expect(await provider.get(id)).toEqual({
      paymentRef: id,
      state: 'held',
      heldMinor: 3000,
      capturedMinor: 0,
      refundedMinor: 0,
      holdExpiresAt: new Date(1_772_960_400_000),
      action: null,
      feeMinor: null,
      declineCode: null,
      methodRef: 'pm_1',
      card: { brand: 'visa', last4: '4242' },
    })
  })

  test('a state that we do not know tells nothing', async () => {
    stub.answers = [{ status: 200, body: intent({ status: 'requires_something_new' }) }]
    await expect(provider.get(id)).rejects.toBeInstanceOf(ProviderUnknown)
  })

  test('a card that was refused on the bank’s page', async () => {
    const last_payment_error = { code: 'payment_intent_authentication_failure', type: 'card_error' }
    stub.answers = [{ status: 200, body: intent({ status: 'requires_payment_method', last_payment_error }) }]
    expect(await provider.get(id)).toMatchObject({
      state: 'failed',
      declineCode: 'payment_intent_authentication_failure',
      methodRef: null,
    })
  })
})

describe('what went wrong', () => {
  test('a refusal has the word for it', async () => {
    const error = {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'no',
    }
    stub.answers = [{ status: 402, body: { error } }]
    await expect(authorize()).rejects.toEqual(new ProviderRefusal('insufficient_funds'))
    const invalid = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'no' }
    stub.answers = [{ status: 400, body: { error: invalid } }]
    const capture = provider.capture({ key: 'c', paymentRef: id, amountMinor: 1 })
    await expect(capture).rejects.toEqual(new ProviderRefusal('payment_intent_unexpected_state'))
    stub.answers = [{ status: 200, body: { id: 're_1', object: 'refund', status: 'failed' } }]
    const refund = provider.refund({ key: 'r', paymentRef: id, amountMinor: 1, reason: '' })
    await expect(refund).rejects.toEqual(new ProviderRefusal('refund_failed'))
  })

  test.each([
    [500, 'api_error'],
    [401, 'invalid_request_error'],
    [429, 'rate_limit_error'],
    [409, 'idempotency_error'],
  ])('after %i nobody knows, and nothing is sent again by itself', async (status, type) => {
    stub.answers = [{ status, body: { error: { type, message: 'why' } } }]
    await expect(authorize()).rejects.toBeInstanceOf(ProviderUnknown)
    expect(requests).toHaveLength(1)
  })

  test('nor after a closed socket', async () => {
    await expect(authorize()).rejects.toBeInstanceOf(ProviderUnknown)
  })
})

describe('a notice', () => {
  const now = new Date('2026-03-01T10:00:00Z')
  const notice = (object: object) =>
    JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object } })
  const received = (raw: string, at: Date, secret = webhookSecret) => {
    const seconds = Math.floor(at.getTime() / 1000)
    const signature = createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex')
    return { raw, headers: { 'stripe-signature': `t=${seconds},v1=${signature}` }, remoteAddress: '', now }
  }

  test.each([
    ['a payment', held],
    ['a charge', { ...charge(), payment_intent: id }],
    ['a refund', { id: 're_1', object: 'refund', payment_intent: id }],
  ])('of %s names the payment', async (_, object) => {
    expect(await provider.parseNotice(received(notice(object), now))).toEqual([
      { noticeId: 'evt_1', paymentRef: id },
    ])
  })

  test.each([
    ['a customer', { id: 'cus_1', object: 'customer' }],
    ['a balance, which has no id', { object: 'balance' }],
    ['a charge without a payment', { ...charge(), payment_intent: null }],
  ])('of %s names none', async (_, object) => {
    expect(await provider.parseNotice(received(notice(object), now))).toEqual([])
  })

  test.each([
    ['is no JSON', 'hello'],
    ['is empty', ''],
    ['is no event', '[]'],
    ['is an event of version 2, which carries no object', '{"id":"evt_1","object":"v2.core.event"}'],
  ])('that %s is refused, though it is signed', async (_, raw) => {
    await expect(provider.parseNotice(received(raw, now))).rejects.toEqual(
      new ProviderRefusal('not_a_notice'),
    )
  })

  test('that another key has signed, that is old, or that is changed is refused', async () => {
    const right = received(notice(held), now)
    const wrong = [
      received(notice(held), now, 'whsec_other'),
      received(notice(held), new Date(now.getTime() - 301_000)),
      { ...right, raw: `${right.raw} ` },
      { ...right, headers: {} },
    ]
    for (const one of wrong) await expect(provider.parseNotice(one)).rejects.toBeInstanceOf(ProviderRefusal)
  })
})
