import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ProviderStub } from '../../providers/adapters/stub.fixtures.ts'
import { YookassaApi } from '../../providers/adapters/yookassa-api.ts'
import { ProviderRefusal, ProviderUnknown } from '../../providers/port.ts'
import { aContent } from '../receipt.fixtures.ts'
import { YookassaTill } from './yookassa-till.ts'

/** YooKassa's receipts answer in the shapes of its documentation (API version 3). */
const stub = new ProviderStub()
const { requests } = stub
let till: YookassaTill

beforeAll(async () => {
  const settings = { shopId: '100500', secretKey: 'live_x', currency: 'RUB', timeoutMs: 300 }
  till = new YookassaTill(new YookassaApi({ url: `${await stub.start()}/v3`, ...settings }))
})
afterAll(() => stub.close())
beforeEach(() => stub.reset())

const id = 'rt-2da5c87d-0384-50e8-a7f3-8d5646dd9e10'
const pending = { id, type: 'payment', status: 'pending', payment_id: 'payment-1', items: [] }
const registered = {
  ...pending,
  status: 'succeeded',
  fiscal_document_number: '3997',
  fiscal_attribute: '2617603922',
  fiscal_storage_number: '9288000100115786',
  registered_at: '2026-11-22T10:06:42.985Z',
  fiscal_provider_id: 'fd9e9404-eaca-4000-8ec9-dc228ead2346',
}
const mark = {
  documentNumber: '3997',
  driveNumber: '9288000100115786',
  fiscalSign: '2617603922',
  url: null,
  registeredAt: new Date('2026-11-22T10:06:42.985Z'),
}
const register = (changes = {}) => till.register({ key: 'receipt:7:1', content: aContent(changes) })

test('a receipt that is registered at once has its number, drive and sign', async () => {
  stub.answers = [{ status: 200, body: registered }]
  expect(await register()).toEqual({ ref: id, mark })
  expect(requests).toMatchObject([
    {
      method: 'POST',
      path: '/v3/receipts',
      headers: {
        'idempotence-key': 'receipt:7:1',
        authorization: `Basic ${Buffer.from('100500:live_x').toString('base64')}`,
      },
      body: { type: 'payment', payment_id: 'payment-1', send: true },
    },
  ])
})

test('one that is under way is read by its number until it has them', async () => {
  stub.answers = [
    { status: 200, body: pending },
    { status: 200, body: pending },
    { status: 200, body: { ...registered, fiscal_attribute: undefined } },
    { status: 200, body: registered },
  ]
  expect(await register()).toEqual({ ref: id, mark: null })
  for (const expected of [null, null, mark]) expect(await till.read(id)).toEqual({ ref: id, mark: expected })
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v3/receipts',
    ...Array<string>(3).fill(`GET /v3/receipts/${id}`),
  ])
  expect(requests[1]!.headers).not.toHaveProperty('idempotence-key')
})

test('one that could not be registered is refused, at once or later', async () => {
  stub.answers = [1, 2].map(() => ({ status: 200, body: { ...pending, status: 'canceled' } }))
  await expect(register()).rejects.toEqual(new ProviderRefusal('canceled'))
  await expect(till.read(id)).rejects.toEqual(new ProviderRefusal('canceled'))
})

test('a refusal says which parameter is wrong', async () => {
  const body = { type: 'error', id: 'ab5a11cd', code: 'invalid_request', parameter: 'receipt.customer' }
  stub.answers = [{ status: 400, body }]
  await expect(register()).rejects.toMatchObject({
    name: 'ProviderRefusal',
    code: 'invalid_request',
    message: 'invalid_request: receipt.customer',
  })
})

test.each([
  500, 503, 429, 401, 202,
])('after %i nobody knows, and the same key says the same', async (status) => {
  stub.answers = [
    { status, body: { type: 'error', code: 'internal_server_error' } },
    { status: 200, body: registered },
  ]
  await expect(register()).rejects.toBeInstanceOf(ProviderUnknown)
  expect(await register()).toEqual({ ref: id, mark })
  expect(requests[1]).toMatchObject({
    headers: { 'idempotence-key': 'receipt:7:1' },
    body: requests[0]!.body,
  })
})

test('nor after a closed socket, or no answer in time', async () => {
  await expect(register()).rejects.toBeInstanceOf(ProviderUnknown)
  stub.answers = [{ status: 200, body: registered, afterMs: 600 }]
  await expect(register()).rejects.toBeInstanceOf(ProviderUnknown)
})

test('a return goes out with its refund', async () => {
  stub.answers = [{ status: 200, body: { ...registered, type: 'refund' } }]
  await register({ kind: 'income_return', money: { paymentRef: 'payment-1', refundRef: 'refund-1' } })
  expect(requests[0]!.body).toMatchObject({ type: 'refund', refund_id: 'refund-1' })
})

test('what YooKassa does not take is refused without asking', async () => {
  await expect(register({ customer: null })).rejects.toEqual(new ProviderRefusal('customer_unknown'))
  expect(requests).toEqual([])
})
