import type { DriverManual } from '@stationmaster/contract'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, twoVersions } from '../../platform/general/testing.ts'
import { SandboxProcess } from '../money/payments/payment-sandbox.ts'
import { DriverLink } from '../money/prepaid/driver-link.ts'
import { World } from '../world/world.ts'

const sandbox = new SandboxProcess()
let world: World

beforeAll(async () => {
  await sandbox.start()
  world = await World.open(await openTestDatabase(), undefined, sandbox.env)
})
afterAll(async () => {
  await world.close()
  await sandbox.remove()
})

const manual = async () =>
  (await (await fetch(`${world.server.url}/api/v1/help/manual`)).json()) as DriverManual

test('the manual says what holds in this network', async () => {
  expect(await manual()).toEqual({
    idle: {
      grace_minutes: 10,
      block_minutes: 10,
      block_amount: 15_000,
      cap_amount: null,
      night_from: null,
      night_to: null,
    },
    reservation_fee: 10_000,
    connect_minutes: 10,
    card_check: 1000,
    tag_seconds: 90,
  })
})

describe.each(twoVersions)('%s', (protocol) => {
  const aStation = async () => {
    const station = await world.simulate(protocol, { plugDelayMs: null })
    await world.untilOnline(station.made.id)
    return station
  }

  test.each([
    89, 90, 91,
  ])('a smart tag that is shown %s s after connecting begins its session', async (seconds) => {
    const station = await aStation()
    const token = `TAG${protocol.length}${seconds}`
    await world.addCard(token)
    await station.plugIn(1, null)
    await world.forward(seconds * SECOND_MS)
    expect(await station.tap(1, token)).toBe('Accepted')
    await world.until('the session runs', async () => (await world.ordersOf(station.id))[0]?.rfid === token)
  })

  test('who connects again after the time has all of it anew, and pays for one session', async () => {
    const station = await aStation()
    const token = `AGAIN${protocol.length}`
    await world.addCard(token)
    await station.plugIn(1, null)
    await world.forward(91 * SECOND_MS)
    await station.unplug(1)
    await world.forward(60 * SECOND_MS)
    await station.plugIn(1, null)
    await world.forward(89 * SECOND_MS)
    expect(await station.tap(1, token)).toBe('Accepted')
    await world.until('the session runs', async () =>
      (await world.ordersOf(station.id)).some(({ rfid }) => rfid === token),
    )
    const others = (await world.ordersOf(station.id)).filter(({ rfid }) => rfid !== token)
    expect(others.filter(({ energyWh }) => energyWh !== 0)).toEqual([])
  })

  test.each([
    ['before its time is over', -30 * SECOND_MS, 'charging'],
    ['when it is over', 0, 'expired'],
  ] as const)('a paid order whose car is plugged in %s', async (_, beyondMs, step) => {
    const station = await aStation()
    const driver = await DriverLink.offer(world, sandbox, station.made, {
      kind: 'charge',
      limit_amount: 10_000,
    })
    await driver.pay('approved')
    await driver.until('waiting_plug')
    const { charging_start: paidAt, countdown_finish: until } = await world.order(driver.orderId)
    const connectMs = (await manual()).connect_minutes * MINUTE_MS
    expect(Date.parse(until!) - Date.parse(paidAt!)).toBe(connectMs)
    await world.forward(Date.parse(until!) - world.clock.now().getTime() + beyondMs)
    if (step === 'charging') await station.plugIn(1, null)
    await driver.until(step)
  })
})
