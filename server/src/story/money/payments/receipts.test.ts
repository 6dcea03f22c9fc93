import type { FailedReceipt, FiscalReceipt } from '@stationmaster/contract'
import { DAY_MS, dayOf, HOUR_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TillAnswer } from '../../../slices/money/receipts/port.ts'
import { ReceiptService } from '../../../slices/money/receipts/receipt-service.ts'
import { PaymentStage } from './payment-stage.ts'

let stage: PaymentStage

const legal = (vat: number | null, validFrom: string) => ({
  name: 'ООО Сеть',
  inn: '7707083893',
  address: 'Тверь',
  vat_percent: vat,
  valid_from: validFrom,
})
const today = () => dayOf(stage.world.clock.now(), 'Europe/Moscow')

beforeAll(async () => {
  stage = await PaymentStage.open({ FISCAL_TILL: 'sandbox' })
})
afterAll(() => stage.close())
afterEach(() => stage.sandbox.tellTill('works'))

async function receiptsOf(orderId: number): Promise<FiscalReceipt[]> {
  await stage.world.server.receipts.sendDue()
  return (await stage.world.get<{ receipts: FiscalReceipt[] }>(`orders/${orderId}/receipts`)).receipts
}
const failed = () => stage.world.get<FailedReceipt[]>('inbox/receipts')
const inShort = (list: readonly FiscalReceipt[]) =>
  list.map(({ kind, settlement, amount, state }) => `${kind} ${settlement} ${amount} ${state}`)
const untilReceipts = (orderId: number, expected: string[]) =>
  stage.until(async () => inShort(await receiptsOf(orderId)), expected)

/** What the till has registered of an order. */
async function atTill(orderId: number) {
  const { rows } = await sql<{ id: number }>`
    select id from fiscal_receipts where order_id = ${orderId}`.execute(stage.world.db)
  const all = await stage.sandbox.receipts()
  return all.filter(({ key }) => rows.some(({ id }) => key.startsWith(`receipt:${id}:`)))
}

/** A session of 340.00 whose driver paid it by card at the sandbox. */
async function aPaidOrder(how: Parameters<PaymentStage['paid']>[2] = {}): Promise<number> {
  const session = await stage.session()
  await stage.paid(session.orderId, 50_000, how)
  await stage.end(session, 20_000)
  return session.orderId
}

test('nothing is registered before it is entered who sells, which is one line of the inbox, and then all by itself', async () => {
  const withoutSeller = () => stage.world.get<object>('inbox/receipts/without-seller')
  expect(await withoutSeller()).toEqual({ total: 0, since: null })
  const orderId = await aPaidOrder()
  const day = today()
  await stage.until(
    async () => (await receiptsOf(orderId)).map(({ state, refusal }) => [state, refusal]),
    [['waiting', 'seller_unknown']],
  )
  await stage.world.forward(HOUR_MS)
  expect(inShort(await receiptsOf(orderId))).toEqual(['income payment 34000 waiting'])
  expect(await atTill(orderId)).toEqual([])
  expect(await failed()).toEqual([])
  expect((await stage.events(orderId)).map(([event]) => event)).not.toContain('receipt_failed')
  const another = await aPaidOrder()
  await stage.until(withoutSeller, { total: 2, since: day })
  const [one] = await receiptsOf(orderId)
  await expect(stage.world.post(`inbox/receipts/${one!.id}/send`)).rejects.toMatchObject({ status: 409 })
  await stage.world.post('legal-details', legal(22, day))
  await untilReceipts(orderId, ['income payment 34000 done'])
  await untilReceipts(another, ['income payment 34000 done'])
  expect(await withoutSeller()).toEqual({ total: 0, since: null })
})

test('a capture and a refund have a receipt each, with the tax of the sale, and the chronology tells their numbers', async () => {
  const orderId = await aPaidOrder()
  await untilReceipts(orderId, ['income payment 34000 done'])
  await stage.world.forward(32 * DAY_MS)
  await stage.world.post('legal-details', legal(10, today()))
  await stage.world.post(`orders/${orderId}/refunds`, { amount: 4000, reason: 'the cable fell out' })
  await untilReceipts(orderId, ['income payment 34000 done', 'income_return payment 4000 done'])
  expect((await atTill(orderId)).map(({ kind, total }) => [kind, total])).toEqual([
    ['income', 34_000],
    ['income_return', 4000],
  ])
  const { rows } = await sql<{ vat: number }>`select (content -> 'lines' -> 0 ->> 'vatMinor')::int as vat
    from fiscal_receipts where order_id = ${orderId} order by number`.execute(stage.world.db)
  expect(rows).toEqual([{ vat: 6131 }, { vat: 721 }])
  const [sold] = await receiptsOf(orderId)
  expect(sold!.mark).toMatchObject({ fiscal_sign: expect.stringMatching(/^\d{10}$/) })
  expect(sold!.mark!.code).toContain('&s=340.00&')
  expect(await stage.events(orderId)).toEqual(
    expect.arrayContaining([
      ['receipt_income', 34_000],
      ['receipt_income_return', 4000],
    ]),
  )
})

test('what is paid before the session is a prepayment, which the session takes up and the rest of which goes back', async () => {
  const orderId = await aPaidOrder({ method: 'sbp' })
  await untilReceipts(orderId, [
    'income prepayment 50000 done',
    'income offset 34000 done',
    'income_return prepayment 16000 done',
  ])
})

test('a till that is slow, busy or down gets the request again under the same key, and registers once', async () => {
  await stage.sandbox.tellTill('slow')
  const slow = await aPaidOrder()
  await untilReceipts(slow, ['income payment 34000 sent'])
  await stage.sandbox.tellTill('down')
  stage.world.clock.forward(HOUR_MS)
  expect(inShort(await receiptsOf(slow))).toEqual(['income payment 34000 sent'])
  await stage.sandbox.tellTill('twice')
  const twice = await aPaidOrder()
  await untilReceipts(twice, ['income payment 34000 sent'])
  await stage.sandbox.tellTill('works')
  stage.world.clock.forward(HOUR_MS)
  await untilReceipts(slow, ['income payment 34000 done'])
  await untilReceipts(twice, ['income payment 34000 done'])
  for (const orderId of [slow, twice]) expect(await atTill(orderId)).toHaveLength(1)
})

test('what the till refuses, or has not answered for two days, waits for a person', async () => {
  await stage.sandbox.tellTill('refuses')
  const refused = await aPaidOrder()
  await untilReceipts(refused, ['income payment 34000 refused'])
  await stage.sandbox.tellTill('down')
  const stuck = await aPaidOrder()
  await untilReceipts(stuck, ['income payment 34000 sent'])
  for (let attempt = 0; attempt < 12; attempt += 1) {
    stage.world.clock.forward(25 * HOUR_MS)
    await stage.world.server.receipts.sendDue()
  }
  await stage.world.forward(0)
  expect(inShort(await receiptsOf(stuck))).toEqual(['income payment 34000 stuck'])
  expect((await failed()).map(({ order_id, state }) => [order_id, state])).toEqual([
    [stuck, 'stuck'],
    [refused, 'refused'],
  ])
  await stage.sandbox.tellTill('works')
  for (const { id } of await failed()) await stage.world.post(`inbox/receipts/${id}/send`)
  await untilReceipts(stuck, ['income payment 34000 done'])
  await untilReceipts(refused, ['income payment 34000 done'])
})

test('an answer of the till that comes after a person has sent the receipt again is ignored', async () => {
  let answer: ((answer: TillAnswer) => void) | undefined
  const { db, clock } = stage.world
  const nothing = async () => {}
  // another node, whose call to the till is answered last
  const late = new ReceiptService({
    db,
    clock,
    timeZone: 'Europe/Moscow',
    callMs: 1000,
    publish: () => {},
    report: () => {},
    jobs: {
      work: () => {},
      schedule: () => {},
      send: nothing,
      putBack: nothing,
      open: nothing,
      start: nothing,
      onEnd: () => {},
      countWaiting: async () => [],
      stop: nothing,
    },
    till: {
      id: 'sandbox',
      keyTtlSeconds: 1e9,
      needsCustomer: false,
      register: () => new Promise((resolve) => (answer = resolve)),
      read: () => Promise.reject(new Error('it has registered nothing')),
    },
  })
  await stage.sandbox.tellTill('down')
  const orderId = await aPaidOrder()
  await untilReceipts(orderId, ['income payment 34000 sent'])
  let waiting: Promise<void> | undefined
  await stage.world.until('the other node has called the till', async () => {
    if (answer) return true
    await stage.world.forward(HOUR_MS)
    waiting = late.sendDue()
    return false
  })
  await stage.sandbox.tellTill('refuses')
  await stage.world.forward(HOUR_MS)
  await untilReceipts(orderId, ['income payment 34000 refused'])
  await stage.sandbox.tellTill('down')
  const [refused] = await receiptsOf(orderId)
  await stage.world.post(`inbox/receipts/${refused!.id}/send`)
  await untilReceipts(orderId, ['income payment 34000 sent'])
  const registeredAt = clock.now()
  answer!({
    ref: 'first',
    mark: { documentNumber: '1', driveNumber: '1', fiscalSign: '1', registeredAt, url: null },
  })
  await waiting
  expect(inShort(await receiptsOf(orderId))).toEqual(['income payment 34000 sent'])
  await stage.sandbox.tellTill('works')
  await stage.world.forward(HOUR_MS)
  await untilReceipts(orderId, ['income payment 34000 done'])
  expect(await atTill(orderId)).toHaveLength(1)
})

test('a return waits until the income before it is registered', async () => {
  await stage.sandbox.tellTill('down')
  const orderId = await aPaidOrder()
  await stage.untilPaid(orderId, [{ state: 'captured' }])
  await stage.world.post(`orders/${orderId}/refunds`, { amount: 34_000, reason: 'it was free' })
  await untilReceipts(orderId, ['income payment 34000 sent', 'income_return payment 34000 waiting'])
  await stage.sandbox.tellTill('works')
  stage.world.clock.forward(HOUR_MS)
  await untilReceipts(orderId, ['income payment 34000 done', 'income_return payment 34000 done'])
  const documents = (await atTill(orderId)).map(({ kind, document }) => [kind, Number(document)] as const)
  expect(documents.toSorted((a, b) => a[1] - b[1]).map(([kind]) => kind)).toEqual(['income', 'income_return'])
})

test('a payment is found by the number of its receipt, and of its payment at the provider', async () => {
  const orderId = await aPaidOrder()
  await untilReceipts(orderId, ['income payment 34000 done'])
  const [receipt] = await receiptsOf(orderId)
  const [{ ref } = { ref: null }] = await stage.rowsOf(orderId)
  for (const search of [receipt!.mark!.document_number, ref!]) {
    const answer = await fetch(`${stage.world.server.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: stage.world.authorization },
      body: JSON.stringify({ query: `{ payments(search: "${search}", limit: 10) { order_id } }` }),
    })
    const { data } = (await answer.json()) as { data: { payments: { order_id: string }[] } }
    expect(data.payments.map(({ order_id }) => order_id)).toContain(String(orderId))
  }
})

test('a receipt of a sale that is gone waits for a person, and those behind it go out', async () => {
  const [orderId, another] = [await aPaidOrder(), await aPaidOrder()]
  await untilReceipts(orderId, ['income payment 34000 done'])
  await sql`insert into fiscal_receipts
      (order_id, purpose, number, kind, settlement, amount_minor, business_day, till, state, due_at, created_at)
    values (${orderId}, 'service:4711', 1, 'income', 'payment', 15000, ${today()}, 'sandbox', 'waiting', '2026-01-01', '2026-01-01')`.execute(
    stage.world.db,
  )
  await untilReceipts(orderId, ['income payment 34000 done', 'income payment 15000 refused'])
  expect((await failed())[0]).toMatchObject({ order_id: orderId, refusal: 'sale_unknown' })
  await untilReceipts(another, ['income payment 34000 done'])
})

test('what a driver pays to the balance has a receipt of an advance, each time', async () => {
  const { world, sandbox } = stage
  const token = 'TOPPED-UP'
  await world.addCard(token)
  const { rows } = await sql<{ id: number }>`
    select driver_id as id from id_tokens where token = ${token}`.execute(world.db)
  const driverId = rows[0]!.id
  for (const amount of [10_000, 20_000, -5000])
    await world.post(`drivers/${driverId}/top-ups`, { amount, reason: 'paid to the bank' })
  const made = () =>
    sql<{ id: number; number: number; settlement: string; state: string }>`
      select id, number, settlement, state from fiscal_receipts where driver_id = ${driverId} order by number`
      .execute(world.db)
      .then(({ rows }) => rows)
  // the server sends what is due by itself too, and may be at it
  await expect
    .poll(async () => {
      await world.server.receipts.sendDue()
      return made()
    })
    .toMatchObject([
      { number: 1, settlement: 'advance', state: 'done' },
      { number: 2, settlement: 'advance', state: 'done' },
      { number: 3, settlement: 'advance', state: 'done' },
    ])
  const keys = (await made()).map(({ id }) => `receipt:${id}:1`)
  const all = await sandbox.receipts()
  const registered = keys.map((key) => all.find((receipt) => receipt.key === key)!)
  expect(registered.map(({ kind, total }) => [kind, total])).toEqual([
    ['income', 10_000],
    ['income', 20_000],
    ['income_return', 5000],
  ])
})
