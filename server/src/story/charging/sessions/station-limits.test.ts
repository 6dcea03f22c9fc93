import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'

describe.each(openTestDatabases())('a station that goes offline ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  /** A session with limits that runs, at a station that has lost its connection since. */
  async function charging(protocol: 'ocpp2.1' | 'ocpp2.0.1', limits: object) {
    const station = await world.simulate(protocol)
    await station.plugIn(undefined, null)
    const { id } = await world.post<{ id: number }>(`connectors/${station.made.connectorId}/start`, limits)
    await station.waitFor('charging')
    await world.until('the order runs', async () => (await world.order(id)).status === 'started')
    await station.settled()
    await station.goOffline()
    return { station, id }
  }

  test.each([
    ['energy', { limit_kwh: 5 }, 5000],
    ['money, which it cannot count', { limit_amount: 17_000 }, 10_000],
    ['the least of both', { limit_kwh: 7, limit_amount: 17_000 }, 7000],
  ])('ends at the limit of %s, and the bill agrees', async (_what, limits, energyWh) => {
    const { station, id } = await charging('ocpp2.1', limits)
    station.addEnergy(undefined, energyWh - 1)
    expect(station.transactions().at(-1)).toMatchObject({ endedAt: null })
    station.addEnergy(undefined, 4000)
    const ended = station.transactions().at(-1)!
    expect(ended).toMatchObject({ reason: 'EnergyLimitReached' })
    expect(ended.meterStopWh! - ended.meterStartWh).toBe(energyWh)
    await station.goOnline()
    await world.until('it is billed', async () => (await world.order(id)).status === 'completed')
    expect(await world.ordersOf(station.id)).toMatchObject([
      { id, energyWh, priceMinor: energyWh * 1.7, needsReview: false },
    ])
    await station.close()
  })

  test('goes on where its version cannot carry a limit, and ends when it is back', async () => {
    const { station, id } = await charging('ocpp2.0.1', { limit_kwh: 5 })
    station.addEnergy(undefined, 9000)
    expect(station.transactions().at(-1)).toMatchObject({ endedAt: null })
    await station.goOnline()
    await station.sendMeterValues()
    await world.until('it is billed', async () => (await world.order(id)).status === 'completed')
    expect(await world.ordersOf(station.id)).toMatchObject([{ id, energyWh: 9000 }])
    await station.close()
  })
})
