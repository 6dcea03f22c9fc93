import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderRefusal, ProviderUnknown } from '../port.ts'
import { BluesnapProvider } from './bluesnap.ts'
import { ProviderStub } from './stub.fixtures.ts'

/** BlueSnap's interface answers in the shapes of its documentation (Payment API, version 3). */
const stub = new ProviderStub()
const { requests } = stub
let provider: BluesnapProvider

beforeAll(async () => {
  provider = new BluesnapProvider({
    url: `${await stub.start()}/services/2`,
    merchantId: '456',
    username: 'api',
    password: 'secret',
    publicKey: '10001$key',
    agreementUrl: 'https://bluesnap.example/terms',
    currency: 'EUR',
    timeoutMs: 5000,
  })
})
afterAll(() => stub.close())
beforeEach(() => stub.reset())

const creditCard = { cardLastFourDigits: '9299', cardType: 'VISA', cardSubType: 'CREDIT' }
const transaction = (changes: object = {}) => ({
  cardTransactionType: 'AUTH_ONLY',
  transactionId: '1035512245',
  amount: 11,
  openToCapture: 11,
  currency: 'EUR',
  vaultedShopperId: 28855619,
  creditCard,
  processingInfo: { processingStatus: 'success' },
  ...changes,
})
const charge = (changes: object = {}) => ({
  amount: 45,
  vaultedShopperId: 21188039,
  chargeId: 12116263,
  subscriptionId: 10543419,
  processingInfo: { processingStatus: 'SUCCESS' },
  transactionId: 1012460801,
  currency: 'EUR',
  paymentSource: { creditCardInfo: { creditCard: { ...creditCard, cardLastFourDigits: 1111 } } },
  ...changes,
})
const card = {
  encryptedCardNumber: '$bsjs_1_0_4$number',
  encryptedSecurityCode: '$bsjs_1_0_4$code',
  expirationMonth: 5,
  expirationYear: 2030,
}
const authorize = (paidWith: object, captures = false, orderRef = '42') =>
  provider.authorize({
    key: `${orderRef}:authorize:1`,
    orderRef,
    amountMinor: 1100,
    method: 'card',
    captures,
    paidWith: paidWith as { methodRef: string },
    description: 'Charging',
    returnUrl: 'https://csms/pay',
  })
const error = (errorName: string) => ({ message: [{ errorName, code: '14002', description: errorName }] })

test('a hold by an encrypted card, under a key of 64 characters', async () => {
  stub.answers = [{ status: 200, body: transaction() }]
  expect(await authorize({ card })).toMatchObject({
    paymentRef: '1035512245',
    state: 'held',
    heldMinor: 1100,
    capturedMinor: 0,
    refundedMinor: 0,
    methodRef: '28855619',
    card: { brand: 'VISA', last4: '9299' },
  })
  const [{ method, path, headers, body } = requests[0]!] = requests
  expect([method, path]).toEqual(['POST', '/services/2/transactions'])
  expect(headers).toMatchObject({
    authorization: `Basic ${Buffer.from('api:secret').toString('base64')}`,
    'idempotency-key': expect.stringMatching(/^[0-9a-f]{64}$/),
    'bluesnap-version': '3.0',
  })
  expect(body).toEqual({
    cardTransactionType: 'AUTH_ONLY',
    amount: 11,
    currency: 'EUR',
    merchantTransactionId: '42',
    storeCard: true,
    creditCard: {
      encryptedCardNumber: '$bsjs_1_0_4$number',
      encryptedSecurityCode: '$bsjs_1_0_4$code',
      expirationMonth: '05',
      expirationYear: 2030,
    },
  })
})

test('a card of before pays at once, without its driver', async () => {
  stub.answers = [{ status: 200, body: transaction({ cardTransactionType: 'AUTH_CAPTURE' }) }]
  expect(await authorize({ methodRef: '28855619' }, true)).toMatchObject({
    state: 'captured',
    capturedMinor: 1100,
  })
  expect(requests[0]?.body).toEqual({
    cardTransactionType: 'AUTH_CAPTURE',
    amount: 11,
    currency: 'EUR',
    merchantTransactionId: '42',
    vaultedShopperId: 28855619,
  })
})

test('a payment without a card is refused before any request', async () => {
  await expect(authorize({ token: 'x' })).rejects.toThrow(ProviderRefusal)
  expect(requests).toEqual([])
})

describe('a hold', () => {
  test('is captured in part', async () => {
    const captured = transaction({ cardTransactionType: 'CAPTURE', amount: '7.50', openToCapture: 0 })
    stub.answers = [
      { status: 200, body: captured },
      { status: 200, body: captured },
    ]
    const answer = await provider.capture({ paymentRef: '1035512245', amountMinor: 750 })
    expect(answer).toMatchObject({ state: 'captured', capturedMinor: 750 })
    expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'PUT',
        '/services/2/transactions',
        { cardTransactionType: 'CAPTURE', amount: 7.5, transactionId: '1035512245' },
      ],
      ['GET', '/services/2/transactions/1035512245', null],
    ])
  })

  test('that was captured before is not captured twice: a change has no key', async () => {
    const captured = transaction({ cardTransactionType: 'CAPTURE' })
    stub.answers = [
      { status: 400, body: error('TRANSACTION_ALREADY_CAPTURED') },
      { status: 200, body: captured },
    ]
    expect(await provider.capture({ paymentRef: '1035512245', amountMinor: 1100 })).toMatchObject({
      state: 'captured',
    })
    stub.answers = [
      { status: 400, body: error('TRANSACTION_ALREADY_CAPTURED') },
      { status: 200, body: captured },
    ]
    await expect(provider.cancel({ paymentRef: '1035512245' })).rejects.toMatchObject({
      code: 'TRANSACTION_ALREADY_CAPTURED',
    })
  })

  test('is released', async () => {
    const gone = transaction({ cardTransactionType: 'AUTH_REVERSAL' })
    stub.answers = [
      { status: 200, body: gone },
      { status: 200, body: gone },
    ]
    expect(await provider.cancel({ paymentRef: '1035512245' })).toMatchObject({
      state: 'canceled',
      heldMinor: 0,
    })
    expect(requests[0]?.body).toEqual({ cardTransactionType: 'AUTH_REVERSAL', transactionId: '1035512245' })
  })
})

test('money goes back, and no subscription ends with it', async () => {
  const refunds = {
    balanceAmount: 6,
    refund: [
      { refundTransactionId: 1, amount: 3 },
      { refundTransactionId: 2, amount: '2.00' },
    ],
  }
  stub.answers = [
    { status: 200, body: { amount: 2, refundTransactionId: 2, refundStatus: 'SUCCESS' } },
    { status: 200, body: transaction({ cardTransactionType: 'AUTH_CAPTURE', refunds }) },
  ]
  const request = { key: '42:refund:2', paymentRef: '1035512245', amountMinor: 200, reason: 'no energy' }
  expect(await provider.refund(request)).toMatchObject({
    payment: { capturedMinor: 1100, refundedMinor: 500 },
    refundRef: '2',
  })
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/services/2/transactions/refund/1035512245',
    body: { amount: 2, reason: 'no energy', cancelSubscriptions: false },
  })
  stub.answers = [{ status: 200, body: { amount: 2, refundStatus: 'PENDING' } }]
  await expect(provider.refund(request)).rejects.toThrow(ProviderUnknown)
})

describe('a plan', () => {
  test('keeps a card as a shopper with a subscription that costs nothing yet', async () => {
    stub.answers = [
      {
        status: 200,
        body: { vaultedShopperId: 21188039, paymentSources: { creditCardInfo: [{ creditCard }] } },
      },
      { status: 200, body: { subscriptionId: 10543419, vaultedShopperId: 21188039, currency: 'EUR' } },
    ]
    expect(await provider.saveMethod({ key: 'plan-card:7', paidWith: { card } })).toEqual({
      methodRef: '21188039/10543419',
      card: { brand: 'VISA', last4: '9299' },
      action: null,
    })
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      [
        '/services/2/vaulted-shoppers',
        {
          paymentSources: {
            creditCardInfo: [{ creditCard: expect.objectContaining({ expirationMonth: '05' }) }],
          },
        },
      ],
      ['/services/2/recurring/ondemand', { vaultedShopperId: 21188039, currency: 'EUR' }],
    ])
    expect(requests[0]?.headers['idempotency-key']).not.toBe(requests[1]?.headers['idempotency-key'])
  })

  test('is charged under its subscription, and read as a charge', async () => {
    stub.answers = [
      { status: 200, body: charge() },
      { status: 200, body: charge() },
    ]
    const answer = await authorize({ methodRef: '21188039/10543419' }, true, 'plan-12-1')
    expect(answer).toMatchObject({
      paymentRef: 'charge-1012460801',
      state: 'captured',
      capturedMinor: 4500,
      card: { brand: 'VISA', last4: '1111' },
    })
    expect(await provider.get(answer.paymentRef)).toEqual(answer)
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      [
        '/services/2/recurring/ondemand/10543419',
        { amount: 11, merchantTransactionId: 'plan-12-1', currency: 'EUR' },
      ],
      ['/services/2/recurring/subscriptions/charges/resolve?transactionid=1012460801', null],
    ])
  })

  test('whose card is forgotten forgets the shopper', async () => {
    stub.answers = [{ status: 204 }]
    await provider.removeMethod({ methodRef: '21188039/10543419' })
    expect([requests[0]?.method, requests[0]?.path]).toEqual([
      'DELETE',
      '/services/2/vaulted-shoppers/21188039',
    ])
  })
})

test('a refusal has BlueSnap’s code, and an unclear answer is no answer', async () => {
  stub.answers = [{ status: 402, body: error('INSUFFICIENT_FUNDS') }]
  await expect(authorize({ card })).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  stub.answers = [{ status: 422 }]
  await expect(authorize({ card })).rejects.toMatchObject({ code: 'status_422' })
  for (const status of [409, 429, 403, 500]) {
    stub.answers = [{ status, body: error('X') }]
    await expect(authorize({ card })).rejects.toThrow(ProviderUnknown)
  }
  await expect(authorize({ card })).rejects.toThrow(ProviderUnknown)
  const said = (processingStatus: string) => transaction({ processingInfo: { processingStatus } })
  stub.answers = ['PENDING_MERCHANT_REVIEW', 'FAIL', 'ODD'].map((one) => ({ status: 200, body: said(one) }))
  expect(await provider.get('1')).toMatchObject({ state: 'pending', heldMinor: 0 })
  expect(await provider.get('1')).toMatchObject({ state: 'failed', methodRef: null })
  await expect(provider.get('1')).rejects.toThrow(ProviderUnknown)
})

test('the list is the report, page by page, and what else is known', async () => {
  stub.answers = [
    {
      status: 200,
      headers: { 'next-page-token': 'bmV4dA==' },
      body: {
        data: [
          { 'Invoice ID': '1035512245', 'Merchant Transaction ID': '42', 'Transaction Type': 'Sale' },
          { 'Invoice ID': '1012460801', 'Merchant Transaction ID': 'plan-12-1', 'Transaction Type': 'Sale' },
        ],
      },
    },
    {
      status: 200,
      body: {
        data: [
          { 'Invoice ID': '77', 'Merchant Transaction ID': '', 'Transaction Type': 'Sale' },
          { 'Invoice ID': '78', 'Merchant Transaction ID': '', 'Transaction Type': 'Chargeback' },
        ],
      },
    },
    { status: 200, body: transaction({ cardTransactionType: 'CAPTURE' }) },
    { status: 200, body: charge() },
    { status: 200, body: transaction({ transactionId: '77', cardTransactionType: 'AUTH_CAPTURE' }) },
    { status: 200, body: transaction({ transactionId: '80' }) },
    { status: 400, body: error('TRANSACTION_NOT_FOUND') },
  ]
  const known = ['1035512245', 'charge-1012460801', '80', '81']
  const all = await provider.list(new Date('2026-03-01T05:00:00Z'), new Date('2026-03-02T05:00:00Z'), known)
  expect(all.map(({ snapshot, orderRef }) => [snapshot.paymentRef, snapshot.state, orderRef])).toEqual([
    ['1035512245', 'captured', '42'],
    ['charge-1012460801', 'captured', 'plan-12-1'],
    ['77', 'captured', ''],
    ['80', 'held', ''],
  ])
  expect(requests.slice(0, 3).map(({ path }) => path.replace('/services/2/', ''))).toEqual([
    'report/TransactionDetail?period=CUSTOM&from_date=2026-02-28&to_date=2026-03-01',
    'report/TransactionDetail?nextPageToken=bmV4dA%3D%3D',
    'transactions/42,456',
  ])
})

test('a notice is accepted from BlueSnap’s addresses only', async () => {
  const raw = 'transactionType=CHARGE&referenceNumber=1035512245&merchantTransactionId=42'
  const notice = { raw, headers: {}, remoteAddress: '209.128.93.254', now: new Date() }
  const heard = await provider.parseNotice(notice)
  expect(heard).toEqual([{ noticeId: expect.stringMatching(/^[0-9a-f]{64}$/), paymentRef: '1035512245' }])
  expect(await provider.parseNotice(notice)).toEqual(heard)
  expect(await provider.parseNotice({ ...notice, raw: 'transactionType=PAYOUT' })).toEqual([])
  await expect(provider.parseNotice({ ...notice, remoteAddress: '209.128.93.1' })).rejects.toThrow(
    ProviderRefusal,
  )
})
