import type { LocationPricing, OrderLog, OrderPayment } from '@stationmaster/contract'
import { dayOf, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrder } from '../../../slices/charging/orders/order.ts'
import { loadIdleTerms } from '../../../slices/money/contracts/idle-store.ts'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { idleFeeOf } from '../../../slices/money/payments/extras/idle-rules.ts'
import { readOutbox } from '../../world/outbox.ts'
import { PaymentStage } from '../payments/payment-stage.ts'

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
  const events = await stage.events(orderId)
  expect(events).toContainEqual(['parking_begun', 30_000])
  expect(events).toContainEqual(['parking_ended', 30_000])
  const { rows } = await sql<{ minor: number; state: string }>`
    select (select sum(due_minor)::int from ledger_line_view where order_id = ${orderId}) as minor, state
    from idle_fees where order_id = ${orderId}`.execute(stage.world.db)
  // less what the provider keeps: 2.8 % of each
  expect(rows).toEqual([{ minor: 64_000 - 952 - 840, state: 'captured' }])

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
  expect(await dueOf(orderId)).toBe(54_000 - 952 - 840)
  expect(await listDifferences(stage.world.db)).toEqual([])
})

/** A session whose driver reads a language, has an address, and wants these mails. */
async function ofDriver(
  protocol: 'ocpp1.6' | 'ocpp2.0.1',
  language: string | null,
  notices: string[] = ['idle_fee'],
) {
  const session = await stage.session(protocol)
  const email = `${session.station.id}@drivers.example`
  await sql`update drivers d set email = ${email}, language = ${language}, notices = ${notices} from orders o
    where o.id = ${session.orderId} and d.id = o.driver_id`.execute(stage.world.db)
  await stage.paid(session.orderId, 50_000)
  await stage.end(session, 20_000, { stays: true })
  await stage.world.forward(11 * MINUTE_MS)
  await stage.world.server.idleCars.lookAtAll()
  const mails = () => readOutbox(stage.world.dataDir).filter(({ to }) => to === email)
  if (notices.includes('idle_fee')) await stage.world.until('it is mailed', () => mails().length > 0)
  return { ...session, mails }
}
const eventsOf = async (orderId: number) =>
  (await stage.world.get<{ logs: OrderLog[] }>(`orders/${orderId}/details`)).logs

test('2.0.1: the driver is notified once that the fee has begun, by mail and on the display, until the car has left', async () => {
  const { orderId, station, mails } = await ofDriver('ocpp2.0.1', 'ru')
  const text = 'Зарядка завершена. Каждые 10 мин простоя — 150,00\u00a0₽. Отключите автомобиль.'
  await stage.world.until('it is shown', () => station.texts().length > 0)
  expect(station.texts()).toEqual([text])
  await stage.world.forward(20 * MINUTE_MS)
  await stage.world.server.idleCars.lookAtAll()
  await station.unplug()
  await stage.world.until('the car has left', async () => !(await stage.world.order(orderId)).ev_connected)
  await stage.world.server.idleCars.lookAtAll()
  await stage.world.until('it is hidden', () => station.texts().length === 0)
  const [mail, ...more] = mails()
  expect(more).toEqual([])
  expect(mail!.subject).toBe('Автомобиль ещё подключён: начался платный простой')
  expect(mail!.text).toContain('каждые начатые 10 минут стоят 150,00\u00a0₽')
  const lines = async () =>
    (await eventsOf(orderId)).map(({ event, status, text: said }) => [event, status ?? said])
  await expect.poll(lines).toContainEqual(['clear_display_message_response', 'Accepted'])
  expect(await lines()).toContainEqual(['set_display_message_response', 'Accepted'])
  expect((await lines()).filter(([event]) => event === 'parking_mailed')).toHaveLength(1)
})

test('a driver who does not want the mail gets none, and the fee begins all the same', async () => {
  const { orderId, mails } = await ofDriver('ocpp1.6', 'de', [])
  const events = (await eventsOf(orderId)).map(({ event }) => event)
  expect(events).toContain('parking_begun')
  expect(events).not.toContain('parking_mailed')
  expect(mails()).toEqual([])
})

test('1.6: the driver is mailed, in English where no language is known; the station gets nothing', async () => {
  const { station, mails } = await ofDriver('ocpp1.6', null)
  expect(mails()[0]!.subject).toBe('Your car is still connected: an idle fee has begun')
  expect(await stage.world.sentTo(station.id, 'DataTransfer')).toEqual([])
  await station.unplug()
})

test('2.0.1: the station gets the session’s cost with each message, and each minute without one', async () => {
  const { world } = stage
  const price = (rate: number) => world.post(`locations/${world.locationId}/pricing`, { tariff: 1700, rate })
  await price(100)
  const { station, orderId } = await stage.session('ocpp2.0.1')
  await price(0)
  // whole minutes: a busy machine adds seconds of its own
  const shown = () => Math.floor(station.transactions().at(-1)?.shownCost ?? 0)
  await world.forward(5 * MINUTE_MS)
  await station.sendMeterValues()
  expect(shown()).toBe(5)
  await world.server.stations.displays.sendCosts()
  expect(await world.sentTo(station.id, 'CostUpdated')).toEqual([])
  await world.forward(2 * MINUTE_MS)
  await world.server.stations.displays.sendCosts()
  expect(shown()).toBe(7)
  await world.server.stations.displays.sendCosts()
  await world.until(
    'the call is kept',
    async () => (await world.sentTo(station.id, 'CostUpdated')).length > 0,
  )
  expect(await world.sentTo(station.id, 'CostUpdated')).toHaveLength(1)
  expect(orderId).toBeGreaterThan(0)
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
  const today = dayOf(world.clock.now(), 'Europe/Moscow')
  const terms = {
    location_id: world.locationId,
    grace_minutes: 5,
    block_minutes: 1,
    block_amount: 1000,
    cap_amount: 7000,
    night_from: null,
    night_to: null,
    valid_from: today,
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

describe('terms of a tariff, its location and the network', () => {
  const terms = (block_amount: number, grace_minutes = 10) => ({
    grace_minutes,
    block_minutes: 10,
    block_amount,
    cap_amount: null,
    night_from: null,
    night_to: null,
  })
  const night = { ...terms(30_000, 0), cap_amount: 50_000, night_from: '00:00', night_to: '23:59' }
  const price = (idle: object | null) =>
    stage.world.post(`locations/${stage.world.locationId}/pricing`, { tariff: 1700, idle })
  const versionId = async () => {
    const { rows } = await sql<{ id: number }>`select max(id) as id from tariff_versions`.execute(
      stage.world.db,
    )
    return rows[0]!.id
  }

  test.each([
    // tariff, location, what 25 minutes cost
    [null, null, 30_000],
    [null, terms(1000), 2000],
    [null, terms(0), null],
    [terms(5000, 20), null, 5000],
    [terms(5000, 20), terms(1000), 5000],
    [{ ...terms(30_000, 0), cap_amount: 50_000 }, terms(1000), 50_000],
    [night, terms(1000), 0],
    [terms(0), terms(1000), null],
    [terms(0), null, null],
  ])('%j before %j costs %s', async (tariff, location, minor) => {
    const { db, locationId, clock } = stage.world
    await price(tariff)
    if (location)
      await stage.world.post('idle-terms', {
        ...location,
        location_id: locationId,
        valid_from: dayOf(clock.now(), 'Europe/Moscow'),
      })
    const began = new Date('2026-03-02T09:00:00Z')
    const order = newOrder({
      id: 1,
      status: 'started',
      source: 'operator',
      stationId: 'S',
      connectorId: 1,
      locationId,
      createdAt: clock.now(),
      tariffVersionId: await versionId(),
    })
    const [found] = await loadIdleTerms(db, [order], 'Europe/Moscow')
    const after = new Date(began.getTime() + 25 * MINUTE_MS)
    const costs = found?.blockMinor ? idleFeeOf(began, after, found, 'Europe/Moscow').amountMinor : null
    expect(costs).toBe(minor)
    await sql`delete from idle_terms where location_id is not null`.execute(db)
  })

  test('a session keeps those that were in force when it began', async () => {
    await price({ ...terms(5000, 20), cap_amount: 7000 })
    const session = await stage.session()
    await price(null)
    await stage.paid(session.orderId, 50_000)
    await stage.end(session, 20_000, { stays: true })
    await stage.world.forward(45 * MINUTE_MS)
    await session.station.unplug()
    const gone = async () => !(await stage.world.order(session.orderId)).ev_connected
    await stage.world.until('the car has left', gone)
    await stage.world.server.idleCars.lookAtAll()
    expect((await parkingOf(session.orderId))[0]).toBe(7000)
  })

  test('stand in the prices of a location, and in the audit log', async () => {
    await price(night)
    const read = () => stage.world.get<LocationPricing>(`locations/${stage.world.locationId}/pricing`)
    const { connectors, changes } = await read()
    expect(connectors.map(({ idle }) => idle)).toContainEqual(night)
    expect(changes[0]).toMatchObject({ state: 'current', idle: night })
    await expect(price({ ...night, night_to: null })).rejects.toMatchObject({ status: 400 })
    await price(null)
    expect((await read()).connectors.every(({ idle }) => idle === null)).toBe(true)
    const { rows } = await sql<{ before: unknown; after: unknown }>`
      select before, after from audit_log where action = 'location.price' order by id desc limit 1`.execute(
      stage.world.db,
    )
    expect(JSON.stringify(rows[0]!.before)).toContain('"capMinor":50000')
    expect(JSON.stringify(rows[0]!.after)).toContain('"idle":null')
  })
})
