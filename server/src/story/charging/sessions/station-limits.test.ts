import type { StationTaskState } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { StoryClock } from '../../world/story-clock.ts'
import { World } from '../../world/world.ts'

describe.each(openTestDatabases())('a station that goes offline ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open(), StoryClock.atNoon())
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

  describe('that has our tariff', () => {
    const windows = [{ days: [0, 1, 2, 3, 4, 5, 6], from: '08:00', to: '20:00', tariff: 2500 }]

    /** By the hour, by time and with a fee, so that energy and time cannot be reckoned from an amount beforehand. */
    async function knowing(limits: object) {
      const station = await world.simulate('ocpp2.1', {
        connectors: [{ number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000 }],
      })
      await world.post(`locations/${world.locationId}/pricing`, {
        tariff: 1700,
        rate: 100,
        start_fee: 5000,
        windows,
      })
      await world.until('its boot is noted', async () => {
        const { tariffs } = await world.get<StationTaskState>(`stations/${station.id}/tasks`)
        return tariffs?.due_at != null
      })
      await world.forward(MINUTE_MS)
      await world.server.stations.tariffs.keep()
      expect(station.tariffs()).toHaveLength(1)
      await station.plugIn(undefined, null)
      const { id } = await world.post<{ id: number }>(`connectors/${station.made.connectorId}/start`, limits)
      await station.waitFor('charging')
      await world.until('the order runs', async () => (await world.order(id)).status === 'started')
      await station.settled()
      await station.goOffline()
      return { station, id }
    }

    const billed = async (id: number) => {
      await world.until('it is billed', async () => (await world.order(id)).status === 'completed')
      const { logs } = await world.get<{ logs: { event: string; station_cost?: number }[] }>(
        `orders/${id}/details`,
      )
      return logs.find(({ event }) => event === 'stop_tx_request')
    }

    test('ends at the limit of money, to the watt-hour, and the bill is what it reckoned', async () => {
      const { station, id } = await knowing({ limit_amount: 30_000 })
      await world.forward(10 * MINUTE_MS)
      // 5000 for the start, 1000 for ten minutes, and the rest for energy at 25.00
      station.addEnergy(undefined, 9599)
      expect(station.transactions().at(-1)).toMatchObject({ endedAt: null })
      station.addEnergy(undefined, 50_000)
      const ended = station.transactions().at(-1)!
      expect(ended).toMatchObject({ reason: 'LocalOutOfCredit', reckonedMinor: 30_000 })
      expect(ended.meterStopWh! - ended.meterStartWh).toBe(9600)
      await station.goOnline()
      expect(await billed(id)).toMatchObject({ reason: 'LocalOutOfCredit', station_cost: 30_000 })
      expect(await world.ordersOf(station.id)).toMatchObject([
        { id, energyWh: 9600, priceMinor: 30_000, needsReview: false },
      ])
      await station.close()
    })

    test('ends when time alone has used it up', async () => {
      const { station, id } = await knowing({ limit_amount: 8000 })
      station.addEnergy(undefined, 400)
      await world.forward(20 * MINUTE_MS)
      // nothing flows any more
      station.addEnergy(undefined, 1)
      const { reason, reckonedMinor } = station.transactions().at(-1)!
      expect(reason).toBe('LocalOutOfCredit')
      expect(reckonedMinor).toBeGreaterThanOrEqual(8000)
      await station.goOnline()
      await billed(id)
      const [order] = await world.ordersOf(station.id)
      expect(order).toMatchObject({ id, energyWh: 400, priceMinor: reckonedMinor, needsReview: false })
      await station.close()
    })

    test('keeps the price that its session began with, and so does the bill', async () => {
      const { station, id } = await knowing({ limit_amount: 90_000 })
      await station.goOnline()
      await world.post(`locations/${world.locationId}/pricing`, { tariff: 9900 })
      await world.forward(2 * MINUTE_MS)
      await world.server.stations.tariffs.keep()
      expect(station.tariffs()).toMatchObject([{ tariff: { energy: { prices: [{ priceKwh: 99 }] } } }])
      station.addEnergy(undefined, 10_000)
      await station.stop()
      const reckonedMinor = station.transactions().at(-1)?.reckonedMinor
      expect(reckonedMinor).toBeGreaterThanOrEqual(30_000)
      expect(reckonedMinor).toBeLessThan(31_000)
      expect(await billed(id)).toMatchObject({ station_cost: reckonedMinor })
      const [order] = await world.ordersOf(station.id)
      expect(order).toMatchObject({ id, needsReview: false })
      expect(Math.abs(Number(order?.priceMinor) - Number(reckonedMinor))).toBeLessThanOrEqual(3)
      await station.close()
    })

    test.each([
      ['less than our bill', 20_000, true],
      ['a little less, as clocks differ', 24_900, false],
      ['more than our bill', 40_000, false],
    ])('a driver who was shown %s', async (_what, totalMinor, needsReview) => {
      const { station, id } = await knowing({ limit_kwh: 50 })
      await station.goOnline()
      const { transactionId, meterStartWh } = station.transactions().at(-1)!
      // 20000 for energy and 5000 for the start
      await station.link.report({
        type: 'charging.ended',
        transactionId: transactionId!,
        at: { evse: 1, connector: 1 },
        sequence: 99,
        meterWh: meterStartWh + 8000,
        happenedAt: world.clock.now(),
        samples: [],
        reason: 'Local',
        offline: false,
        cost: { totalMinor, currency: 'RUB' },
      })
      expect(await billed(id)).toMatchObject({ station_cost: totalMinor })
      const [order] = await world.ordersOf(station.id)
      expect(order).toMatchObject({ id, needsReview, warning: needsReview ? 'cost_differs' : null })
      expect(order!.priceMinor).toBeGreaterThanOrEqual(25_000)
      await station.close()
    })
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
