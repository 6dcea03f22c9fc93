import type { ErrorAnswer, LocationPricing, PricingPreview, Station } from '@stationmaster/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, openTestDatabases } from '../../platform/general/testing.ts'
import { pricedSessions } from '../../slices/charging/orders/prepaid/priced-store.ts'
import { plain } from '../../slices/places/tariffs/actions.ts'
import { previewPrice } from '../../slices/places/tariffs/preview-actions.ts'
import { pricedConnectors } from '../../slices/stations/stations/lists/priced-store.ts'
import { Office } from '../world/office.ts'
import { World } from '../world/world.ts'

describe.each(openTestDatabases())('planned prices and previews ($name)', ({ open }) => {
  let office: Office
  let yard: number
  let nth = 0
  beforeAll(async () => {
    office = await Office.open(await open())
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    office.clock.forward(60_000)
    yard = await office.addLocation(`Yard ${++nth}`)
    await office.addStation(yard, `T${nth}`)
  })

  const later = (ms: number) => new Date(office.clock.now().getTime() + ms).toISOString()
  const price = <T = number>(body: object, location = yard) =>
    office.call<T>('administrator', 'POST', `locations/${location}/pricing`, body)
  const pricing = async (location = yard) =>
    (await office.call<LocationPricing>('administrator', 'GET', `locations/${location}/pricing`)).body
  const cancel = (id: number, location = yard) =>
    office.call<ErrorAnswer>('administrator', 'DELETE', `locations/${location}/pricing/${id}`)
  const shown = async () => {
    const { body } = await office.call<Station>('operator', 'GET', `stations/T${nth}`)
    return body.evses.flatMap(({ connectors }) => connectors).map(({ tariff }) => tariff)
  }

  test('a planned price applies from its start on, and not before', async () => {
    await price({ tariff: 1700 })
    expect(await price({ tariff: 1900, rate: 100, valid_from: later(HOUR_MS) })).toMatchObject({ body: 1 })
    expect(await shown()).toEqual([1700, 1700])
    expect((await pricing()).changes).toMatchObject([
      { state: 'planned', tariff: 1900, rate: 100, valid_to: null, can: { cancel: true } },
      { state: 'current', tariff: 1700, can: { cancel: false } },
    ])
    office.clock.forward(HOUR_MS)
    expect(await shown()).toEqual([1900, 1900])
    const { connectors, changes } = await pricing()
    expect(connectors).toEqual([
      {
        type: 'Type 2',
        current: 'AC',
        power: 22,
        count: 1,
        tariff: 1900,
        rate: 100,
        start_fee: 0,
        windows: [],
        min_price: null,
        max_price: null,
        idle: null,
        at_station: { obstacles: [], gaps: [] },
      },
      {
        type: 'CCS 2',
        current: 'DC',
        power: 150,
        count: 1,
        tariff: 1900,
        rate: 100,
        start_fee: 0,
        windows: [],
        min_price: null,
        max_price: null,
        idle: null,
        at_station: { obstacles: [], gaps: [] },
      },
    ])
    expect(changes).toMatchObject([{ state: 'current' }, { state: 'past', valid_to: changes[0]!.valid_from }])
    expect(changes[0]!.created_by?.name).not.toBe('')
  })

  test('a price may not begin in the past, and does not depend on the server’s time zone', async () => {
    const { status, body } = await price<ErrorAnswer>({ tariff: 1700, valid_from: later(-1) })
    expect([status, body.code]).toEqual([400, 'tariff.start_in_past'])
    expect(await price({ tariff: 1700, valid_from: 'tomorrow' })).toMatchObject({ status: 400 })
    expect(await price({ tariff: 1700, valid_from: '2030-01-01T00:00:00+03:00' })).toMatchObject({
      status: 200,
    })
    expect((await pricing()).changes[0]?.valid_from).toBe('2029-12-31T21:00:00.000Z')
  })

  test('a planned price is cancelled before it begins, and the one planned before it applies again', async () => {
    await price({ tariff: 1700 })
    await price({ tariff: 1800, valid_from: later(HOUR_MS) })
    await price({ tariff: 1900, valid_from: later(2 * HOUR_MS) })
    const [wrong, kept, current] = (await pricing()).changes
    expect(await cancel(wrong!.id)).toMatchObject({ status: 204 })
    expect(await cancel(wrong!.id)).toMatchObject({ status: 404, body: { code: 'tariff.change_not_found' } })
    expect(await cancel(current!.id)).toMatchObject({ status: 409, body: { code: 'tariff.already_begun' } })
    const other = await office.addLocation('Other')
    expect(await cancel(kept!.id, other)).toMatchObject({ body: { code: 'tariff.change_not_found' } })
    office.clock.forward(3 * HOUR_MS)
    expect(await shown()).toEqual([1800, 1800])
    expect((await pricing()).changes.map(({ state }) => state)).toEqual(['canceled', 'current', 'past'])
  })

  test('a price planned for all connectors also applies to those that got their own price since then', async () => {
    await price({ tariff: 1700 })
    await price({ tariff: 2000, valid_from: later(2 * HOUR_MS) })
    await price({ tariff: 1500, current: 'DC', valid_from: later(HOUR_MS) })
    expect(await shown()).toEqual([1700, 1700])
    office.clock.forward(HOUR_MS)
    expect(await shown()).toEqual([1500, 1700])
    office.clock.forward(HOUR_MS)
    expect(await shown()).toEqual([2000, 2000])
  })

  test('cancelling the wide price leaves the narrow one', async () => {
    await price({ tariff: 1700 })
    await price({ tariff: 2000, valid_from: later(2 * HOUR_MS) })
    await price({ tariff: 1500, current: 'DC' })
    await cancel((await pricing()).changes[0]!.id)
    office.clock.forward(3 * HOUR_MS)
    expect(await shown()).toEqual([1500, 1700])
  })

  test('simultaneous changes make one history', async () => {
    const second = await office.addLocation('Second')
    const both = (kopecks: number, locations: number[]) =>
      office.call('administrator', 'POST', 'locations/pricing', { locations, price: kopecks })
    const answers = await Promise.all([
      both(1, [yard, second]),
      both(2, [second, yard]),
      price({ tariff: 3, current: 'DC' }),
      price({ tariff: 4, valid_from: later(HOUR_MS) }),
      both(5, [yard, second]),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { changes } = await pricing()
    expect(changes).toHaveLength(5)
    const [planned, newest] = changes
    expect(planned).toMatchObject({ state: 'planned', tariff: 4 })
    const [dc, ac] = await shown()
    expect(ac).toBe(changes.find(({ state, current }) => state === 'current' && current === null)?.tariff)
    expect(dc).toBe(newest!.tariff)
    office.clock.forward(HOUR_MS)
    expect(await shown()).toEqual([4, 4])
  })

  test('a station has its own price, and loses it to the next price of its whole location', async () => {
    await price({ tariff: 1700 })
    await office.addStation(yard, `T${nth}B`)
    const own = async () => {
      const { body } = await office.call<Station>('operator', 'GET', `stations/T${nth}B`)
      return body.evses.flatMap(({ connectors }) => connectors).map(({ tariff }) => tariff)
    }
    const ofStation = async () =>
      (
        await office.call<LocationPricing>(
          'administrator',
          'GET',
          `locations/${yard}/pricing?station_id=T${nth}B`,
        )
      ).body
    expect(await price({ tariff: 2500, station_id: `T${nth}B` })).toMatchObject({ body: 1 })
    expect([await shown(), await own()]).toEqual([
      [1700, 1700],
      [2500, 2500],
    ])
    const pricing = await ofStation()
    expect(pricing.connectors.map(({ tariff, count }) => [tariff, count])).toEqual([
      [2500, 1],
      [2500, 1],
    ])
    expect(pricing.changes.map(({ tariff, station }) => [tariff, station?.id])).toEqual([
      [2500, `T${nth}B`],
      [1700, undefined],
    ])
    await price({ tariff: 3000, type: 'CCS 2' })
    expect([(await shown()).toSorted(), (await own()).toSorted()]).toEqual([
      [1700, 3000],
      [2500, 3000],
    ])
    expect(await price({ tariff: 1800 })).toMatchObject({ body: 2 })
    expect([await shown(), await own()]).toEqual([
      [1800, 1800],
      [1800, 1800],
    ])
    expect(await price({ tariff: 1, station_id: 'ELSEWHERE' })).toMatchObject({
      status: 404,
      body: { code: 'station.not_found' },
    })
  })

  test('windows, lowest and highest price are answered as they were set', async () => {
    const windows = [
      { days: [5, 6], from: '22:00', to: '06:00', tariff: 900 },
      { days: [0, 1, 2, 3, 4, 5, 6], from: '08:00', to: '20:00', tariff: 2500 },
    ]
    const bounds = { min_price: 5000, max_price: 500_000 }
    await price({ tariff: 1700, windows, ...bounds })
    const { connectors, changes, time_zone } = await pricing()
    expect(connectors[0]).toMatchObject({ tariff: 1700, windows, ...bounds })
    expect(changes[0]).toMatchObject({ windows, ...bounds })
    expect(time_zone).toBe('Europe/Moscow')
    expect(await shown()).toEqual([1700, 1700])
    expect(await price({ tariff: 1700, min_price: 2, max_price: 1 })).toMatchObject({ status: 400 })
    for (const wrong of [{ days: [] }, { days: [1, 1] }, { days: [7] }, { from: '24:00' }, { tariff: -1 }])
      expect(await price({ tariff: 1700, windows: [{ ...windows[0], ...wrong }] })).toMatchObject({
        status: 400,
      })
    await price({ tariff: 1800 })
    expect((await pricing()).connectors[0]).toMatchObject({ tariff: 1800, windows: [], min_price: null })
  })

  test('kinds of connectors are counted, at given locations or at all visible ones', async () => {
    await office.addStation(yard, `U${nth}`)
    const kinds = (who: 'administrator' | 'manager', query = '') =>
      office.call<{ type: string; count: number }[]>(who, 'GET', `locations/pricing/connectors${query}`)
    const { body } = await kinds('administrator', `?location_ids=${yard}`)
    expect(body).toEqual([
      { type: 'Type 2', current: 'AC', power: 22, count: 2 },
      { type: 'CCS 2', current: 'DC', power: 150, count: 2 },
    ])
    expect((await kinds('manager')).body).toEqual([])
    expect((await kinds('administrator')).body[0]!.count).toBeGreaterThan(2)
    expect(await kinds('administrator', '?location_ids=1;2')).toMatchObject({ status: 400 })
  })

  test('a preview prices the sessions of the last 30 days at the given connectors', async () => {
    const { db } = office.database
    const [ccs, type2] = await db
      .selectFrom('connectors')
      .select(['id', 'station_id'])
      .where('station_id', '=', `T${nth}`)
      .orderBy('ordinal')
      .execute()
    const charged = (connector: typeof ccs, daysAgo: number, more: object = {}) => {
      const start = new Date(office.clock.now().getTime() - daysAgo * DAY_MS)
      return {
        status: 'completed' as const,
        source: 'rfid' as const,
        location_id: yard,
        station_id: connector!.station_id,
        connector_id: connector!.id,
        created_at: start,
        transaction_start: start,
        transaction_finish: new Date(start.getTime() + HOUR_MS),
        energy_wh: 20_000,
        charging_price_minor: 34_000,
        ...more,
      }
    }
    const hundred = Array.from({ length: 100 }, (_, n) => charged(ccs, 1 + n / 10))
    await db
      .insertInto('orders')
      .values([
        ...hundred,
        charged(type2, 3, { energy_wh: 10_000, charging_price_minor: 17_000 }),
        charged(ccs, 31),
        charged(ccs, 3, { billable: false, charging_price_minor: 0 }),
        charged(ccs, 3, { status: 'canceled' }),
        charged(ccs, 3, { needs_review: true }),
      ])
      .execute()
    const body = { locations: [yard], price: 1800, rate: 50 }
    const preview = async (more: object = {}) =>
      (
        await office.call<PricingPreview>('administrator', 'POST', 'locations/pricing/preview', {
          ...body,
          ...more,
        })
      ).body
    const whole = await preview()
    expect(whole).toMatchObject({
      sessions: 101,
      sessions_found: 101,
      sampled: false,
      energy_wh: 2_010_000,
      before_amount: 3_417_000,
      after_amount: 100 * (36_000 + 3000) + 18_000 + 3000,
      connectors: [
        { type: 'Type 2', sessions: 1, before_amount: 17_000, after_amount: 21_000 },
        { type: 'CCS 2', sessions: 100, before_amount: 3_400_000, after_amount: 3_900_000 },
      ],
      locations: [{ location_id: yard, sessions: 101 }],
    })
    expect(whole.examples[0]).toMatchObject({ before_amount: 34_000, after_amount: 39_000, seconds: 3600 })
    expect(await preview({ connectors: [{ type: 'Type 2' }] })).toMatchObject({
      sessions: 1,
      after_amount: 21_000,
    })
    const atNight = { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00', tariff: 1000 }
    expect(await preview({ price: 9000, rate: 0, windows: [atNight] })).toMatchObject({
      after_amount: 100 * 20_000 + 10_000,
    })
    expect(await preview({ price: 1000, rate: 0, min_price: 15_000, max_price: 19_000 })).toMatchObject({
      after_amount: 100 * 19_000 + 15_000,
    })
    expect(await shown()).toEqual([0, 0])

    const administrator = { id: 1, role: 'administrator', ownerId: null, email: '' } as const
    const prices = { tariffMinorPerKwh: 1800, rateMinorPerMinute: 50, startFeeMinor: 0 }
    const change = { locationIds: [yard], filters: [], prices, ...plain }
    const sample = await previewPrice(
      { db, clock: office.clock, connectors: pricedConnectors, sessions: pricedSessions },
      administrator,
      change,
      25,
    )
    expect(sample).toMatchObject({ sampled: true, sessions_found: 101 })
    expect(sample.sessions).toBeGreaterThan(5)
    expect(sample.sessions).toBeLessThan(50)
  })
})

describe('an order keeps the price that it was started with', () => {
  test.each(['ocpp1.6', 'ocpp2.0.1'] as const)('%s', async (protocol) => {
    const world = await World.open(await openTestDatabase())
    try {
      const station = await world.simulate(protocol)
      const pricing = `locations/${world.locationId}/pricing`
      await world.post(pricing, { tariff: 1700 })
      const soon = new Date(world.clock.now().getTime() + 5 * MINUTE_MS).toISOString()
      await world.post(pricing, { tariff: 9900, valid_from: soon })
      await station.plugIn()
      const { id } = await world.post<{ id: number }>(`connectors/${station.made.connectorId}/start`)
      await world.until('it charges', async () => (await world.order(id)).status === 'started')
      await world.forward(10 * MINUTE_MS)
      await world.post(pricing, { tariff: 8800 })
      await station.stop()
      await world.until('the order is closed', async () => (await world.order(id)).status === 'completed')
      const order = await world.order(id)
      const energyWh = (await world.ordersOf(station.made.id))[0]!.energyWh
      expect(order.charging_price).toBe(Math.round((energyWh * 1700) / 1000))
    } finally {
      await world.close()
    }
  })
})

describe('a session at night', () => {
  test('is priced by the hours in which it charged, and at least at the lowest price', async () => {
    const world = await World.open(await openTestDatabase())
    try {
      await world.addCard('CARD1')
      const station = await world.simulate('ocpp1.6')
      const pricing = `locations/${world.locationId}/pricing`
      const always = { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00' }
      const charge = async (body: object) => {
        await world.post(pricing, { tariff: 2000, ...body })
        await world.forward(MINUTE_MS)
        await station.begin({ token: 'CARD1' })
        station.addEnergy(undefined, 3000)
        await station.stop()
        return (await world.ordersOf(station.id)).at(-1)?.priceMinor
      }
      expect(await charge({ windows: [{ ...always, tariff: 1000 }] })).toBe(3000)
      expect(await charge({ windows: [{ ...always, tariff: 1000 }], min_price: 4500 })).toBe(4500)
      expect(await charge({ max_price: 5000 })).toBe(5000)
      expect(await charge({})).toBe(6000)
    } finally {
      await world.close()
    }
  })
})
