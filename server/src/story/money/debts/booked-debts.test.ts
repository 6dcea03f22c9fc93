import type { OrderLog, OrderPayment } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { PaymentStage } from '../payments/payment-stage.ts'

let stage: PaymentStage

beforeAll(async () => {
  stage = await PaymentStage.open()
})
afterAll(() => stage.close())

interface Read {
  payment: OrderPayment
  idle: OrderPayment | null
  booked: OrderPayment[]
}
const read = (orderId: number) => stage.world.get<Read>(`orders/${orderId}/payment`)
const book = (orderId: number, body: object) =>
  stage.world.post(`inbox/debts/${orderId}/book`, { purpose: 'charging', method_type: 'cash', ...body })
const code = (expected: string) => ({ body: expect.stringContaining(`"${expected}"`) })
const booksAgree = async () => expect(await listDifferences(stage.world.db)).toEqual([])
/** Settles it again by what its provider says, as each notice does. */
const decideAgain = async (orderId: number) => {
  for (const { id } of await stage.rowsOf(orderId)) await stage.paymentService.decideAgain(id)
}

/** A session of 340.00 of which its card has paid 17.00, and can pay no more. */
async function owing(): Promise<number> {
  const session = await stage.session()
  await stage.paid(session.orderId, 1700)
  await stage.sandbox.forget((await stage.rowsOf(session.orderId))[0]!.saved!)
  await stage.end(session, 20_000)
  await stage.untilPaid(session.orderId, [{ state: 'captured', captured: 1700 }, { state: 'failed' }])
  return session.orderId
}
/** What is due to the owner, or to the network, of an order by the ledger. */
const soldOf = async (orderId: number) => {
  const { rows } = await sql<{ method: string; minor: number }>`
    select method_type as method, sum(amount_minor)::int as minor from ledger_measure_view
    where order_id = ${orderId} group by 1 order by 1`.execute(stage.world.db)
  return rows.map(({ method, minor }) => [method, minor])
}

test('cash against a debt is a payment of its own, is shown with who booked it, and ends the debt', async () => {
  const orderId = await owing()
  expect((await read(orderId)).payment).toMatchObject({
    captured_amount: 1700,
    debt_amount: 32_300,
    can: { book_debt: true, charge_debt: true },
  })
  await expect(book(orderId, { amount: 32_301 })).rejects.toMatchObject(code('debt.too_much'))
  await expect(book(orderId, { amount: 0 })).rejects.toMatchObject({ status: 400 })
  await expect(book(orderId, { amount: 1, method_type: 'terminal' })).rejects.toMatchObject({ status: 400 })
  await book(orderId, { amount: 32_000, document_number: '00017' })
  await decideAgain(orderId)
  expect(await read(orderId)).toMatchObject({
    payment: { captured_amount: 1700, debt_amount: 300, method_type: 'card' },
    booked: [{ method_type: 'cash', captured_amount: 32_000, document_number: '00017', debt_amount: 0 }],
  })
  const terminal = { method_type: 'terminal', provider: 'bank', market_shop_id: 'T-17' }
  await book(orderId, { ...terminal, amount: 300 })
  await expect(book(orderId, { amount: 1 })).rejects.toMatchObject(code('debt.not_found'))
  await decideAgain(orderId)
  expect(await stage.world.get(`inbox/debts`)).toEqual([])
  expect(await soldOf(orderId)).toEqual([
    ['card', 1700],
    ['cash', 32_000],
    ['terminal', 300],
  ])
  expect(await stage.world.order(orderId)).toMatchObject({
    captured_amount: 34_000,
    charging_price: 34_000,
    paid_in_all: { captured: 34_000, given_back: 0, open: 0 },
  })
  const { logs } = await stage.world.get<{ logs: OrderLog[] }>(`orders/${orderId}/details`)
  const { email } = await stage.world.get<{ email: string }>('auth/manager')
  const booked = logs.filter(({ event }) => event.startsWith('debt_booked'))
  expect(booked).toMatchObject([
    { event: 'debt_booked_cash', value: 32_000, text: `${email}, 00017` },
    { event: 'debt_booked_terminal', value: 300, text: `${email}, bank, T-17` },
  ])
  const { rows } = await sql<{ after: object }>`
    select after from audit_log where action = 'debt.book' and subject_id = ${String(orderId)} order by id`.execute(
    stage.world.db,
  )
  expect(rows).toMatchObject([{ after: { amountMinor: 32_000 } }, { after: { amountMinor: 300 } }])
  await booksAgree()
})

test('of two that book the whole at once one is refused', async () => {
  const orderId = await owing()
  const both = await Promise.allSettled([1, 2].map(() => book(orderId, { amount: 32_300 })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await read(orderId)).booked).toMatchObject([{ captured_amount: 32_300 }])
})

test('the rest of a debt can be waived: the order costs what was paid and handed over', async () => {
  const orderId = await owing()
  await book(orderId, { amount: 10_000 })
  await stage.world.post(`inbox/debts/${orderId}/waive`, { purpose: 'charging', note: 'it rained' })
  await decideAgain(orderId)
  expect(await stage.world.order(orderId)).toMatchObject({ charging_price: 11_700, captured_amount: 11_700 })
  expect((await read(orderId)).payment).toMatchObject({ debt_amount: 0, captured_amount: 1700 })
  await booksAgree()
})

test('what the provider takes of a debt that was handed over meanwhile goes back', async () => {
  const orderId = await owing()
  await book(orderId, { amount: 30_000 })
  // the card holds what was owed before
  const id = await stage.pay(orderId, 32_300)
  const last = async () => (await stage.rowsOf(orderId)).filter((row) => row.id === id)
  await stage.until(last, [{ state: 'captured', captured: 2300, canceled: 30_000 }])
  await stage.until(() => read(orderId), { payment: { debt_amount: 0, captured_amount: 4000 } })
  expect((await stage.world.order(orderId)).captured_amount).toBe(34_000)
  await booksAgree()
})

test('an idle fee is handed over as well', async () => {
  const session = await stage.session()
  const { orderId } = session
  await stage.paid(orderId, 50_000)
  await stage.end(session, 20_000, { stays: true })
  await stage.untilPaid(orderId, [{ state: 'captured' }])
  await stage.sandbox.forget((await stage.rowsOf(orderId))[0]!.saved!)
  await stage.world.forward(15 * MINUTE_MS)
  await session.station.unplug()
  await stage.world.until('the car has left', async () => !(await stage.world.order(orderId)).ev_connected)
  await stage.world.server.idleCars.lookAtAll()
  await stage.until(() => stage.world.get('inbox/debts'), [{ order_id: orderId, amount: 15_000 }])
  await book(orderId, { purpose: 'parking', amount: 5000 })
  await decideAgain(orderId)
  expect((await read(orderId)).idle).toMatchObject({ debt_amount: 10_000, captured_amount: 0 })
  await book(orderId, { purpose: 'parking', amount: 10_000 })
  await decideAgain(orderId)
  const { idle, booked } = await read(orderId)
  expect(idle).toMatchObject({ status: 'canceled', debt_amount: 0, captured_amount: 0 })
  expect(booked).toMatchObject([{ purpose: 'parking' }, { purpose: 'parking' }])
  const order = await stage.world.order(orderId)
  expect([order.parking_amount, order.parking_captured_amount]).toEqual([15_000, 15_000])
  expect(await stage.world.get('inbox/debts')).toEqual([])
  await booksAgree()
})

/** Books under a key of the request, as a browser does that sends the request again. */
const bookOnce = (orderId: number, key: string, body: object) =>
  fetch(`${stage.world.server.url}/api/v1/inbox/debts/${orderId}/book`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: stage.world.authorization,
      'idempotency-key': key,
    },
    body: JSON.stringify({ purpose: 'charging', ...body }),
  })

/** What people and providers do to a debt, in any order. */
const act = fc.oneof(
  fc.record({
    kind: fc.constant('book' as const),
    method: fc.constantFrom('cash', 'terminal'),
    amount: fc.integer({ min: 1, max: 20_000 }),
    attempt: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ kind: fc.constant('settle' as const) }),
  fc.record({ kind: fc.constant('refund' as const), percent: fc.integer({ min: 1, max: 100 }) }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
test.each(
  fc.sample(fc.array(act, { minLength: 12, maxLength: 12 }), { numRuns: 3, seed }),
)(`what was handed over stays, whatever follows, and is never more than was owed: SEED=${seed}, %#`, async (...acts) => {
  const orderId = await owing()
  let owed = 32_300
  const handed: { id: number; captured: number; back: number }[] = []
  const known = new Map<string, string>()
  const apply = async (one: Act) => {
    if (one.kind === 'settle') return decideAgain(orderId)
    if (one.kind === 'refund') {
      const last = handed.at(-1)
      if (!last) return
      const amount = Math.ceil(((last.captured - last.back) * one.percent) / 100)
      if (amount === 0) return
      const body = { purpose: 'charging', booking_id: last.id, amount, reason: 'a mistake' }
      await stage.world.post(`orders/${orderId}/refunds`, body)
      await expect(
        stage.world.post(`orders/${orderId}/refunds`, {
          ...body,
          amount: last.captured - last.back - amount + 1,
        }),
      ).rejects.toMatchObject(code('refund.too_much'))
      last.back += amount
      return
    }
    const { method, amount } = one
    const body = { amount, method_type: method, ...(method === 'terminal' ? { provider: 'bank' } : {}) }
    // the same request again books nothing more
    const key = `request-${orderId}-${one.attempt}`
    const said = JSON.stringify(body)
    if (known.has(key) && known.get(key) !== said) return
    const again = known.has(key)
    const refusal = amount <= owed ? null : owed === 0 ? 'debt.not_found' : 'debt.too_much'
    const answer = await bookOnce(orderId, key, body)
    if (again) return expect(answer.status).toBe(204)
    if (refusal) return expect(await answer.json()).toMatchObject({ code: refusal })
    expect(answer.status).toBe(204)
    known.set(key, said)
    owed -= amount
    const { booked } = await read(orderId)
    handed.push({ id: booked.at(-1)!.booking_id!, captured: amount, back: 0 })
  }
  for (const one of acts) {
    await apply(one)
    const { payment, booked } = await read(orderId)
    expect(payment).toMatchObject({ captured_amount: 1700, refunded_amount: 0, debt_amount: owed })
    expect(booked.map((it) => [it.booking_id, it.captured_amount, it.refunded_amount])).toEqual(
      handed.map(({ id, captured, back }) => [id, captured, back]),
    )
  }
  const { paid_in_all } = await stage.world.order(orderId)
  const back = handed.reduce((sum, one) => sum + one.back, 0)
  expect(paid_in_all).toEqual({ captured: 34_000 - owed, given_back: back, open: owed })
  await booksAgree()
})
