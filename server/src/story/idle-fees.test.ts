import type { OrderPayment } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDifferences } from '../slices/ledger/totals-store.ts'
import { PaymentStage } from './payment-stage.ts'

let stage: PaymentStage

beforeAll(async () => {
  stage = await PaymentStage.open()
})
afterAll(() => stage.close())

/** A session of 340.00 that was paid by card, whose car stays so long; resolves once the car has left. */
async function staying(protocol: 'ocpp1.6' | 'ocpp2.0.1', minutes: number) {
  const session = await stage.session(protocol)
  const { orderId, station } = session
  await stage.paid(orderId, 50_000)
  await stage.end(session, 20_000, { stays: true })
  await stage.untilPaid(orderId, [{ state: 'captured', captured: 34_000 }])
  await stage.world.forward(minutes * MINUTE_MS)
  await stage.world.server.idleCars.lookAtAll()
  await station.unplug()
  await stage.world.until('the car has left', async () => !(await stage.world.order(orderId)).ev_connected)
  await stage.world.server.idleCars.lookAtAll()
  return orderId
}
const dueOf = async (orderId: number) => {
  const { rows } = await sql<{ minor: number }>`
    select sum(due_minor)::int as minor from ledger_line_view where order_id = ${orderId}`.execute(
    stage.world.db,
  )
  return rows[0]!.minor
}
const parkingOf = async (orderId: number) => {
  const { parking_amount, parking_captured_amount } = await stage.world.order(orderId)
  return [parking_amount, parking_captured_amount]
}

test.each([
  'ocpp1.6',
  'ocpp2.0.1',
] as const)('%s: a car that stays 25 minutes costs 300.00', async (protocol) => {
  const orderId = await staying(protocol, 25)
  await stage.untilPaid(orderId, [{ captured: 34_000 }, { state: 'captured', captured: 30_000 }])
  expect(await parkingOf(orderId)).toEqual([30_000, 30_000])
  expect(await stage.world.order(orderId)).toMatchObject({ captured_amount: 34_000, charging_price: 34_000 })
  const told = await stage.told(orderId)
  expect(told).toContainEqual(['parking_begun', 30_000])
  expect(told).toContainEqual(['parking_ended', 30_000])
  const { rows } = await sql<{ minor: number; state: string }>`
    select (select sum(due_minor)::int from ledger_line_view where order_id = ${orderId}) as minor, state
    from idle_fees where order_id = ${orderId}`.execute(stage.world.db)
  expect(rows).toEqual([{ minor: 64_000, state: 'captured' }])

  const back = (amount: number) =>
    stage.world.post(`orders/${orderId}/refunds`, {
      purpose: 'parking',
      amount,
      reason: 'the barrier was shut',
    })
  await expect(back(30_001)).rejects.toMatchObject({ status: 409 })
  await back(10_000)
  await stage.untilPaid(orderId, [{ refunded: 0 }, { captured: 30_000, refunded: 10_000 }])
  const paid = () =>
    stage.world.get<{ payment: OrderPayment; idle: OrderPayment }>(`orders/${orderId}/payment`)
  await stage.until(paid, {
    payment: { captured_amount: 34_000, refunded_amount: 0, refundable_amount: 34_000 },
    idle: { captured_amount: 30_000, refunded_amount: 10_000, refundable_amount: 20_000 },
  })
  expect((await paid()).idle.given_back).toMatchObject([{ amount: 10_000, state: 'done' }])
  expect(await dueOf(orderId)).toBe(54_000)
  expect(await listDifferences(stage.world.db)).toEqual([])
})

test('one that leaves in time costs nothing', async () => {
  const orderId = await staying('ocpp1.6', 9)
  expect(await parkingOf(orderId)).toEqual([0, null])
  await stage.untilPaid(orderId, [{ captured: 34_000 }])
})

test('where parking is free it costs nothing', async () => {
  const free = (is: boolean) =>
    sql`update locations set free_parking = ${is} where id = ${stage.world.locationId}`.execute(
      stage.world.db,
    )
  await free(true)
  const orderId = await staying('ocpp1.6', 50)
  await free(false)
  expect(await parkingOf(orderId)).toEqual([null, null])
})

test('a fee that the card does not pay is a debt, which can be waived', async () => {
  const session = await stage.session()
  await stage.paid(session.orderId, 50_000)
  await stage.end(session, 20_000, { stays: true })
  await stage.untilPaid(session.orderId, [{ state: 'captured' }])
  await stage.sandbox.forget((await stage.rowsOf(session.orderId))[0]!.saved!)
  await stage.world.forward(15 * MINUTE_MS)
  await session.station.unplug()
  await stage.world.until(
    'the car has left',
    async () => !(await stage.world.order(session.orderId)).ev_connected,
  )
  await stage.world.server.idleCars.lookAtAll()
  const debts = () => stage.world.get<object[]>('inbox/debts')
  await stage.until(debts, [{ order_id: session.orderId, purpose: 'parking', amount: 15_000 }])
  await stage.world.post(`inbox/debts/${session.orderId}/waive`, { purpose: 'parking', note: 'it rained' })
  expect(await debts()).toEqual([])
  expect(await parkingOf(session.orderId)).toEqual([0, 0])
})

test('a location has terms of its own from a day on, and a stay costs what was in force when it began', async () => {
  const { world } = stage
  const today = world.clock.now().toISOString().slice(0, 10)
  const terms = {
    ...{ location_id: world.locationId, grace_minutes: 5, block_minutes: 1, block_amount: 1000 },
    ...{ cap_amount: 7000, night_from: null, night_to: null, valid_from: today },
  }
  await sql`delete from idle_terms where location_id is not null`.execute(world.db)
  const made = await world.post<{ location_name: string }>('idle-terms', terms)
  expect(made).toMatchObject({ location_name: 'Yard', in_force: true, can: { change: false } })
  expect((await parkingOf(await staying('ocpp1.6', 9)))[0]).toBe(5000)
  const session = await stage.session()
  await stage.paid(session.orderId, 50_000)
  await stage.end(session, 20_000, { stays: true })
  await sql`update idle_terms set cap_minor = null where location_id = ${world.locationId}`.execute(world.db)
  await world.forward(25 * MINUTE_MS)
  await session.station.unplug()
  await world.until('the car has left', async () => !(await world.order(session.orderId)).ev_connected)
  await world.server.idleCars.lookAtAll()
  expect((await parkingOf(session.orderId))[0]).toBe(7000)
  await sql`delete from idle_terms where location_id is not null`.execute(world.db)
})
