import type { EnergySimulation, EnergySimulationBody } from '@stationmaster/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { Simulations } from '../../../slices/control/energy/simulating/simulation.ts'
import { World } from '../../world/world.ts'

/** Three cars of last week were behind one fuse of 32 A, and were to have 30 kWh each within two hours. */
describe('last week with other settings', () => {
  let world: World
  let path: string
  let locationId: number
  let noon: number
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
    locationId = (await world.post<{ id: number }>('locations', { name: 'Week', city: 'Tver' })).id
    path = `locations/${locationId}/energy`
    const connectors = [{ evse_number: 1, number: 1, type: 'Type 2', current: 'AC', power: 22.08 }]
    const ids: string[] = []
    for (const id of ['WEEK-1', 'WEEK-2', 'WEEK-3']) {
      await world.post(`locations/${locationId}/stations`, {
        id,
        vendor_name: 'Story',
        model: 'AC',
        connectors,
      })
      ids.push(id)
    }
    const outlet = { evse: 1, circuit: 'grid', phases: [1, 2, 3], most_a: 32, floor_a: 6 }
    await world.put(`${path}/site`, {
      enabled: false,
      strategy: 'equal',
      circuits: [{ id: 'grid', name: 'Grid', parent: null, fuse_a: [32, 32, 32] }],
      outlets: ids.map((station_id) => ({ ...outlet, station_id })),
    })
    // in Moscow, so that a day holds all of it
    noon = Math.floor(world.clock.now().getTime() / DAY_MS - 2) * DAY_MS + 9 * HOUR_MS
  })
  afterAll(() => world?.close())

  const play = (body: EnergySimulationBody) => world.post<EnergySimulation>(`${path}/simulation`, body)

  async function stay(station: string, more: object = {}, needWh: number | null = 30_000): Promise<void> {
    const connector = await world.db
      .selectFrom('connectors')
      .select('id')
      .where('station_id', '=', station)
      .executeTakeFirstOrThrow()
    const { id } = await world.db
      .insertInto('orders')
      .values({
        status: 'completed',
        source: 'rfid',
        location_id: locationId,
        station_id: station,
        connector_id: connector.id,
        created_at: new Date(noon),
        transaction_start: new Date(noon),
        transaction_finish: new Date(noon + HOUR_MS),
        ev_disconnected_at: new Date(noon + 2 * HOUR_MS),
        energy_wh: 14_000,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('meter_samples')
      .values({
        order_id: id,
        at: new Date(noon + HOUR_MS / 2),
        received_at: new Date(noon + HOUR_MS / 2),
        context: 'Sample.Periodic',
        power_w: 21_500,
        current_a: 31.2,
      })
      .execute()
    if (needWh !== null)
      await world.db
        .insertInto('energy_needs')
        .values({
          order_id: id,
          departs_at: new Date(noon + 2 * HOUR_MS),
          energy_wh: needWh,
          begin_wh: 0,
          stated_at: new Date(noon),
        })
        .execute()
  }

  test('without sessions it is empty', async () => {
    const empty = await play({})
    expect(empty).toMatchObject({ days: [], stated: 0, left_out: 0, step_seconds: 300 })
    expect(empty.now).toMatchObject({ sessions: 0, highest: null, fairness: null })
    expect(empty.now).toEqual(empty.changed)
  })

  test('says how many cars more would have had what they needed', async () => {
    await stay('WEEK-1', { transaction_start: new Date(noon - 5 * MINUTE_MS) })
    for (const id of ['WEEK-2', 'WEEK-3']) await stay(id)
    const { now, changed, days, curve, stated, faults } = await play({
      circuits: [{ id: 'grid', fuse_a: [96, 96, 96] }],
    })
    expect(stated).toBe(3)
    expect(faults).toEqual([])
    // 22 kW for two hours and five minutes are 46 kWh
    expect(now).toMatchObject({ sessions: 3, satisfied: 0, turned_away: 0, wished: 90_000 })
    expect(now.delivered).toBeGreaterThan(45_000)
    expect(now.delivered).toBeLessThanOrEqual(46_000)
    expect(now.missing).toBe(now.wished - now.delivered)
    expect(now.highest).toMatchObject({ circuit: 'grid', load_a: 32, limit_a: 32 })
    expect(changed).toMatchObject({ satisfied: 3, missing: 0, delivered: 90_000, fairness: 1 })
    expect(changed.highest).toMatchObject({ load_a: 96, limit_a: 96 })
    expect(days).toMatchObject([{ now: { sessions: 3, satisfied: 0 }, changed: { satisfied: 3 } }])
    expect(curve.length).toBeGreaterThanOrEqual(2 * 24 * 7)
    const at = curve.filter((point) => point.now.cars > 0)
    expect(at.map((point) => Date.parse(point.at))).toEqual(
      [-30, 0, 30, 60, 90].map((m) => noon + m * MINUTE_MS),
    )
  })

  test('first come, first served fills one car where sharing alike fills none', async () => {
    const { now, changed } = await play({ strategy: 'first_come' })
    expect([now.satisfied, changed.satisfied]).toEqual([0, 1])
  })

  test('with one connector two cars leave again, and the third is served in full', async () => {
    const { changed } = await play({ connectors: 1 })
    expect(changed).toMatchObject({ sessions: 3, turned_away: 2, satisfied: 1, missing: 60_000 })
  })

  test('a limit by call of that day, the reserve and what is not safe are taken into account', async () => {
    const limit = { location_id: locationId, circuit: 'grid', limit_ma: 12_000, reason: '' }
    const times = { starts_at: new Date(noon - HOUR_MS), ends_at: new Date(noon + 2 * HOUR_MS) }
    const { id } = await world.db
      .insertInto('energy_limits')
      .values({ ...limit, ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await play({})).now.highest).toMatchObject({ load_a: 12, limit_a: 12 })
    await world.db.deleteFrom('energy_limits').where('id', '=', id).execute()
    const reserved = await play({ circuits: [{ id: 'grid', reserve_a: [20, 20, 20] }] })
    expect(reserved.changed.highest).toMatchObject({ load_a: 12, limit_a: 32 })
    expect(reserved.faults).toMatchObject([
      { kind: 'floors', circuit: 'grid', sum_a: 38, fuse_a: 32 },
      {},
      {},
    ])
  })

  test('a car that was charging when it left takes more, and one that is not in the wiring is left out', async () => {
    const later = { transaction_start: new Date(noon + 10 * HOUR_MS), energy_wh: 8000, power_w: 7000 }
    const finish = { transaction_finish: new Date(noon + 11 * HOUR_MS), ev_disconnected_at: null }
    await stay('WEEK-1', { ...later, ...finish }, null)
    const { now, cut_off, stated } = await play({})
    expect([cut_off, stated]).toEqual([1, 3])
    expect(now.sessions).toBe(4)
    expect(now.satisfied).toBe(1)
    // 22 kW for an hour, and steps of five minutes
    expect(now.beyond).toBeGreaterThan(12_000)
    expect(now.beyond).toBeLessThan(15_000)
    await world.post(`locations/${locationId}/stations`, {
      id: 'WEEK-4',
      vendor_name: 'Story',
      model: 'AC',
      connectors: [{ evse_number: 1, number: 1, type: 'Type 2', current: 'AC', power: 22.08 }],
    })
    await stay('WEEK-4')
    expect(await play({})).toMatchObject({ left_out: 1, now: { sessions: 4 } })
  })

  test('is refused for a circuit that is not there, and while another one runs', async () => {
    await expect(play({ circuits: [{ id: 'cellar' }] })).rejects.toThrow('energy.circuit_missing')
    const simulations = new Simulations({ db: world.db, clock: world.clock })
    const changes = { circuits: [], connectors: null }
    const first = simulations.run(locationId, changes, () => true)
    await expect(simulations.run(locationId, changes, () => true)).rejects.toThrow('Another simulation')
    expect((await first).now.sessions).toBe(4)
    // nobody waits for its answer any more
    await expect(simulations.run(locationId, changes, () => false)).rejects.toThrow()
    expect((await simulations.run(locationId, changes, () => true)).now.sessions).toBe(4)
  })
})
