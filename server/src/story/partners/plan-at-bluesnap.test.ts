import type { ErrorAnswer, HelpConfig, Manager, Plan } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { ProviderStub } from '../../slices/money/providers/adapters/stub.fixtures.ts'
import { Office } from '../world/office.ts'
import { bank, company } from './plan-bodies.ts'

const terms = 'https://bluesnap.example/vendor-agreement'
const stub = new ProviderStub()
let office: Office
let manager: Manager

beforeAll(async () => {
  office = await Office.open(
    await openTestDatabase(),
    {
      PLANS: 'on',
      PAYMENT_PROVIDER: 'bluesnap',
      BLUESNAP_URL: await stub.start(),
      CURRENCY: 'EUR',
      BLUESNAP_MERCHANT_ID: '456',
      BLUESNAP_USERNAME: 'api',
      BLUESNAP_PASSWORD: 'secret',
      BLUESNAP_PUBLIC_KEY: '10001$key',
      BLUESNAP_PAYOUTS: 'payoutInfo',
      BLUESNAP_VENDOR_AGREEMENT_URL: terms,
    },
    { jobs: true },
  )
  manager = (await office.call<Manager>('manager', 'GET', 'auth/manager')).body
})
afterAll(async () => {
  await office.close()
  stub.close()
})

test('a manager goes to Pro at BlueSnap, whose terms are agreed to, and is charged by its subscription', async () => {
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    office.call<Plan & ErrorAnswer>('manager', method, path, body)
  const account = (body: object) => call('POST', `managers/${manager.id}/account`, body)
  const config = await office.call<HelpConfig>(null, 'GET', 'help/config')
  expect(config.body).toMatchObject({
    BLUESNAP_PUBLIC_KEY: '10001$key',
    card_library: 'https://gateway.bluesnap.com/js/cse/v1.0.4/bluesnap.js',
  })
  expect(config.headers['content-security-policy']).toContain(
    "script-src 'self' https://gateway.bluesnap.com/js/cse/v1.0.4/bluesnap.js;",
  )

  const creditCard = { cardLastFourDigits: '1111', cardType: 'VISA' }
  stub.answers = [
    { status: 200, body: { vaultedShopperId: 21, paymentSources: { creditCardInfo: [{ creditCard }] } } },
    { status: 200, body: { subscriptionId: 10, vaultedShopperId: 21 } },
  ]
  const sealed = { encrypted_card_number: '$bsjs$number', encrypted_security_code: '$bsjs$code' }
  const card = { credit_card: { ...sealed, expiration_year: '2030', expiration_month: 5 } }
  const saved = await call('POST', 'payment-methods', card)
  expect(saved.body).toMatchObject({ payment_method: { card: { last4: '1111' } }, vendor_agreement: terms })

  for (const agreed of [{}, { agreed: false }])
    expect((await account({ ...company, ...agreed })).body.code).toBe('request.invalid')
  expect(stub.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /vaulted-shoppers',
    'POST /recurring/ondemand',
  ])
  stub.answers = [
    { status: 201, headers: { location: 'https://bluesnap.example/services/2/vendors/514147' } },
  ]
  const opened = await account({ ...company, agreed: true })
  expect(opened.body).toMatchObject({ payment_account: { country: 'RU' }, vendor_agreement: null })
  expect(stub.requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/vendors',
    body: { ...company, termsOfService: { acceptedDate: '10-03-2026', vendorIp: '127.0.0.1' } },
  })
  expect(stub.requests.at(-1)?.body).not.toHaveProperty('agreed')

  const { vendorPrincipal: _, vendorAgreement: __, defaultPayoutCurrency: ___, ...vendor } = company
  stub.answers = [
    { status: 200, body: { ...vendor, vendorId: 514147, verification: { payeeId: 1 } } },
    { status: 204 },
  ]
  expect((await account({ payoutInfo: [bank] })).body.payment_account?.bank_account?.bank_name).toBe(
    'First Bank',
  )
  expect(stub.requests.at(-1)).toMatchObject({ method: 'PUT', path: '/vendors/514147' })
  expect(stub.requests.at(-1)?.body).toEqual({ ...vendor, payoutInfo: [bank] })
  stub.answers = [{ status: 204 }]
  expect((await account({ ...company, city: 'Kazan' })).status).toBe(201)
  expect(stub.requests.at(-1)).toMatchObject({ method: 'PUT', body: { city: 'Kazan' } })

  const place = { name: 'Yard', city: 'Tver', owner_id: manager.id }
  const made = await office.call<{ id: number }>('administrator', 'POST', 'locations', place)
  const connector = { evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 50 }
  const station = { id: 'BLUE-1', vendor_name: 'Story', model: 'One', connectors: [connector] }
  await call('POST', `locations/${made.body.id}/stations`, station)
  stub.answers = [
    {
      status: 200,
      body: { amount: 9.6, transactionId: 77, processingInfo: { processingStatus: 'SUCCESS' } },
    },
  ]
  const stations = [{ id: 'BLUE-1', monetized: true }]
  const body = { frequency: 'monthly', quantity: 1, stations }
  const { body: pro } = await call('POST', `managers/${manager.id}/subscription`, body)
  expect(pro).toMatchObject({ plan: 'pro', subscription: { state: 'active', fee: 960 } })
  expect(stub.requests.at(-1)).toMatchObject({
    path: '/recurring/ondemand/10',
    body: { amount: 9.6, currency: 'EUR', merchantTransactionId: expect.stringMatching(/^plan-\d+-1$/) },
  })
})
