import type { StationTaskState } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { openLog } from '../../../platform/watching/log.ts'
import { TariffKeeper } from '../../../slices/control/commands/following/tariff-keeper.ts'
import { upsertBootedTariffs } from '../../../slices/control/tasks/tariff-state-store.ts'
import { StoryClock } from '../../world/story-clock.ts'
import { World } from '../../world/world.ts'

describe.each(openTestDatabases())('prices at stations ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open(), StoryClock.atNoon())
  })
  afterAll(() => world?.close())

  const keep = async (ms = MINUTE_MS + 1000) => {
    await world.forward(ms)
    await world.server.stations.tariffs.keep()
  }
  const tariffsOf = async (id: string) => (await world.get<StationTaskState>(`stations/${id}/tasks`)).tariffs
  /** Its boot is noted a moment after it. */
  const untilDue = (id: string) =>
    world.until(`${id} is to be told its prices`, async () => (await tariffsOf(id))?.due_at != null)
  const price = (body: object) => world.post(`locations/${world.locationId}/pricing`, body)
  const namesAt = (station: { tariffs(): { evse: number; tariff: Record<string, unknown> }[] }) =>
    station.tariffs().map(({ tariff }) => tariff.tariffId)

  async function reckoning(options: Parameters<World['simulate']>[1] = {}) {
    const station = await world.simulate('ocpp2.1', options)
    await untilDue(station.id)
    await keep()
    return station
  }

  test('a station of 2.1 that has booted is told the price of each EVSE, and another once that changes', async () => {
    await price({ tariff: 1700 })
    const station = await reckoning()
    expect(station.tariffs()).toMatchObject([
      { evse: 1, tariff: { currency: 'RUB', energy: { prices: [{ priceKwh: 17 }] } } },
    ])
    const [first] = namesAt(station)
    expect(await tariffsOf(station.id)).toMatchObject({
      state: 'in_step',
      answer: null,
      due_at: null,
      evses: [{ evse: 1, id: first, next: null, obstacles: [], gaps: ['idle_fee'], refused: null }],
    })
    const sent = () => world.sentTo(station.id, 'SetDefaultTariff')
    await world.until('it is in the journal', async () => (await sent()).length > 0)
    await keep()
    expect(await sent()).toHaveLength(1)
    await price({
      tariff: 2000,
      rate: 10,
      start_fee: 500,
      min_price: 1000,
      max_price: 90_000,
      windows: [{ days: [1, 2, 3, 4, 5, 6, 0], from: '08:00', to: '20:00', tariff: 2500 }],
    })
    await keep()
    expect(station.tariffs()).toMatchObject([
      {
        evse: 1,
        tariff: {
          energy: {
            prices: [
              { priceKwh: 25, conditions: { startTimeOfDay: '08:00', endTimeOfDay: '20:00' } },
              { priceKwh: 20 },
            ],
          },
          chargingTime: { prices: [{ priceMinute: 0.1 }] },
          idleTime: { prices: [{ priceMinute: 0.1 }] },
          fixedFee: { prices: [{ priceFixed: 5 }] },
          minCost: { inclTax: 10 },
          maxCost: { inclTax: 900 },
        },
      },
    ])
    expect(await tariffsOf(station.id)).toMatchObject({ evses: [{ gaps: ['idle_fee', 'no_energy'] }] })
    await station.close()
  })

  test('stations of other versions, and one that cannot, are left alone', async () => {
    const old = await world.simulate('ocpp2.0.1')
    const plain = await world.simulate('ocpp2.1', { tariffs: false })
    await untilDue(plain.id)
    await keep()
    expect(await tariffsOf(old.id)).toBeNull()
    expect(await tariffsOf(plain.id)).toMatchObject({ state: 'unsupported', due_at: null, evses: [] })
    await price({ tariff: 1800 })
    await keep()
    expect(await world.sentTo(plain.id, 'SetDefaultTariff')).toEqual([])
    expect(await world.sentTo(old.id, 'GetVariables')).toEqual([])
    await Promise.all([old.close(), plain.close()])
  })

  test('a price for later is told with its time, and taken back with it', async () => {
    await price({ tariff: 1700 })
    const station = await reckoning()
    const at = new Date(world.clock.now().getTime() + 2 * HOUR_MS)
    await price({ tariff: 3000, valid_from: at.toISOString() })
    await keep()
    expect(station.tariffs()).toMatchObject([
      { tariff: { energy: { prices: [{ priceKwh: 17 }] } } },
      { tariff: { energy: { prices: [{ priceKwh: 30 }] }, validFrom: at.toISOString() } },
    ])
    const [, later] = namesAt(station)
    expect(await tariffsOf(station.id)).toMatchObject({
      evses: [{ next: { id: later, from: at.toISOString() } }],
    })
    const planned = await world.get<{ changes: { id: number; state: string }[] }>(
      `locations/${world.locationId}/pricing`,
    )
    const change = planned.changes.find(({ state }) => state === 'planned')!
    const canceled = await fetch(
      `${world.server.url}/api/v1/locations/${world.locationId}/pricing/${change.id}`,
      {
        method: 'DELETE',
        headers: { authorization: world.authorization },
      },
    )
    expect(canceled.status).toBe(204)
    await keep()
    expect(station.tariffs()).toHaveLength(1)
    expect(await tariffsOf(station.id)).toMatchObject({ evses: [{ next: null }] })

    await price({ tariff: 3100, valid_from: at.toISOString() })
    await keep()
    const [, again] = namesAt(station)
    const count = async () => (await world.sentTo(station.id, 'SetDefaultTariff')).length
    await world.until('both are in the journal', async () => (await count()) === 3)
    await keep(2 * HOUR_MS)
    expect(namesAt(station)).toEqual([again])
    expect(await count()).toBe(3)
    expect(await tariffsOf(station.id)).toMatchObject({
      evses: [{ id: again, since: at.toISOString(), next: null }],
    })
    await station.close()
  })

  test('a price that it cannot be told is taken away, and why is said', async () => {
    await price({ tariff: 1700 })
    const station = await reckoning()
    await world.post(`stations/${station.id}/monetize`, { monetized: false })
    await keep()
    expect(station.tariffs()).toEqual([])
    expect(await tariffsOf(station.id)).toMatchObject({
      state: 'in_step',
      evses: [{ evse: 1, id: null, since: null, obstacles: ['not_sold'] }],
    })
    await station.close()
  })

  test('one that is away gets it when it is back, and one that has booted once more', async () => {
    await price({ tariff: 1700 })
    const station = await reckoning()
    await station.goOffline()
    await world.untilOffline(station.id)
    await price({ tariff: 1750 })
    await keep()
    expect(await tariffsOf(station.id)).toMatchObject({ state: 'in_step', due_at: expect.any(String) })
    await station.goOnline()
    await world.untilOnline(station.id)
    await keep(6000)
    expect(station.tariffs()).toMatchObject([{ tariff: { energy: { prices: [{ priceKwh: 17.5 }] } } }])
    const names = namesAt(station)
    await station.reboot()
    await world.untilOnline(station.id)
    await untilDue(station.id)
    await keep()
    expect(namesAt(station)).toEqual(names)
    expect(await tariffsOf(station.id)).toMatchObject({ state: 'in_step', evses: [{ id: names[0] }] })
    await station.close()
  })

  test('one that does not take it keeps no old price, and its word is shown', async () => {
    await price({ tariff: 1700 })
    const station = await reckoning()
    const windows = Array.from({ length: 20 }, (_, day) => ({
      days: [day % 7],
      from: `0${Math.floor(day / 7)}:00`,
      to: `0${Math.floor(day / 7)}:30`,
      tariff: 1800 + day,
    }))
    station.setSetting('TariffMaxElements', 10)
    await price({ tariff: 1700, windows })
    await keep()
    expect(station.tariffs()).toEqual([])
    expect(await tariffsOf(station.id)).toMatchObject({
      state: 'refused',
      answer: 'TooManyElements',
      evses: [{ id: null, refused: 'TooManyElements' }],
    })
    await price({ tariff: 1700 })
    await keep()
    expect(await tariffsOf(station.id)).toMatchObject({ state: 'in_step', answer: null })
    await station.close()
  })

  test('a driver with a price of their own is charged by it there too', async () => {
    await price({ tariff: 1700 })
    const station = await reckoning()
    await world.addCard('OWNPRICE')
    const [driver] = await world.get<{ id: number }[]>('drivers?search=OWNPRICE')
    await world.patch(`drivers/${driver!.id}`, { discount_percent: 50 })
    await station.plugIn(undefined, null)
    expect(await station.tap(undefined, 'OWNPRICE')).toBe('Accepted')
    const changes = () => world.sentTo(station.id, 'ChangeTransactionTariff')
    await world.until('it knows the price', async () => (await changes()).length === 1)
    await world.until('its answer is noted', async () => {
      const [order] = await world.ordersOf(station.id)
      const { logs } = await world.get<{ logs: { event: string; status?: string }[] }>(
        `orders/${order!.id}/details`,
      )
      return logs.some(({ event, status }) => event === 'change_tariff_response' && status === 'Accepted')
    })
    station.addEnergy(undefined, 10_000)
    await station.stop()
    expect(station.transactions().at(-1)).toMatchObject({ reckonedMinor: 8500 })
    await world.until(
      'it is billed',
      async () => (await world.ordersOf(station.id))[0]?.status === 'completed',
    )
    expect(await world.ordersOf(station.id)).toMatchObject([{ priceMinor: 8500, needsReview: false }])

    // whoever pays what everybody pays needs no other price
    await world.addCard('USUALPRICE')
    await station.tap(undefined, 'USUALPRICE')
    station.addEnergy(undefined, 10_000)
    await station.stop()
    expect(station.transactions().at(-1)).toMatchObject({ reckonedMinor: 17_000 })
    expect(await changes()).toHaveLength(1)
    await station.close()
  })

  test('one that boots twice in a moment is due once', async () => {
    const station = await world.simulate('ocpp2.1')
    await untilDue(station.id)
    await keep()
    await upsertBootedTariffs(world.db, [station.id, station.id], world.clock.now())
    expect(await tariffsOf(station.id)).toMatchObject({ due_at: expect.any(String) })
    await station.close()
  })

  test('one that does not take the price of later keeps that of now', async () => {
    await price({ tariff: 1700 })
    const station = await reckoning()
    station.setSetting('TariffMaxElements', 1)
    const at = new Date(world.clock.now().getTime() + 2 * HOUR_MS)
    const windows = [{ days: [1], from: '08:00', to: '09:00', tariff: 1800 }]
    await price({ tariff: 1700, windows, valid_from: at.toISOString() })
    await keep()
    expect(station.tariffs()).toMatchObject([{ tariff: { energy: { prices: [{ priceKwh: 17 }] } } }])
    expect(await tariffsOf(station.id)).toMatchObject({ state: 'in_step', evses: [{ next: null }] })
    await keep(2 * HOUR_MS)
    expect(station.tariffs()).toEqual([])
    expect(await tariffsOf(station.id)).toMatchObject({ state: 'refused', answer: 'TooManyElements' })
    await price({ tariff: 1700 })
    await station.close()
  })

  test('two servers tell it once', async () => {
    const station = await world.simulate('ocpp2.1')
    await untilDue(station.id)
    const { commands, tariffs } = world.server.stations
    const other = new TariffKeeper(
      { ...commands, currency: 'RUB', timeZone: 'Europe/Moscow' },
      openLog({ logLevel: 'error' } as never),
    )
    await world.forward(MINUTE_MS + 1000)
    await Promise.all([tariffs.keep(), other.keep()])
    const sent = () => world.sentTo(station.id, 'SetDefaultTariff')
    await world.until('it is in the journal', async () => (await sent()).length > 0)
    expect(await sent()).toHaveLength(1)
    await station.close()
  })
})
