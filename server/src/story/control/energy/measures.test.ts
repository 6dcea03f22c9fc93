import type { EnergyMeasures } from '@stationmaster/contract'
import { DAY_MS, dayOf, HOUR_MS } from '@stationmaster/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { type DayPart, upsertDay } from '../../../slices/control/energy/running/day-store.ts'
import { World } from '../../world/world.ts'
import { Yard } from './yard.ts'

let world: World
beforeAll(async () => {
  world = await World.open(await openTestDatabase())
})
afterAll(() => world?.close())

const part = (loadMa: number, limitMa: number, more: Partial<DayPart> = {}): DayPart => ({
  highest: { loadMa, limitMa, circuit: 'grid', phase: 2 },
  overloadMs: 0,
  unbalanceMa: 1000,
  safeMs: 0,
  ...more,
})

/** What a site carried is added up by the day, and what drivers needed is compared with what they had. */
test('the measures of a location are those of its days, and of the needs that drivers stated', async () => {
  const { id } = await world.post<{ id: number }>('locations', { name: 'Days', city: 'Tver' })
  const path = `locations/${id}/energy`
  const of = (period: string) => world.get<EnergyMeasures>(`${path}/measures?period=${period}`)
  await expect(of('week')).rejects.toThrow('energy.site_missing')
  const circuits = [{ id: 'grid', name: 'Grid', parent: null, fuse_a: [63, 63, 63] }]
  await world.put(`${path}/site`, { enabled: false, strategy: 'equal', circuits, outlets: [] })
  expect(await of('week')).toMatchObject({ sessions: 0, minutes: 0, highest: null, unbalance_a: null })

  const now = world.clock.now()
  const zone = (await world.get<{ time_zone: string }>(`locations/${id}`)).time_zone
  const day = (ago: number) => dayOf(new Date(now.getTime() - ago * DAY_MS), zone)
  await upsertDay(world.db, id, day(0), part(40_000, 63_000))
  await upsertDay(world.db, id, day(0), part(30_000, 32_000, { overloadMs: 2000, unbalanceMa: 4000 }))
  await upsertDay(world.db, id, day(0), part(50_000, 63_000, { safeMs: 170_000 }))
  await upsertDay(world.db, id, day(6), part(20_000, 63_000, { overloadMs: 1000 }))
  await upsertDay(world.db, id, day(7), part(63_000, 63_000, { unbalanceMa: 20_000 }))
  expect(await of('day')).toMatchObject({
    minutes: 3,
    // the share of the limit counts, not the amperes
    highest: { load_a: 30, limit_a: 32, circuit: 'grid', phase: 2, day: day(0) },
    overload_seconds: 2,
    unbalance_a: 2,
    unbalance_most_a: 4,
    safe_seconds: 170,
  })
  expect(await of('week')).toMatchObject({ minutes: 4, from: day(6), to: day(0), overload_seconds: 3 })
  expect(await of('month')).toMatchObject({ minutes: 5, highest: { load_a: 63 }, unbalance_most_a: 20 })
})

test('what a controlled site measures comes to its day, with what its drivers needed', async () => {
  const yard = await Yard.open(world, ['ocpp2.0.1', 'ocpp1.6'], { fuseA: 32 })
  await yard.car(0)
  await yard.until('it draws', ({ outlets: [one] }) => (one?.session?.measured_a ?? 0) > 5)
  const of = () => world.get<EnergyMeasures>(`locations/${yard.locationId}/energy/measures?period=week`)
  await world.forward(61_000)
  await world.until('the minute is added', async () => ((await of()).highest?.load_a ?? 0) > 5)
  const measured = await of()
  expect(measured).toMatchObject({ overload_seconds: 0, highest: { limit_a: 32, circuit: 'grid' } })

  const { id: station } = yard.station(0).made
  const { id: connector } = await world.db
    .selectFrom('connectors')
    .select('id')
    .where('station_id', '=', station)
    .executeTakeFirstOrThrow()
  const began = new Date(world.clock.now().getTime() - 5 * HOUR_MS)
  for (const [energy, needed] of [
    [20_000, 10_000],
    [5000, 20_000],
    [8000, null],
  ] as const) {
    const { id } = await world.db
      .insertInto('orders')
      .values({
        status: 'completed',
        source: 'rfid',
        location_id: yard.locationId,
        station_id: station,
        connector_id: connector,
        created_at: began,
        transaction_start: began,
        transaction_finish: new Date(began.getTime() + HOUR_MS),
        energy_wh: energy,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (needed !== null)
      await world.db
        .insertInto('energy_needs')
        .values({ order_id: id, departs_at: began, energy_wh: needed, begin_wh: 0, stated_at: began })
        .execute()
  }
  expect(await of()).toMatchObject({
    sessions: 3,
    stated: 2,
    satisfied: 1,
    wished: 30_000,
    delivered: 15_000,
    fairness: 1.25 ** 2 / (2 * (1 + 0.0625)),
  })
})
