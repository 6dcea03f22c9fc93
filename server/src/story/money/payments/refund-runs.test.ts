import type { OrderPayment, RefundRun, RefundRunPayment } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { World } from '../../world/world.ts'

let world: World
beforeAll(async () => {
  world = await World.open(await openTestDatabase())
})
afterAll(() => world?.close())

let cards = 0
/** A session of 340.00 that has ended, on its own station. */
async function anOrder(methodType = 'cash'): Promise<number> {
  cards += 1
  const card = `FAULTY${cards}`
  await world.addCard(card)
  await sql`update id_tokens set payment_method_type = ${methodType} where token = ${card}`.execute(world.db)
  const station = await world.simulate('ocpp1.6')
  await station.charge({ token: card, energyWh: 20_000 })
  return (await world.ordersOf(station.id))[0]!.id
}
const named = (...ids: number[]) => ({ of: 'orders', ids })
const reach = (selection: object) =>
  world.post<{ orders: number; amount: number }>('refund-runs/reach', { selection })
const start = (selection: object, seen: { orders: number; amount: number }) =>
  world.post<RefundRun>('refund-runs', { selection, reason: 'a faulty day', ...seen })
const refused = (code: string) => ({ body: expect.stringContaining(`"${code}"`) })
const leftOf = async (id: number) =>
  (await world.get<{ payment: OrderPayment }>(`orders/${id}/payment`)).payment.refundable_amount
const ended = async ({ id }: RefundRun): Promise<RefundRun> => {
  const read = () => world.get<RefundRun>(`refund-runs/${id}`)
  await world.until('the refunds are over', async () => (await read()).finished_at !== null)
  return read()
}
const resultsOf = async ({ id }: RefundRun) =>
  (await world.get<RefundRunPayment[]>(`refund-runs/${id}/payments`)).map(({ order_id, amount, result }) => [
    ...[order_id, amount, result],
  ])

test('what is left of some orders goes back once, as it was seen, and is journaled', async () => {
  const [whole, part, nobodys] = [await anOrder(), await anOrder('terminal'), await anOrder('compensation')]
  await world.post(`orders/${part}/refunds`, { amount: 10_000, reason: 'agreed' })
  // an order that is not there narrows nothing
  const selection = named(whole, part, nobodys, 999_999_999)
  const seen = await reach(selection)
  expect(seen).toEqual({ orders: 2, amount: 34_000 + 24_000 })
  for (const other of [
    { ...seen, amount: seen.amount + 1 },
    { ...seen, amount: seen.amount - 1 },
    { ...seen, orders: 3 },
  ])
    await expect(start(selection, other)).rejects.toMatchObject(refused('refund.run_changed'))
  expect([await leftOf(whole), await leftOf(part)]).toEqual([34_000, 24_000])

  const run = await ended(await start(selection, seen))
  expect(run).toMatchObject({
    ...seen,
    reason: 'a faulty day',
    canceled_at: null,
    counts: { done: 2, waiting: 0 },
  })
  expect(await resultsOf(run)).toEqual([
    [whole, 34_000, 'done'],
    [part, 24_000, 'done'],
  ])
  expect([await leftOf(whole), await leftOf(part), await leftOf(nobodys)]).toEqual([0, 0, 34_000])
  const { payment } = await world.get<{ payment: OrderPayment }>(`orders/${whole}/payment`)
  expect(payment.given_back).toMatchObject([{ kind: 'refund', amount: 34_000, reason: 'a faulty day' }])
  const { rows } = await sql<{ action: string }>`select action from audit_log
    where (subject_type = 'refund_run' and subject_id = ${String(run.id)})
      or (action = 'payment.refund' and subject_id = any(${[String(whole), String(part)]}))
    order by id`.execute(world.db)
  expect(rows.map(({ action }) => action)).toEqual([
    ...['payment.refund', 'refund_run.start', 'payment.refund', 'payment.refund'],
  ])
  expect(await reach(selection)).toEqual({ orders: 0, amount: 0 })
  await expect(start(selection, { orders: 0, amount: 0 })).rejects.toMatchObject(
    refused('refund.run_nothing'),
  )
  // the job comes once more, as after a restart
  await sql`update pgboss.job set state = 'created', started_on = null, completed_on = null where name = 'refund-run'`.execute(
    world.db,
  )
  const next = await anOrder()
  await ended(await start(named(next), { orders: 1, amount: 34_000 }))
  expect(await leftOf(whole)).toBe(0)
  expect(await listDifferences(world.db)).toEqual([])
})

test('the orders of a filter are those of its days and places', async () => {
  const from = world.clock.now().toISOString()
  world.clock.forward(1000)
  const id = await anOrder()
  const to = new Date(world.clock.now().getTime() + 1000).toISOString()
  const filter = { from, to, location_ids: [world.locationId] }
  expect(await reach({ of: 'filter', filter })).toEqual({ orders: 1, amount: 34_000 })
  expect(await reach({ of: 'filter', filter: { ...filter, search: String(id) } })).toMatchObject({
    orders: 1,
  })
  expect(await reach({ of: 'filter', filter: { ...filter, search: 'nobody-at-all' } })).toMatchObject({
    orders: 0,
  })
  expect(await reach({ of: 'filter', filter: { ...filter, to: from } })).toMatchObject({ orders: 0 })
})

test('what went back meanwhile fails alone, and what still waits is taken back', async () => {
  const ids = [await anOrder(), await anOrder(), await anOrder()]
  const [first, second, third] = ids as [number, number, number]
  let run!: RefundRun
  await world.db.transaction().execute(async (tx) => {
    await sql`select 1 from orders where id = ${first} for no key update`.execute(tx)
    run = await start(named(...ids), { orders: 3, amount: 102_000 })
    await world.post(`orders/${second}/refunds`, { amount: 1, reason: 'agreed' })
  })
  await ended(run)
  expect(await resultsOf(run)).toEqual([
    [first, 34_000, 'done'],
    [second, 34_000, 'failed'],
    [third, 34_000, 'done'],
  ])
  expect(await leftOf(second)).toBe(33_999)
  const [, failed] = await world.get<RefundRunPayment[]>(`refund-runs/${run.id}/payments`)
  expect(failed!.error).toBe('This is more than is left of the payment.')

  const [held, waiting] = [await anOrder(), await anOrder()]
  await world.db.transaction().execute(async (tx) => {
    await sql`select 1 from orders where id = ${held} for no key update`.execute(tx)
    run = await start(named(held, waiting), { orders: 2, amount: 68_000 })
    await sql`update managers set blocked_at = now() where id = (select created_by from refund_runs where id = ${run.id})`.execute(
      tx,
    )
  })
  const over = async () =>
    (await sql`select 1 from refund_runs where id = ${run.id} and finished_at is not null`.execute(world.db))
      .rows
  await world.until('the refunds are over', async () => (await over()).length > 0)
  await sql`update managers set blocked_at = null`.execute(world.db)
  const { rows } = await sql<{
    result: string
  }>`select result from refund_run_payments where run_id = ${run.id}
    and order_id = ${waiting}`.execute(world.db)
  expect(rows).toEqual([{ result: 'canceled' }])
  expect((await sql`select 1 from refunds where order_id = ${waiting}`.execute(world.db)).rows).toEqual([])
})
