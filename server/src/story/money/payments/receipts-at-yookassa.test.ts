import type { FiscalReceipt } from '@stationmaster/contract'
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderStub, type StubAnswer } from '../../../slices/money/providers/adapters/stub.fixtures.ts'
import { keepContact } from '../../../slices/money/receipts/store.ts'
import { DriverLink } from '../prepaid/driver-link.ts'
import { PaymentStage } from './payment-stage.ts'

const stub = new ProviderStub()
let stage: PaymentStage

const rub = (value: string) => ({ value, currency: 'RUB' })
const paid = { status: 'succeeded', amount: rub('340.00'), income_amount: rub('330.00') }
const mark = {
  fiscal_document_number: '3997',
  fiscal_storage_number: '9288000100115786',
  fiscal_attribute: '2617603922',
  registered_at: '2026-03-11T10:06:42.985Z',
}
const receipts = () => stub.requests.filter(({ method, path }) => method === 'POST' && path === '/receipts')

beforeAll(async () => {
  stage = await PaymentStage.open({
    PAYMENT_PROVIDER: 'yookassa',
    FISCAL_TILL: 'yookassa',
    YOOKASSA_URL: await stub.start(),
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'live_x',
  })
  const valid_from = dayOf(stage.world.clock.now(), 'Europe/Moscow')
  const seller = { name: 'ООО Сеть', inn: '7707083893', address: 'Тверь', vat_percent: 22 }
  await stage.world.post('legal-details', { ...seller, valid_from })
})
afterAll(async () => {
  await stage.close()
  stub.close()
})

/** YooKassa as it would answer: one payment of 500.00 that is held, taken, and given back in part. */
function shop(id: string): { receipt: StubAnswer[] } {
  let payment: object = { id, status: 'waiting_for_capture', amount: rub('500.00') }
  const replies = { receipt: [] as StubAnswer[] }
  const ok = (body: object) => ({ status: 200, body })
  stub.reply = ({ method, path }) => {
    if (path === '/receipts' || path.startsWith('/receipts/')) return replies.receipt.shift()
    if (path === '/refunds') {
      payment = { ...payment, refunded_amount: rub('40.00') }
      return ok({ id: `refund-of-${id}`, status: 'succeeded', payment_id: id })
    }
    if (method === 'POST' && path.endsWith('/capture')) payment = { ...payment, ...paid }
    return ok(payment)
  }
  return replies
}

/** A session of 340.00 that is paid there; its driver gives an address, or none. */
async function aPaidOrder(token: string, email: string | null): Promise<number> {
  const session = await stage.session()
  if (email === null)
    await sql`update drivers set email = null where id = (
      select driver_id from orders where id = ${session.orderId})`.execute(stage.world.db)
  else
    await stage.world.db
      .transaction()
      .execute((tx) => keepContact(tx, session.orderId, { email, language: 'ru' }))
  await stage.paid(session.orderId, 50_000, { token })
  await stage.end(session, 20_000)
  return session.orderId
}

async function receiptsOf(orderId: number): Promise<FiscalReceipt[]> {
  await stage.world.server.receipts.sendDue()
  return (await stage.world.get<{ receipts: FiscalReceipt[] }>(`orders/${orderId}/receipts`)).receipts
}
const untilReceipts = (orderId: number, expected: string[]) =>
  stage.until(
    async () => (await receiptsOf(orderId)).map(({ kind, amount, state }) => `${kind} ${amount} ${state}`),
    expected,
  )

test('a session that is paid at YooKassa, and given back in part, has both receipts of its till', async () => {
  const replies = shop('payment-1')
  const pending = { id: 'rt-1', status: 'pending' }
  replies.receipt = [{ status: 200, body: pending }]
  const orderId = await aPaidOrder('form-token-1', 'driver@example.com')
  await untilReceipts(orderId, ['income 34000 sent'])
  expect(receipts()).toMatchObject([
    {
      body: {
        type: 'payment',
        payment_id: 'payment-1',
        tax_system_code: 1,
        customer: { email: 'driver@example.com' },
        items: [{ amount: rub('340.00'), vat_code: 11, payment_mode: 'full_payment' }],
        settlements: [{ type: 'cashless', amount: rub('340.00') }],
      },
    },
  ])
  replies.receipt = [{ status: 200, body: { ...pending, status: 'succeeded', ...mark } }]
  stage.world.clock.forward(MINUTE_MS)
  await untilReceipts(orderId, ['income 34000 done'])
  expect(receipts()).toHaveLength(1)
  expect(stub.requests.map(({ path }) => path)).toContain('/receipts/rt-1')
  expect((await receiptsOf(orderId))[0]!.mark).toMatchObject({
    document_number: '3997',
    drive_number: '9288000100115786',
    fiscal_sign: '2617603922',
    url: null,
  })

  replies.receipt = [{ status: 500, body: { type: 'error', code: 'internal_server_error' } }]
  await stage.world.post(`orders/${orderId}/refunds`, { amount: 4000, reason: 'the cable fell out' })
  await untilReceipts(orderId, ['income 34000 done', 'income_return 4000 sent'])
  replies.receipt = [
    { status: 200, body: { id: 'rt-2', status: 'succeeded', ...mark, fiscal_document_number: '3998' } },
  ]
  stage.world.clock.forward(MINUTE_MS)
  await untilReceipts(orderId, ['income 34000 done', 'income_return 4000 done'])
  expect(receipts().at(-1)).toMatchObject({
    body: {
      type: 'refund',
      refund_id: 'refund-of-payment-1',
      settlements: [{ amount: rub('40.00') }],
    },
  })
  expect(receipts().length).toBeGreaterThan(2)
  expect(
    new Set(
      receipts()
        .slice(1)
        .map(({ headers }) => headers['idempotence-key']),
    ).size,
  ).toBe(1)
  expect(await stage.events(orderId)).toEqual(
    expect.arrayContaining([
      ['receipt_income', 34_000],
      ['receipt_income_return', 4000],
    ]),
  )
})

test('without an address a person looks, and what was not answered for a day is not sent by itself', async () => {
  const replies = shop('payment-2')
  const before = receipts().length
  const orderId = await aPaidOrder('form-token-2', null)
  await untilReceipts(orderId, ['income 34000 refused'])
  const [refused] = await receiptsOf(orderId)
  expect(refused).toMatchObject({ refusal: 'customer_unknown' })
  expect(receipts()).toHaveLength(before)
  const { db } = stage.world
  await db
    .transaction()
    .execute((tx) => keepContact(tx, orderId, { email: 'late@example.com', language: 'de' }))
  replies.receipt = []
  await stage.world.post(`inbox/receipts/${refused!.id}/send`)
  await untilReceipts(orderId, ['income 34000 sent'])
  const requests = receipts().length
  expect(receipts().at(-1)!.headers['idempotence-key']).toBe(`receipt:${refused!.id}:2`)
  stage.world.clock.forward(DAY_MS + HOUR_MS)
  await stage.world.forward(0)
  await untilReceipts(orderId, ['income 34000 stuck'])
  expect(receipts()).toHaveLength(requests)
})

test('an unknown driver gives an address before the payment', async () => {
  shop('payment-3')
  const { world, sandbox } = stage
  const { made } = await world.simulate('ocpp1.6')
  const driver = await DriverLink.offer(world, sandbox, made, { kind: 'charge', limit_amount: 50_000 })
  expect(await driver.page()).toMatchObject({ asks_email: true, needs_email: true })
  const requests = { method: 'card_page' }
  expect((await driver.call('POST', '/payment', requests)).body.code).toBe('payment.email_needed')
  const paid = await driver.call('POST', '/payment', { ...requests, receipt_email: 'driver@example.com' })
  expect(paid.body.step).not.toBe('pay')
})
