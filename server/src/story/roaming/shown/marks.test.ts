import type { Location, RoamingPreview } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { refreshShown } from '../../../slices/roaming/publishing/shown/refresh.ts'
import { RoamingWorld } from '../roaming-world.ts'

/** What has changed is marked by whoever changes it, so what partners are shown is reckoned there, and nowhere else. */
describe.each(openTestDatabases())('marks of what partners are shown ($name)', ({ open }) => {
  let world: RoamingWorld
  let here = 0
  let there = 0
  let tariff = 0
  const db = () => world.office.database.db
  const show = (wanted?: 'all') => refreshShown(world.office.parts.roaming, wanted)
  const later = (ms = 1000) => world.office.clock.forward(ms)
  const marks = async () => {
    const { rows } = await sql<{ mark: string }>`
      select distinct concat_ws(' ', kind, object_id) as mark from roaming_marks order by 1`.execute(db())
    return rows.map(({ mark }) => mark)
  }
  const at = (...ids: number[]) => ids.map((id) => `location ${id}`).sort()
  const tariffOf = async (id: number) =>
    (await world.call<RoamingPreview>('GET', `roaming/locations/${id}/preview`)).body.versions[0]!.tariffs[0]!
      .id

  async function aPlace(name: string): Promise<number> {
    const { body } = await world.call<Location>('POST', 'locations', {
      name,
      city: 'Rostock',
      country: 'Germany',
      street: 'Am Kai 1',
      coordinates: { lat: 54.1, lng: 12.1 },
    })
    await world.office.addStation(body.id, `${name}-1`)
    await world.call('PATCH', `locations/${body.id}`, { owner_id: await world.office.idOf('manager') })
    await world.call('POST', `locations/${body.id}/pricing`, { tariff: 1700, rate: 0 })
    return body.id
  }

  beforeAll(async () => {
    world = await RoamingWorld.open(await open(), {}, { jobs: false })
    here = await aPlace('Here')
    there = await aPlace('There')
    for (const id of [here, there]) await world.call('PUT', `roaming/locations/${id}`, { published: true })
    tariff = await tariffOf(here)
    for (const id of [tariff, await tariffOf(there)])
      await world.call('PUT', `roaming/tariffs/${id}`, { published: true })
    await show('all')
  })
  afterAll(() => world.close())

  const station = sql`'Here-1'`
  const changes: [string, () => RawBuilder<unknown>][] = [
    ['its city', () => sql`update locations set city = 'Kiel' where id = ${here}`],
    [
      'a photo',
      () => sql`insert into location_photos (location_id, position, caption, sizes, created_at)
        values (${here}, 1, 'Quay', '[{"width": 1, "height": 1, "url": "/a.jpeg"}]', now())`,
    ],
    ['no photo', () => sql`delete from location_photos where location_id = ${here}`],
    ['a station that sells nothing', () => sql`update stations set monetized = false where id = ${station}`],
    ['a station that sells', () => sql`update stations set monetized = true where id = ${station}`],
    ['a station’s number', () => sql`update stations set number = 90 where id = ${station}`],
    ['power', () => sql`update connectors set power_w = 11000 where station_id = ${station}`],
    ['a link', () => sql`insert into station_presence (station_id, connection_id) values (${station}, 'c')`],
    ['a status', () => sql`update connectors set ocpp_status = 'Charging' where station_id = ${station}`],
    ['a switch', () => sql`update evses set operational = false where station_id = ${station}`],
    [
      'maintenance',
      () => sql`insert into maintenances (station_id, starts_at, ends_at, note, takes_out, state, created_by, created_at)
        select ${station}, now(), now() + interval '1 hour', '', false, 'running', min(id), now() from managers`,
    ],
    ['its end', () => sql`update maintenances set state = 'over'`],
    [
      'what a station can do',
      () => sql`insert into station_configurations (station_id, request_id, asked_at, fetched_at, settings)
        values (${station}, 1, now(), now(), '[{"key": "SupportedFeatureProfiles", "value": "Core,Reservation"}]')`,
    ],
    ['no link', () => sql`update station_presence set connection_id = null where station_id = ${station}`],
    ['no connector', () => sql`delete from connectors where station_id = ${station} and evse_number = 2`],
  ]
  test.each(
    changes,
  )('%s is a mark of its location alone, and what it stands for is shown', async (_, change) => {
    later()
    await change().execute(db())
    expect(await marks()).toEqual(at(here))
    const shown = await show()
    for (const { objectId } of shown.filter(({ module }) => module === 'locations'))
      expect(objectId).toBe(String(here))
    expect(await marks()).toEqual([])
    expect(await show('all')).toEqual([])
  })

  test('what is not seen by partners leaves no mark of what they see', async () => {
    await sql`update stations set image = '/a.png', version = version + 1`.execute(db())
    await sql`update connectors set status_updated_at = now()`.execute(db())
    await sql`update station_presence set last_seen_at = now()`.execute(db())
    expect(await marks()).toEqual([])
    await sql`update connectors set power_w = 7000 where station_id not in ('Here-1', 'There-1')`.execute(
      db(),
    )
    expect(await marks()).toEqual([])
    expect(await show()).toEqual([])
  })

  test('a station that moves marks where it was and where it is', async () => {
    later()
    await sql`update stations set location_id = ${there} where id = 'Here-1'`.execute(db())
    expect(await marks()).toEqual(at(here, there))
    expect((await show()).length).toBeGreaterThan(0)
    expect(await show('all')).toEqual([])
    await sql`update stations set location_id = ${here} where id = 'Here-1'`.execute(db())
    expect((await show()).length).toBeGreaterThan(0)
    expect(await show('all')).toEqual([])
  })

  test('a price is shown as it changes, also by the clock, and where it ends', async () => {
    later()
    await world.call('POST', `locations/${here}/pricing`, { tariff: 1900, rate: 0 })
    expect(await marks()).toContain(`tariff ${await tariffOf(here)}`)
    await show()
    expect(await show('all')).toEqual([])
    const held = await tariffOf(here)
    await world.call('PUT', `roaming/tariffs/${held}`, { published: true })
    later(MINUTE_MS)
    await sql`update tariff_versions set valid_to = ${world.office.clock.now()} where tariff_id = ${held} and valid_to is null`.execute(
      db(),
    )
    await sql`insert into tariff_versions (tariff_id, valid_from, elements, created_at)
      select tariff_id, ${new Date(world.office.clock.now().getTime() + MINUTE_MS)}, elements, now() from tariff_versions
      where tariff_id = ${held} order by id desc limit 1`.execute(db())
    await show()
    expect(await show('all')).toEqual([])
    const gone = () =>
      sql<{ gone: boolean }>`select removed_at is not null as gone from roaming_objects
        where module = 'tariffs' and object_id = ${String(held)} and version = '2.3.0'`.execute(db())
    expect((await gone()).rows).toEqual([{ gone: true }])
    later(2 * MINUTE_MS)
    // nobody has changed anything
    expect(await marks()).toEqual([])
    expect((await show()).map(({ module }) => module)).toContain('tariffs')
    expect((await gone()).rows).toEqual([{ gone: false }])
    expect(await show('all')).toEqual([])
  })

  test('a tariff stays where it still holds, and is no more where it held last', async () => {
    later()
    await sql`update tariff_assignments set tariff_id = (select max(tariff_id) from roaming_held where location_id = ${there})
      where tariff_id in (select tariff_id from roaming_held where location_id = ${here})`.execute(db())
    const shown = await show()
    expect(shown.some(({ module, removedAt }) => module === 'tariffs' && removedAt !== null)).toBe(true)
    expect(await show('all')).toEqual([])
    await world.call('PUT', `roaming/locations/${there}`, { published: false })
    await show()
    expect(await show('all')).toEqual([])
  })

  test('everything is looked at again on another day, and by what all depends on', async () => {
    await sql`update roaming_party set name = 'Other'`.execute(db())
    expect(await marks()).toEqual(['all'])
    expect((await show()).length).toBeGreaterThan(0)
    // as a server that forgot a mark would have it
    await sql`alter table locations disable trigger roaming_marks`.execute(db())
    await sql`update locations set street = 'Am Kai 2'`.execute(db())
    await sql`alter table locations enable trigger roaming_marks`.execute(db())
    expect(await show()).toEqual([])
    later(24 * 60 * MINUTE_MS)
    expect((await show()).length).toBeGreaterThan(0)
  })

  test('what is marked stays marked until it is shown, and is one mark where nobody reads', async () => {
    await sql`update locations set street = 'Am Kai 3'`.execute(db())
    const parts = world.office.parts.roaming
    const failing = { ...parts, changed: () => Promise.reject(new Error('the server dies')) }
    await expect(refreshShown(failing)).rejects.toThrow('dies')
    expect(await marks()).toEqual(at(here))
    // there is no partner
    await world.office.parts.roaming.shown.look()
    expect(await marks()).toEqual(['all'])
    expect((await show()).length).toBeGreaterThan(0)
  })
})
