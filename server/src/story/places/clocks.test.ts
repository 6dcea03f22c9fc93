import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'

/** Five roubles a minute, beside seventeen a kilowatt-hour. */
const prices = { tariff: 1700, rate: 500 }

describe.each(openTestDatabases())('a station’s clock is compared with its connections ($name)', ({
  open,
}) => {
  let world: World
  let cards = 0
  const card = async () => {
    cards += 1
    await world.addCard(`CLOCK${cards}`)
    return `CLOCK${cards}`
  }
  beforeAll(async () => {
    world = await World.open(await open())
    await world.post(`locations/${world.locationId}/pricing`, prices)
  })
  afterAll(() => world?.close())

  const inReview = async (stationId: string) => {
    const [order, ...more] = await world.ordersOf(stationId)
    expect(more).toEqual([])
    expect(order).toMatchObject({ status: 'completed', warning: 'clock', needsReview: true })
    for (const payment of await world.paymentsOf(stationId))
      expect(payment).toEqual({ status: 'created', capturedMinor: 0 })
    return order!
  }

  describe.each(['ocpp1.6', 'ocpp2.0.1'] as const)('%s', (protocol) => {
    /** A station of whose connection the database knows: what it says of the time is held against that. */
    async function seen() {
      const station = await world.simulate(protocol)
      await world.until('the connection is written down', async () => {
        const { rows } =
          await sql`select 1 from station_events where station_id = ${station.id} and kind = 'connected'`.execute(
            world.db,
          )
        return rows.length > 0
      })
      return station
    }

    test.each([
      ['of 2021', new Date('2021-01-01T00:00:00Z')],
      ['of thirty days ago', new Date(Date.now() - 30 * DAY_MS)],
    ])('a start %s is billed by the server’s clock, after somebody has looked', async (_, at) => {
      const station = await seen()
      await station.begin({ token: await card(), at })
      station.addEnergy(undefined, 1000)
      await station.stop()
      const order = await inReview(station.id)
      expect(order.energyWh).toBe(1000)
      expect(order.priceMinor).toBeLessThan(1700 + 2 * prices.rate)
    })

    test('a start one hour ago is not believed of a station that was connected all the time', async () => {
      const station = await seen()
      await world.forward(3 * HOUR_MS)
      await station.begin({ token: await card(), at: new Date(world.clock.now().getTime() - HOUR_MS) })
      await station.stop()
      await inReview(station.id)
    })

    test('a stop before its start makes no minute free', async () => {
      const station = await seen()
      await station.begin({ token: await card() })
      const startedAt = world.clock.now().getTime()
      await world.forward(HOUR_MS)
      await station.stop(undefined, { at: new Date(startedAt - 10 * MINUTE_MS) })
      const order = await inReview(station.id)
      expect(order.priceMinor).toBeGreaterThanOrEqual(60 * prices.rate)
      expect(order.priceMinor).toBeLessThanOrEqual(62 * prices.rate)
    })

    test('a session in an absence counts by the station’s clock, and is paid at once', async () => {
      const station = await world.simulate(protocol)
      await station.goOffline()
      await world.untilOffline(station.id)
      await world.forward(6 * HOUR_MS)
      const startedAt = new Date(world.clock.now().getTime() - 3 * HOUR_MS)
      await station.charge({ token: await card(), energyWh: 7000, startedAt, durationMs: HOUR_MS })
      await station.goOnline()
      await world.until(
        'the replay is in',
        async () => (await world.ordersOf(station.id))[0]?.status === 'completed',
      )
      const [order] = await world.ordersOf(station.id)
      expect(order).toMatchObject({
        priceMinor: 11_900 + 60 * prices.rate,
        needsReview: false,
        warning: null,
      })
      expect(await world.paymentsOf(station.id)).toEqual([
        { status: 'captured', capturedMinor: order!.priceMinor },
      ])
    })

    test('where time costs nothing a wrong clock is shown, and delays nothing', async () => {
      const station = await world.simulate(protocol)
      const place = await world.post<{ id: number }>('locations', { name: 'By energy', city: 'Tver' })
      await world.post(`locations/${place.id}/pricing`, { tariff: 1700 })
      const made = await world.post<{ password: string; evses: { connectors: { id: number }[] }[] }>(
        `locations/${place.id}/stations`,
        {
          id: `ENERGY-${station.id}`,
          vendor_name: 'Story',
          model: 'One',
          connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
        },
      )
      const cheap = await world.simulateAs(
        {
          id: `ENERGY-${station.id}`,
          password: made.password,
          connectorId: made.evses[0]!.connectors[0]!.id,
        },
        protocol,
      )
      await cheap.begin({ token: await card(), at: new Date(Date.now() - 30 * DAY_MS) })
      cheap.addEnergy(undefined, 1000)
      await cheap.stop()
      expect(await world.ordersOf(cheap.id)).toMatchObject([
        { energyWh: 1000, priceMinor: 1700, warning: 'clock', needsReview: false },
      ])
    })
  })
})
