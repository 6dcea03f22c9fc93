import type { FiscalReceipt, Location, PaymentDifference, Service } from '@stationmaster/contract'
import { dayOf, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { StoryClock } from '../../world/story-clock.ts'
import { World } from '../../world/world.ts'
import { SandboxProcess } from '../payments/payment-sandbox.ts'
import { ServiceWorld } from './service-world.ts'

const sandbox = new SandboxProcess()
let world: World
let wash: Service
let coffee: Service
let sales: ServiceWorld

beforeAll(async () => {
  const clock = StoryClock.atNoon()
  sandbox.setTo(clock.now())
  await sandbox.start()
  world = await World.open(await openTestDatabase(), clock, { ...sandbox.env, FISCAL_TILL: 'sandbox' })
  await world.post('legal-details', {
    name: 'Network',
    inn: '7707083893',
    address: 'Tver',
    vat_percent: 20,
    tax_system: 'osn',
    valid_from: dayOf(world.clock.now(), 'Europe/Moscow'),
  })
  sales = new ServiceWorld(world, sandbox)
  wash = await sales.offer('Wash', 50_000)
  coffee = await sales.offer('Coffee', 20_000)
  const { services } = await world.get<Location>(`locations/${world.locationId}`)
  expect(services.map(({ name }) => name)).toEqual(['Coffee', 'Wash'])
})
afterAll(async () => {
  await world.close()
  await sandbox.remove()
})

test('a driver buys with one touch while the car comes and charges: each is a payment, a receipt and a line of its own', async () => {
  const stage = await sales.linked()
  const { driver } = stage
  expect((await driver.page()).services.offered).toEqual([])
  expect((await sales.buy(driver, coffee)).body.code).toBe('service.not_now')
  await driver.pay('approved')
  await driver.until('waiting_plug')
  const page = await driver.page()
  expect(page.services).toMatchObject({ way: 'card', card: 'Visa 4242', sold: [] })
  expect(page.services.offered.map(({ name, price }) => [name, price])).toEqual([
    ['Coffee', 20_000],
    ['Wash', 50_000],
  ])
  const sameRequest = { wish: 'the-same-request-of-one' }
  expect((await sales.buy(driver, coffee, sameRequest)).status).toBe(200)
  await sales.buy(driver, coffee, sameRequest)
  await sales.untilSold(driver, ['Coffee sold'])
  await sales.charged(stage)
  await sales.buy(driver, wash)
  await sales.untilSold(driver, ['Coffee sold', 'Wash sold'])
  const { orderId } = driver
  expect(await world.order(orderId)).toMatchObject({ status: 'started', services_price: 70_000 })

  // what becomes dearer or is sold no more stays as it was sold
  await world.patch(`services/${wash.id}`, { price: 60_000 })
  expect(await sales.buy(driver, wash)).toMatchObject({
    status: 409,
    body: { code: 'service.price_changed' },
  })
  const extra = await sales.offer('Air', 5000)
  await sales.buy(driver, extra)
  await sales.untilSold(driver, ['Coffee sold', 'Wash sold', 'Air sold'])
  await fetch(`${world.server.url}/api/v1/services/${extra.id}`, {
    method: 'DELETE',
    headers: { authorization: world.authorization },
  })
  expect((await sales.buy(driver, extra)).body.code).toBe('service.not_found')
  await world.patch(`services/${wash.id}`, { price: 50_000 })

  await sales.ended(stage)
  await driver.untilMoney(125_000, 92_000, 33_000)
  const order = await world.order(orderId)
  expect(order).toMatchObject({ captured_amount: 17_000, charging_price: 17_000, services_price: 75_000 })
  expect(await sales.booksOf(orderId)).toEqual({
    payments: [
      ['service', 20_000],
      ['service', 50_000],
      ['service', 5000],
      ['charging', 17_000],
    ],
    ledger: 92_000,
  })
  let receipts: FiscalReceipt[] = []
  await world.until('all receipts are sent', async () => {
    await world.server.receipts.sendDue()
    receipts = (await world.get<{ receipts: FiscalReceipt[] }>(`orders/${orderId}/receipts`)).receipts
    return receipts.length === 4 && receipts.every(({ state }) => state !== 'waiting' && state !== 'sent')
  })
  expect(receipts.map(({ kind, amount, state }) => [kind, amount, state])).toEqual([
    ['income', 20_000, 'done'],
    ['income', 50_000, 'done'],
    ['income', 5000, 'done'],
    ['income', 17_000, 'done'],
  ])
  const { rows: lines } = await sql<{ name: string }>`
    select content -> 'lines' -> 0 ->> 'name' as name from fiscal_receipts where order_id = ${orderId} order by id`.execute(
    world.db,
  )
  expect(lines.map(({ name }) => name).slice(0, 3)).toEqual(['Coffee (ru)', 'Wash (ru)', 'Air (ru)'])
  const { logs } = await driver.details()
  expect(logs.filter(({ event }) => event === 'service_sold').map(({ value }) => value)).toEqual([
    20_000, 50_000, 5000,
  ])
  // the hold is that of the order alone
  expect(logs.filter(({ event }) => event === 'holded_amount')).toHaveLength(1)
  expect((await sales.buy(driver, coffee)).body.code).toBe('service.not_now')

  const [sold] = (await sales.soldWith(orderId)).sold
  const back = (body: object) =>
    world.post(`orders/${orderId}/refunds`, { purpose: 'service', reason: 'it was cold', ...body })
  await expect(back({ amount: 100 })).rejects.toMatchObject({ status: 400 })
  await expect(back({ amount: 20_001, service_id: sold!.id })).rejects.toMatchObject({ status: 409 })
  await back({ amount: 8000, service_id: sold!.id })
  await driver.untilMoney(125_000, 92_000, 33_000, 8000)
  expect((await sales.soldWith(orderId)).sold[0]).toMatchObject({
    state: 'sold',
    price: 20_000,
    sold_by: null,
    payment: {
      purpose: 'service',
      captured_amount: 20_000,
      refunded_amount: 8000,
      refundable_amount: 12_000,
    },
  })
  expect((await driver.page()).services.sold[0]).toMatchObject({ refunded: 8000 })
  expect((await sales.booksOf(orderId)).ledger).toBe(84_000)

  // somebody gives more of it back in the provider's own screens: it is booked as the service's
  const { rows: refs } = await sql<{ ref: string }>`
    select payment_ref as ref from provider_payments where order_id = ${orderId} and purpose = ${`service:${sold!.id}`}`.execute(
    world.db,
  )
  await sandbox.change(`payments/${refs[0]!.ref}/refunds`, { amount: 2000 })
  await world.post('reconciliation/compare', { day: dayOf(world.clock.now(), 'Europe/Moscow') })
  const differences = () => world.get<PaymentDifference[]>('reconciliation/differences')
  const found = (await differences()).find(({ order_id }) => order_id === orderId)
  expect(found).toMatchObject({ kind: 'not_booked', can: { book: true } })
  await world.post(`reconciliation/differences/${found!.id}/book`, { reason: 'in the shop’s screens' })
  expect((await differences()).filter(({ order_id }) => order_id === orderId)).toEqual([])
  expect((await sales.soldWith(orderId)).sold[0]).toMatchObject({ payment: { refunded_amount: 10_000 } })
  expect(await sales.booksOf(orderId)).toMatchObject({ ledger: 82_000 })
  expect(await listDifferences(world.db)).toEqual([])
})

test('what the card does not pay is not sold, and nobody owes it', async () => {
  const { driver, station } = await sales.linked()
  await driver.pay('approved')
  await driver.until('waiting_plug')
  await sales.buy(driver, coffee, {}, 'declined')
  await sales.untilSold(driver, ['Coffee void'])
  expect((await driver.page()).services.sold[0]!.refusal).not.toBeNull()
  expect(await sales.booksOf(driver.orderId)).toEqual({ payments: [], ledger: null })
  expect(await world.get('inbox/debts')).toEqual([])
  expect(await world.order(driver.orderId)).toMatchObject({ services_price: null })
  await driver.call('POST', '/cancel')
  await station.unplug(1).catch(() => undefined)
})

test('by SBP it is paid at the bank once more; what is not paid in a quarter of an hour is void', async () => {
  const stage = await sales.linked()
  const { driver } = stage
  await driver.paySbp()
  await driver.until('action')
  await driver.answerBank({ answer: 'yes' })
  await driver.until('waiting_plug')
  expect((await driver.page()).services).toMatchObject({ way: 'sbp', card: null })
  await sales.buy(driver, coffee)
  const toBank = async () => (await driver.page()).services.sold.at(-1)!.action?.url
  await world.until('the bank has the payment', async () => (await toBank()) !== undefined)
  expect((await sales.buy(driver, wash)).body.code).toBe('payment.under_way')
  await sandbox.answer((await toBank())!, { answer: 'yes' })
  const readAll = async () => {
    const { rows } = await sql<{ id: number }>`
      select id from provider_payments where order_id = ${driver.orderId}`.execute(world.db)
    for (const { id } of rows) await world.server.payments.paymentService.read(id)
  }
  await readAll()
  await sales.untilSold(driver, ['Coffee sold'])
  await sales.buy(driver, wash)
  await world.until('the bank has the payment', async () => (await toBank()) !== undefined)
  const id = (await driver.page()).services.sold.at(-1)!.id
  await driver.call('POST', `/services/${id}/cancel`)
  await sales.untilSold(driver, ['Coffee sold', 'Wash void'])
  await sales.charged(stage)
  await sales.buy(driver, wash)
  await world.until('the bank has the payment', async () => (await toBank()) !== undefined)
  const late = (await toBank())!
  await world.forward(16 * MINUTE_MS)
  await world.server.sales.endOverdue()
  await sales.untilSold(driver, ['Coffee sold', 'Wash void', 'Wash void'])
  await sandbox.answer(late, { answer: 'yes' }).catch(() => undefined)
  await readAll()
  await sales.ended(stage)
  await world.until('nothing of the last one is kept', async () => {
    world.clock.forward(SECOND_MS)
    await world.server.payments.paymentService.carryOutDue()
    const { rows } = await sql<{ kept: number }>`
      select sum(captured_minor - refunded_minor)::int as kept from provider_payments
      where order_id = ${driver.orderId} and purpose like 'service:%'`.execute(world.db)
    return rows[0]!.kept === 20_000
  })
  expect((await sales.booksOf(driver.orderId)).payments).toContainEqual(['service', 20_000])
  expect(await listDifferences(world.db)).toEqual([])
})

test('what was paid and kept from the books is booked when an administrator reads it again', async () => {
  const stage = await sales.linked()
  const { driver } = stage
  await driver.paySbp()
  await driver.until('action')
  await driver.answerBank({ answer: 'yes' })
  await driver.until('waiting_plug')
  await sales.buy(driver, coffee)
  const toBank = async () => (await driver.page()).services.sold.at(-1)!.action?.url
  await world.until('the bank has the payment', async () => (await toBank()) !== undefined)
  const bank = (await toBank())!
  const { orderId } = driver
  await sandbox.answer(bank, { answer: 'yes' })
  // the payment is known as it stands, and nothing has followed from it
  await sql`update provider_payments set state = 'captured', held_minor = 20000, captured_minor = 20000, action = null
    where order_id = ${orderId} and purpose <> 'charging'`.execute(world.db)
  await sales.charged(stage)
  await sales.ended(stage)
  await driver.untilMoney(70_000, 70_000, 0, 33_000)
  expect((await sales.soldWith(orderId)).sold).toMatchObject([{ state: 'asked' }])

  await world.post('reconciliation/compare', { day: dayOf(world.clock.now(), 'Europe/Moscow') })
  const differences = async () =>
    (await world.get<PaymentDifference[]>('reconciliation/differences')).filter(
      ({ order_id }) => order_id === orderId,
    )
  const [found] = await differences()
  expect(found).toMatchObject({ kind: 'not_booked', can: { read: true, book: false } })
  await world.post(`reconciliation/differences/${found!.id}/read`, {})
  expect(await differences()).toEqual([])
  expect((await sales.soldWith(orderId)).sold).toMatchObject([
    { state: 'sold', payment: { captured_amount: 20_000 } },
  ])
  expect(await listDifferences(world.db)).toEqual([])
})

test('from the balance it is bought with a code, and never below zero', async () => {
  const email = 'buyer@people.example'
  const who = await world.post<{ id: number }>('drivers', { first_name: 'Vera', last_name: 'Buyer', email })
  await world.post(`drivers/${who.id}/top-ups`, { amount: 90_000, reason: 'paid in' })
  const { driver } = await sales.linked({ driver_id: who.id })
  const paying = await sales.codeFrom(email, () => driver.call('POST', '/balance-code'))
  await driver.call('POST', '/payment', { method: 'account', code: paying })
  await driver.until('waiting_plug')
  const proof = { email: 'b•••@people.example', code: null }
  expect(await driver.page()).toMatchObject({ balance: null, services: { way: 'account', proof } })
  expect((await sales.buy(driver, coffee)).body.code).toBe('payment.code_invalid')
  const bought = await sales.wanted(driver, coffee, { code: await sales.codeFor(driver, coffee, email) })
  expect(bought.body.services.sold).toMatchObject([{ name: 'Coffee', state: 'sold' }])
  // 900.00 less 500.00 that are kept for charging, less a coffee
  const tooMuch = await sales.wanted(driver, wash, { code: await sales.codeFor(driver, wash, email) })
  expect(tooMuch.body.code).toBe('payment.balance_too_small')
  const standing = await world.get<{ balance: number; held: number }>(`drivers/${who.id}`)
  expect(standing).toMatchObject({ balance: 70_000, held: 50_000 })
  await driver.call('POST', '/cancel')
  expect(await listDifferences(world.db)).toEqual([])
})

test('operators sell on the order’s page: with its card, in cash and at a terminal; each way stands in the books', async () => {
  const stage = await sales.linked()
  const { driver } = stage
  const email = 'walk-in@people.example'
  await driver.pay('approved', { receipt_email: email })
  await driver.until('waiting_plug')
  await sales.charged(stage)
  const { orderId } = driver
  expect(await sales.soldWith(orderId)).toMatchObject({
    way: 'card',
    proof_email: 'w•••@people.example',
    sold: [],
  })
  await expect(sales.sell(orderId, wash, { pays: 'terminal' })).rejects.toMatchObject({ status: 400 })
  const bought = { service_id: coffee.id, price: coffee.price }
  const code = await sales.codeFrom(email, () => world.post(`orders/${orderId}/services/code`, bought))
  // a code is good for the one service at its price
  await expect(sales.sell(orderId, wash, { pays: 'order', code })).rejects.toMatchObject({ status: 409 })
  await expect(sales.sell(orderId, coffee, { pays: 'order' })).rejects.toMatchObject({ status: 409 })
  await sales.sell(orderId, coffee, { pays: 'order', code })
  await sales.untilSold(driver, ['Coffee sold'])
  await sales.sell(orderId, wash, { pays: 'cash' })
  const terminal = { pays: 'terminal', provider: 'bank', market_shop_id: 'T-1', document_number: '17' }
  const { sold } = await sales.sell(orderId, wash, terminal)
  expect(sold.map(({ payment }) => [payment?.method_type, payment?.captured_amount])).toEqual([
    ['card', 20_000],
    ['cash', 50_000],
    ['terminal', 50_000],
  ])
  expect(sold[2]!.payment).toMatchObject({ provider: 'bank', market_shop_id: 'T-1', document_number: '17' })
  expect(sold.every(({ sold_by }) => sold_by !== null)).toBe(true)
  await sales.ended(stage)
  await driver.untilMoney(70_000, 37_000, 33_000)
  const { rows } = await sql<{ method: string; minor: number }>`
    select method_type as method, sum(due_minor)::int as minor from ledger_line_view
    where order_id = ${orderId} and kind = 'sale' group by 1 order by 1`.execute(world.db)
  expect(rows).toEqual([
    { method: 'card', minor: 37_000 },
    { method: 'cash', minor: 50_000 },
    { method: 'terminal', minor: 50_000 },
  ])
  const today = dayOf(world.clock.now(), 'Europe/Moscow')
  const { rows: audited } = await sql<{ action: string }>`
    select action from audit_log where subject_type = 'order' and subject_id = ${String(orderId)}
      and action = 'service.sell'`.execute(world.db)
  expect(audited).toHaveLength(3)
  const report = await world.get<{ rows: { order?: number; services?: number }[] }>(
    `statistics/report?mode=detailed&from=2026-01-01T00:00:00Z&to=${today}T12:00:00Z`,
  )
  expect(report.rows.find(({ order }) => order === orderId)).toMatchObject({ services: 120_000 })
  await world.forward(HOUR_MS)
  await world.post('reconciliation/compare', { day: today })
  const { rows: differing } =
    await sql`select kind from payment_differences where resolved_at is null`.execute(world.db)
  expect(differing).toEqual([])
  expect(await listDifferences(world.db)).toEqual([])
})
