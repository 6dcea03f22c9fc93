import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, twoVersions } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'
import { SandboxProcess } from '../payments/payment-sandbox.ts'
import { DriverLink } from './driver-link.ts'

/*
 * A driver never pays more than the page has promised: what a session goes beyond it is the network's, which pays it to the owner.
 */

const sandbox = new SandboxProcess()
let world: World
let ownerId: number

interface BorneLine {
  order_id: number
  borne_amount: number
  charging_price: number
}

beforeAll(async () => {
  await sandbox.start()
  world = await World.open(await openTestDatabase(), undefined, sandbox.env)
  const owner = await world.post<{ id: number }>('managers', {
    email: 'owner@promises.example',
    role: 'manager',
    first_name: 'Olga',
    last_name: 'Owner',
  })
  ownerId = owner.id
  await world.patch(`locations/${world.locationId}`, { owner_id: ownerId })
})
afterAll(async () => {
  await world.close()
  await sandbox.remove()
})

/** A driver who has a link to a charge at a station that is free. */
async function offered(protocol: (typeof twoVersions)[number], limits: object) {
  const station = await world.simulate(protocol, { plugDelayMs: null })
  await world.untilOnline(station.made.id)
  await world.until('the connector is free', async () => {
    const { evses } = await world.get<{ evses: { connectors: { origin_status: string | null }[] }[] }>(
      `stations/${station.made.id}`,
    )
    return evses[0]!.connectors[0]!.origin_status === 'Available'
  })
  return {
    station,
    driver: await DriverLink.offer(world, sandbox, station.made, { kind: 'charge', ...limits }),
  }
}

/** A driver who has paid for a charge, and whose car is plugged in and charges. */
async function charging(protocol: (typeof twoVersions)[number], limits: object) {
  const { station, driver } = await offered(protocol, limits)
  await driver.pay('approved')
  await driver.until('waiting_plug')
  await station.plugIn(1, null)
  await driver.until('charging')
  return { station, driver }
}

/** What the ledger holds of an order: from account to account, in kopecks. */
async function movedBy(orderId: number) {
  const { rows } = await sql<{ moved: string; minor: number }>`
    select t.kind || ' ' || split_part(t.debit, ':', 1) || ' < ' || split_part(t.credit, ':', 1) as moved,
      sum(t.amount_minor)::int as minor
    from ledger_transfers t join ledger_entries e on e.id = t.entry_id where e.order_id = ${orderId} group by 1`.execute(
    world.db,
  )
  return Object.fromEntries(rows.map(({ moved, minor }) => [moved, minor]))
}

const borneOf = async ({ orderId }: DriverLink) =>
  (await world.get<BorneLine[]>('inbox/borne')).find(({ order_id }) => order_id === orderId)

describe.each(twoVersions)('%s', (protocol) => {
  test('a session that nobody ended in time costs what was promised, and its owner has the whole price', async () => {
    const { station, driver } = await charging(protocol, { limit_amount: 5000 })
    // 59.30 by the first sample that we hear of
    station.addEnergy(1, 3488)
    await station.sendMeterValues({ connector: 1 })
    const page = await driver.page()
    expect(page).toMatchObject({ limit_amount: 5000, session: { energy: 3488, amount: 5000 } })
    const over = await driver.until('finished')
    expect(over.receipt).toMatchObject({ charging: 5000 })
    await driver.untilMoney(5000, 5000, 0)
    const { order, logs } = await driver.details()
    expect(order).toMatchObject({ charging_price: 5000, captured_amount: 5000, borne_amount: 930 })
    expect(logs.find(({ event }) => event === 'borne_amount')).toMatchObject({ value: 930 })
    const moved = await movedBy(driver.orderId)
    expect(moved).toMatchObject({
      'sale provider_clearing < owner_payable': 5000,
      'sale compensation_cost < owner_payable': 930,
    })
    const { differences } = await world.post<{ differences: unknown[] }>('inbox/differences/check', {})
    expect(differences).toEqual([])

    expect(await borneOf(driver)).toMatchObject({ borne_amount: 930, charging_price: 5000 })
    const { borne } = await world.get<{ borne: number }>('inbox/count')
    expect(borne).toBeGreaterThan(0)
    await world.post(`inbox/borne/${driver.orderId}/note`, { note: 'the server was away' })
    expect(await borneOf(driver)).toBeUndefined()
    expect((await world.get<{ borne: number }>('inbox/count')).borne).toBe(borne - 1)
  })

  test('so does one that went on beyond its time or its energy', async () => {
    const byEnergy = await charging(protocol, { limit_kwh: 2, limit_amount: 50_000 })
    byEnergy.station.addEnergy(1, 3000)
    await byEnergy.station.sendMeterValues({ connector: 1 })
    await byEnergy.driver.until('finished')
    await byEnergy.driver.untilMoney(50_000, 3400, 46_600)
    expect((await byEnergy.driver.details()).order).toMatchObject({
      charging_price: 3400,
      borne_amount: 1700,
    })

    const byTime = await charging(protocol, { limit_minutes: 30 })
    byTime.station.addEnergy(1, 6000)
    await world.forward(60 * MINUTE_MS)
    await world.server.stations.timers.fire()
    await byTime.driver.until('finished')
    const { order } = await byTime.driver.details()
    // an hour of 6 kW, half of which was promised
    expect(order.charging_price! + order.borne_amount).toBe(10_200)
    expect(Math.abs(order.charging_price! - 5100)).toBeLessThan(100)
  })

  test('what stays within it costs its price, and nothing is borne', async () => {
    const { station, driver } = await charging(protocol, { limit_amount: 5000 })
    station.addEnergy(1, 2000)
    await station.sendMeterValues({ connector: 1 })
    await driver.call('POST', '/stop')
    await driver.until('finished')
    await driver.untilMoney(5000, 3400, 1600)
    expect((await driver.details()).order).toMatchObject({ charging_price: 3400, borne_amount: 0 })
    expect(await borneOf(driver)).toBeUndefined()
  })
})

test('a limit of the staff is no promise: what was charged is paid', async () => {
  await world.addCard('ABOUT')
  const station = await world.simulate('ocpp1.6')
  await world.untilOnline(station.made.id)
  const { id } = await world.post<{ id: number }>(`connectors/${station.made.connectorId}/start`, {
    limit_kwh: 1,
  })
  await world.until('it runs', async () => (await world.order(id)).status === 'started')
  station.addEnergy(1, 1084)
  await station.sendMeterValues({ connector: 1 })
  await world.until('it has ended', async () => (await world.order(id)).status === 'completed')
  const { meters, borne_amount, charging_price } = await world.order(id)
  expect(meters.energy?.value).toBeGreaterThanOrEqual(1084)
  expect(borne_amount).toBe(0)
  expect(charging_price).toBeGreaterThanOrEqual(1843)
})

test('who comes back from the bank is not sent there again, though the provider’s notice is lost', async () => {
  const { driver } = await offered('ocpp1.6', { limit_amount: 1000 })
  await driver.pay('three_d_secure')
  await driver.until('action')
  // a notice that is signed by a clock an hour behind is refused
  sandbox.forward(-HOUR_MS)
  await driver.answerBank({ answer: 'yes', code: '1234' })
  world.clock.forward(5 * SECOND_MS)
  // the look at all payments that wait at a bank comes half a minute later
  await expect.poll(async () => (await driver.page()).step, { timeout: 20_000 }).not.toBe('action')
  sandbox.forward(HOUR_MS)
})
