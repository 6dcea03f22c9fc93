import type { PaymentDifference } from '@stationmaster/contract'
import { DAY_MS, dayOf, HOUR_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { PaymentStage } from '../payments/payment-stage.ts'

let stage: PaymentStage
const today = () => dayOf(stage.world.clock.now(), 'Europe/Moscow')

beforeAll(async () => {
  stage = await PaymentStage.open()
  const valid_from = today()
  for (const method_type of ['card', 'sbp'])
    await stage.world.post('bank-rates', { provider: 'sandbox', method_type, rate_percent: 2.5, valid_from })
})
afterAll(() => stage.close())
afterEach(async () => {
  expect(await listDifferences(stage.world.db)).toEqual([])
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(balance_minor), 0)::int as sum from ledger_balance_view`.execute(stage.world.db)
  expect(rows[0]!.sum).toBe(0)
})

/** What the ledger holds of an order: sales less what went back. */
async function bookedFor(orderId: number): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(due_minor) filter (where kind in ('sale', 'refund')), 0)::int as minor
    from ledger_line_view where order_id = ${orderId}`.execute(stage.world.db)
  return rows[0]!.minor
}

test('the price is captured from the hold, and the rest is released', async () => {
  const session = await stage.session()
  await stage.paid(session.orderId, 50_000)
  await stage.end(session, 20_000)
  await stage.untilPaid(session.orderId, [{ state: 'captured', captured: 34_000, canceled: 16_000 }])
  expect(await stage.paymentOf(session.orderId)).toMatchObject({
    status: 'captured',
    method_type: 'card',
    provider: 'sandbox',
    market_shop_id: 'sandbox',
    captured_amount: 34_000,
    bank_commission: 952,
    debt_amount: 0,
  })
  expect(await stage.world.order(session.orderId)).toMatchObject({
    payment_method_type: 'card',
    payment_intent_status: 'captured',
    captured_amount: 34_000,
  })
  expect(await stage.events(session.orderId)).toEqual([
    ['holded_amount', 50_000],
    ['succeeded_amount', 34_000],
    ['canceled_amount', 16_000],
  ])
  expect(await bookedFor(session.orderId)).toBe(34_000)
})

test('the bank’s commission is what the provider tells, and a day that tells another than was agreed on is found', async () => {
  const session = await stage.session()
  await stage.paid(session.orderId, 50_000)
  await stage.end(session, 20_000)
  await stage.untilPaid(session.orderId, [{ captured: 34_000 }])
  const { world } = stage
  const expected = { captured_amount: 34_000, bank_commission: 952 }
  expect(await stage.paymentOf(session.orderId)).toMatchObject(expected)
  // what goes back, and what is settled again, changes nothing of it
  await world.post(`orders/${session.orderId}/refunds`, { amount: 10_000, reason: 'the cable fell out' })
  await stage.untilPaid(session.orderId, [{ captured: 34_000, refunded: 10_000 }])
  const { id } = (await stage.rowsOf(session.orderId))[0]!
  await stage.paymentService.decideAgain(id)
  await stage.until(() => stage.paymentOf(session.orderId), { ...expected, refunded_amount: 10_000 })

  const day = today()
  await world.post('reconciliation/compare', { day })
  const found = async () =>
    (await world.get<PaymentDifference[]>('reconciliation/differences')).filter(({ kind }) => kind === 'fee')
  const [fee, ...more] = await found()
  expect(more).toEqual([])
  expect(fee).toMatchObject({ day, payment_ref: 'card', order_id: null, can: { read: false, book: false } })
  expect(fee!.theirs!.captured).toBe(Math.round((fee!.ours!.captured * 28) / 25))
  await sql`update bank_rates set rate_bp = 280 where method_type = 'card'`.execute(world.db)
  await world.post('reconciliation/compare', { day })
  expect(await found()).toEqual([])
})

test('nothing is booked before the provider confirms the capture', async () => {
  const session = await stage.session()
  await stage.paid(session.orderId, 50_000)
  await stage.sandbox.end('SIGKILL')
  await stage.end(session, 20_000)
  expect(await stage.paymentOf(session.orderId)).toMatchObject({ status: 'created', captured_amount: 0 })
  expect(await bookedFor(session.orderId)).toBe(0)
  await stage.sandbox.start()
  await stage.world.forward(HOUR_MS)
  await stage.untilPaid(session.orderId, [{ state: 'captured', captured: 34_000 }])
  expect(await stage.paymentOf(session.orderId)).toMatchObject({
    status: 'captured',
    captured_amount: 34_000,
  })
})

test('a capture whose answer was lost is booked once, and not made again', async () => {
  const session = await stage.session()
  const { orderId } = session
  await stage.paid(orderId, 50_000)
  const [row] = await stage.rowsOf(orderId)
  await stage.sandbox.end('SIGKILL')
  await stage.end(session, 20_000)
  await stage.carryOut()
  await stage.sandbox.start()
  // the call had arrived, but the process that waited for its answer is gone
  await stage.sandbox.change(`payments/${row!.ref}/capture`, { amount: 34_000 })
  await stage.world.forward(HOUR_MS)
  await stage.untilPaid(orderId, [{ state: 'captured', captured: 34_000, canceled: 16_000 }])
  await stage.paymentService.read(row!.id)
  expect(await bookedFor(orderId)).toBe(34_000)
  expect(await stage.paymentOf(orderId)).toMatchObject({
    status: 'captured',
    captured_amount: 34_000,
    debt_amount: 0,
  })
  expect((await stage.events(orderId)).filter(([event]) => event === 'succeeded_amount')).toHaveLength(1)
})

test('where nothing is due all of it is released', async () => {
  const session = await stage.session()
  await stage.paid(session.orderId, 50_000)
  await stage.end(session, 0)
  await stage.untilPaid(session.orderId, [{ state: 'canceled', canceled: 50_000 }])
  expect(await stage.paymentOf(session.orderId)).toMatchObject({ status: 'canceled', captured_amount: 0 })
})

test('what the price is above the hold is charged to the same card', async () => {
  const session = await stage.session()
  await stage.paid(session.orderId, 30_000)
  await stage.end(session, 20_000)
  await stage.untilPaid(session.orderId, [
    { state: 'captured', captured: 30_000 },
    { state: 'captured', captured: 4000 },
  ])
  expect(await stage.paymentOf(session.orderId)).toMatchObject({ captured_amount: 34_000, debt_amount: 0 })
  // both give back what they took, the last one first
  await stage.world.post(`orders/${session.orderId}/refunds`, { amount: 5000, reason: 'too much' })
  await stage.untilPaid(session.orderId, [{ refunded: 1000 }, { refunded: 4000 }])
  expect(await stage.paymentOf(session.orderId)).toMatchObject({ refunded_amount: 5000 })
})

test('a hold that has expired is charged again', async () => {
  const session = await stage.session()
  await stage.paid(session.orderId, 50_000)
  const [row] = await stage.rowsOf(session.orderId)
  await stage.sandbox.change(`payments/${row!.ref}/cancel`, {})
  await stage.end(session, 20_000)
  await stage.untilPaid(session.orderId, [{ state: 'canceled' }, { state: 'captured', captured: 34_000 }])
})

test('a session that needs review is captured after the review', async () => {
  const session = await stage.session()
  await stage.paid(session.orderId, 50_000)
  // more than the connector can give in that time
  await stage.end(session, 900_000)
  expect(await stage.world.order(session.orderId)).toMatchObject({ needs_review: true })
  await stage.untilPaid(session.orderId, [{ state: 'held' }])
  await stage.world.post(`inbox/orders/${session.orderId}/price`, { amount: 12_000, note: 'agreed' })
  await stage.untilPaid(session.orderId, [{ state: 'captured', captured: 12_000, canceled: 38_000 }])
  expect(await stage.paymentOf(session.orderId)).toMatchObject({
    status: 'captured',
    captured_amount: 12_000,
  })
})

interface Debt {
  order_id: number
  amount: number
}
const debts = () => stage.world.get<Debt[]>('inbox/debts')

test('what nobody pays is a debt, which is charged again or waived', async () => {
  const session = await stage.session()
  const { orderId } = session
  await stage.paid(orderId, 30_000)
  await stage.sandbox.forget((await stage.rowsOf(orderId))[0]!.saved!)
  await stage.end(session, 20_000)
  await stage.untilPaid(orderId, [{ state: 'captured', captured: 30_000 }, { state: 'failed' }])
  expect(await stage.paymentOf(orderId)).toMatchObject({
    status: 'captured',
    captured_amount: 30_000,
    debt_amount: 4000,
  })
  expect(await debts()).toMatchObject([{ order_id: orderId, amount: 4000 }])
  await stage.world.post(`inbox/debts/${orderId}/charge`, { purpose: 'charging' })
  expect(await debts()).toEqual([])
  await stage.untilPaid(orderId, [{ state: 'captured' }, { state: 'failed' }, { state: 'failed' }])
  expect(await debts()).toMatchObject([{ order_id: orderId, amount: 4000 }])
  await stage.world.post(`inbox/debts/${orderId}/waive`, { purpose: 'charging', note: 'a regular' })
  expect(await debts()).toEqual([])
  expect(await stage.world.order(orderId)).toMatchObject({ charging_price: 30_000, captured_amount: 30_000 })
})

test('a debt that can be paid after all is', async () => {
  const session = await stage.session()
  const { orderId } = session
  await stage.paid(orderId, 30_000)
  await stage.sandbox.forget((await stage.rowsOf(orderId))[0]!.saved!)
  await stage.end(session, 20_000)
  await stage.until(debts, [{ order_id: orderId }])
  // the bank has let the card go again
  const other = await stage.session()
  await stage.paid(other.orderId, 1000)
  const saved = (await stage.rowsOf(other.orderId))[0]!.saved
  await sql`update provider_payments set method_ref = ${saved} where order_id = ${orderId}`.execute(
    stage.world.db,
  )
  expect(await debts()).toMatchObject([{ order_id: orderId, can: { charge: true } }])
  expect(await stage.paymentOf(orderId)).toMatchObject({
    can: { charge_debt: true },
    cannot: { charge_debt: null },
  })
  await stage.world.post(`inbox/debts/${orderId}/charge`, { purpose: 'charging' })
  await stage.untilPaid(orderId, [
    { captured: 30_000 },
    { state: 'failed' },
    { state: 'captured', captured: 4000 },
  ])
  expect(await debts()).toEqual([])
  expect(await stage.paymentOf(orderId)).toMatchObject({ captured_amount: 34_000, debt_amount: 0 })
})

test('a debt without a saved method cannot be charged, which is said', async () => {
  const session = await stage.session()
  await stage.paid(session.orderId, 30_000, { method: 'sbp' })
  await stage.end(session, 20_000)
  await stage.until(debts, [{ order_id: session.orderId, amount: 4000, can: { charge: false } }])
  expect(await stage.paymentOf(session.orderId)).toMatchObject({
    can: { charge_debt: false, waive_debt: true },
    cannot: { charge_debt: 'no_method' },
  })
  await expect(
    stage.world.post(`inbox/debts/${session.orderId}/charge`, { purpose: 'charging' }),
  ).rejects.toMatchObject({
    status: 409,
    body: expect.stringContaining('debt.no_method'),
  })
})

// the last one: with the clock six days on, every hold is near its end for the provider
test('the rest of a full prepayment goes back', async () => {
  const bySbp = await stage.session()
  await stage.paid(bySbp.orderId, 50_000, { method: 'sbp' })
  const byCard = await stage.session()
  await stage.paid(byCard.orderId, 50_000)
  await stage.world.forward(6 * DAY_MS + 2 * HOUR_MS)
  await stage.paymentService.readUnread()
  await stage.untilPaid(byCard.orderId, [{ state: 'captured', captured: 50_000 }])
  for (const [session, method] of [
    [bySbp, 'sbp'],
    [byCard, 'card'],
  ] as const) {
    await stage.end(session, 20_000)
    await stage.untilPaid(session.orderId, [{ state: 'captured', captured: 50_000, refunded: 16_000 }])
    expect(await stage.paymentOf(session.orderId)).toMatchObject({
      method_type: method,
      captured_amount: 34_000,
      refunded_amount: 0,
      refundable_amount: 34_000,
    })
    expect(await bookedFor(session.orderId)).toBe(34_000)
  }
})
