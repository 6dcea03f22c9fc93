import type { Station } from '@stationmaster/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { loadEffectiveVersions, loadVersions } from '../../slices/places/tariffs/store.ts'
import { Office } from '../world/office.ts'

describe.each(openTestDatabases())('prices ($name)', ({ open }) => {
  let office: Office
  let first: number
  let second: number
  beforeAll(async () => {
    office = await Office.open(await open())
    first = await office.addLocation('First')
    second = await office.addLocation('Second')
    await office.addStation(first, 'A')
    await office.addStation(first, 'B')
    await office.addStation(second, 'C')
  })
  afterAll(() => office.close())
  beforeEach(() => office.clock.forward(60_000))

  const price = (locations: number[], kopecks: number, connectors: object[] = []) =>
    office.call('administrator', 'POST', 'locations/pricing', { locations, price: kopecks, connectors })
  const shown = async (id: string) => {
    const { body } = await office.call<Station>('operator', 'GET', `stations/${id}`)
    return body.evses.flatMap(({ connectors }) => connectors).map((c) => [c.tariff, c.rate, c.start_fee])
  }

  test('without a price everything is free', async () => {
    expect(await shown('A')).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
  })

  test('a price for many locations answers the count of their stations', async () => {
    expect(await price([first, second], 1700)).toMatchObject({ status: 200, body: 3 })
    expect(await shown('A')).toEqual([
      [1700, 0, 0],
      [1700, 0, 0],
    ])
    expect(await shown('C')).toEqual([
      [1700, 0, 0],
      [1700, 0, 0],
    ])
  })

  test('a price for some connectors leaves the others', async () => {
    const changed = await office.call('administrator', 'POST', `locations/${first}/pricing`, {
      location_id: first,
      type: 'CCS 2',
      current: 'DC',
      power: 150,
      tariff: 2100,
      rate: 300,
      start_fee: 5000,
    })
    expect(changed).toMatchObject({ status: 200, body: 2 })
    expect(await shown('A')).toEqual([
      [2100, 300, 5000],
      [1700, 0, 0],
    ])
    expect(await price([first], 2200, [{ type: 'GB/T DC' }])).toMatchObject({ body: 0 })
  })

  test('a price for all connectors also applies to those with a narrower one', async () => {
    expect(await price([first], 1500)).toMatchObject({ body: 2 })
    expect(await shown('A')).toEqual([
      [1500, 0, 0],
      [1500, 0, 0],
    ])
    expect(await shown('C')).toEqual([
      [1700, 0, 0],
      [1700, 0, 0],
    ])
  })

  test('a change is a new version: what was valid at an instant stays so', async () => {
    const { db } = office.database
    const rows = await db
      .selectFrom('connectors')
      .select(['id', 'type', 'current', 'power_w'])
      .where('station_id', '=', 'A')
      .execute()
    const connectors = rows.map((row) => ({
      id: row.id,
      stationId: 'A',
      locationId: first,
      ownerId: null,
      type: row.type,
      current: row.current,
      powerW: row.power_w,
    }))
    const before = office.clock.now()
    office.clock.forward(1000)
    await price([first], 9900)
    const micro = async (at: Date) => {
      const versions = await loadEffectiveVersions(db, connectors, at)
      return connectors.map(({ id }) => versions.get(id)?.elements[0]?.components[0]?.priceMicro)
    }
    expect(await micro(before)).toEqual([1_500_000, 1_500_000])
    expect(await micro(office.clock.now())).toEqual([9_900_000, 9_900_000])
    expect(await micro(new Date('2020-01-01'))).toEqual([undefined, undefined])
    const chosen = [...(await loadEffectiveVersions(db, connectors, before)).values()]
    const again = await loadVersions(
      db,
      chosen.map(({ id }) => id),
    )
    expect(again.get(chosen[0]!.id)).toEqual(chosen[0])
  })

  test('closer assignments win: connector, station, location, owner, network', async () => {
    const { db } = office.database
    const at = office.clock.now()
    const [connector] = await db
      .selectFrom('connectors')
      .selectAll()
      .where('station_id', '=', 'C')
      .orderBy('ordinal')
      .execute()
    const owner = await office.idOf('manager')
    await db.updateTable('locations').set({ owner_id: owner }).where('id', '=', second).execute()
    const assign = async (kopecks: number, place: object) => {
      const { id } = await db
        .insertInto('tariffs')
        .values({ name: 't', currency: 'RUB', created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      const elements = JSON.stringify([{ components: [{ dimension: 'energy', priceMicro: kopecks * 1000 }] }])
      await db
        .insertInto('tariff_versions')
        .values({ tariff_id: id, valid_from: at, elements, created_at: at })
        .execute()
      await db
        .insertInto('tariff_assignments')
        .values({ tariff_id: id, created_at: at, scope: 'network', ...place })
        .execute()
    }
    await db.deleteFrom('tariff_assignments').where('location_id', '=', second).execute()
    const seen: unknown[] = []
    const steps = [
      [1, { scope: 'network' }],
      [2, { scope: 'owner', owner_id: owner }],
      [3, { scope: 'location', location_id: second }],
      [4, { scope: 'station', station_id: 'C' }],
      [5, { scope: 'connector', connector_id: connector!.id }],
    ] as const
    for (const [kopecks, place] of steps) {
      await assign(kopecks, place)
      seen.push((await shown('C'))[0]?.[0])
    }
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  test('simultaneous prices for one location are set one after the other', async () => {
    const yard = await office.addLocation('Third')
    await office.addStation(yard, 'D')
    await Promise.all([1, 2, 3, 4, 5].map((kopecks) => price([yard], kopecks)))
    const { db } = office.database
    const assignments = await db
      .selectFrom('tariff_assignments')
      .select('id')
      .where('location_id', '=', yard)
      .execute()
    expect(assignments).toHaveLength(1)
  })
})
