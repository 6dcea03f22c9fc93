import type { Location, RoamingLocation, RoamingPreview, RoamingTariff } from '@stationmaster/contract'
import { codecOf, ocpiVersions, read } from '@stationmaster/ocpi'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { RoamingWorld } from '../roaming-world.ts'
import type { SmallPartner } from '../small-partner.ts'

// biome-ignore lint/suspicious/noExplicitAny: a story knows what it reads
type Json = any

describe.each(openTestDatabases().slice(0, 1))('what partners are shown ($name)', ({ open }) => {
  let world: RoamingWorld
  let partner: SmallPartner
  beforeAll(async () => {
    world = await RoamingWorld.open(await open(), { SUPPORT_PHONE: '+49 30 1' })
    partner = (await world.connected('PUB')).partner
  })
  afterAll(() => world.close())

  const url = (path: string, version = '2.3.0') =>
    world.versionsUrl.replace(/versions$/, `${version}/${path}`)
  const get = async (path: string, version?: string) => (await partner.call('GET', url(path, version))).body
  const list = async (path: string, version?: string): Promise<Json[]> => (await get(path, version)).data
  const find = async (id: number, version?: string): Promise<Json> =>
    (await list('locations', version)).find((one) => one.id === String(id))
  const later = () => world.office.clock.forward(1000)

  async function aPlace(name: string): Promise<number> {
    const { body } = await world.call<Location>('POST', 'locations' as never, {
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
  const publish = async (id: number, published = true) =>
    (await world.call<RoamingLocation>('PUT', `roaming/locations/${id}`, { published })).body
  const tariffOf = async (id: number): Promise<number> =>
    (await world.call<RoamingPreview>('GET', `roaming/locations/${id}/preview`)).body.versions[0]!.tariffs[0]!
      .id

  test('nothing until it is published, and before that a preview of it', async () => {
    const id = await aPlace('Preview')
    expect(await find(id)).toBeUndefined()
    const { body } = await world.call<RoamingPreview>('GET', `roaming/locations/${id}/preview`)
    expect(body.location).toMatchObject({ name: 'Preview', published: false, evses: 2, missing: [] })
    expect(body.versions.map(({ version }) => version)).toEqual(['2.2.1', '2.3.0'])
    // 17 roubles are without VAT as they are, while nobody has said that there is any
    expect(body.versions[0]).toMatchObject({
      location: { id: String(id), name: 'Preview' },
      losses: ['helpPhone'],
      tariffs: [
        { published: false, losses: [], json: { elements: [{ price_components: [{ price: 17 }] }] } },
      ],
    })
    expect(body.versions[1]!.losses).toEqual([])

    const { body: all } = await world.call<RoamingLocation[]>('GET', 'roaming/locations?limit=500')
    expect(all.find((one) => one.id === id)).toEqual(body.location)
    expect(await publish(id)).toMatchObject({ published: true })
    expect(await find(id)).toMatchObject({
      name: 'Preview',
      party_id: 'STM',
      country: 'DEU',
      help_phone: '+49 30 1',
    })
  })

  test.each(ocpiVersions)('locations and tariffs in %s are as the standard says', async (version) => {
    const id = await aPlace(`Valid ${version}`)
    const tariff = await tariffOf(id)
    await publish(id)
    expect((await find(id, version)).evses[0].connectors[0].tariff_ids).toEqual([])
    expect((await world.call('PUT', `roaming/tariffs/${tariff}`, { published: true })).status).toBe(200)
    const location = await find(id, version)
    expect(read(codecOf(version).location, location).ok).toBe(true)
    const tariffId = String(tariff)
    expect(location.evses[0].connectors[0].tariff_ids).toEqual([tariffId])
    const shown = (await list('tariffs', version)).find((one) => one.id === tariffId)
    expect(read(codecOf(version).tariff, shown).ok).toBe(true)
    expect(shown).toMatchObject({
      currency: 'RUB',
      elements: [{ price_components: [{ type: 'ENERGY', price: 17 }] }],
    })

    const [evse] = location.evses
    const path = `locations/${id}`
    expect((await get(path, version)).data).toEqual(location)
    expect((await get(`${path}/${evse.uid}`, version)).data).toEqual(evse)
    expect((await get(`${path}/${evse.uid}/1`, version)).data).toEqual(evse.connectors[0])
    for (const wrong of ['locations/999999', `${path}/999999`, `${path}/${evse.uid}/9`])
      expect((await partner.call('GET', url(wrong, version))).status).toBe(404)

    await world.call('PUT', `roaming/tariffs/${tariff}`, { published: false })
    expect((await list('tariffs', version)).find((one) => one.id === tariffId)).toBeUndefined()
    expect((await find(id, version)).evses[0].connectors[0].tariff_ids).toEqual([])
  })

  test('a stamp moves only with what the partner sees, in its version', async () => {
    const id = await aPlace('Stamps')
    await publish(id)
    const before = await find(id)
    later()
    // a manager has nothing to do with what partners see
    await world.call('PATCH', `locations/${id}`, { silence_minutes: 30 })
    expect(await find(id)).toEqual(before)

    await world.call('PATCH', `locations/${id}`, { name: 'Stamps moved' })
    const after = await find(id)
    expect(after).toMatchObject({ name: 'Stamps moved', evses: before.evses })
    expect(Date.parse(after.last_updated)).toBe(world.office.clock.now().getTime())

    later()
    await sql`update connectors set power_w = 11000 where station_id = 'Stamps-1' and evse_number = 2`.execute(
      world.office.database.db,
    )
    const changed = await find(id)
    expect(changed.last_updated > after.last_updated).toBe(true)
    expect(changed.evses[0]).toEqual(after.evses[0])
    expect(changed.evses[1]).toMatchObject({
      last_updated: changed.last_updated,
      connectors: [{ max_electric_power: 11_000, last_updated: changed.last_updated }],
    })
  })

  test.each(ocpiVersions)('what is said of the energy stands at each location (%s)', async (version) => {
    const id = await aPlace(`Energy ${version}`)
    await publish(id)
    const said = async (body: object) => {
      later()
      const party = { country_code: 'DE', party_id: 'STM', name: 'Stationmaster', ...body }
      await world.call('PUT', 'roaming/party', party)
      const location = await find(id, version)
      expect(read(codecOf(version).location, location).ok).toBe(true)
      return location.energy_mix
    }
    expect(await said({})).toBeUndefined()
    expect(await said({ green_energy: true, energy_supplier: 'Nordwind', energy_product: '' })).toMatchObject(
      {
        is_green_energy: true,
        supplier_name: 'Nordwind',
      },
    )
    expect(await said({ green_energy: false })).toMatchObject({ is_green_energy: false })
    expect(await said({})).toBeUndefined()
  })

  test('what is no more stays as removed', async () => {
    const id = await aPlace('Removed')
    await publish(id)
    const before = await find(id)
    later()
    await sql`update stations set deleted_at = now() where id = 'Removed-1'`.execute(world.office.database.db)
    await world.office.addStation(id, 'Removed-2')
    const after = await find(id)
    const statuses = new Map(after.evses.map((one: Json) => [one.uid, one.status]))
    for (const { uid } of before.evses) expect(statuses.get(uid)).toBe('REMOVED')
    expect(after.evses).toHaveLength(4)

    later()
    await publish(id, false)
    const gone = await find(id)
    expect(gone.evses.map((one: Json) => one.status)).toEqual(['REMOVED', 'REMOVED', 'REMOVED', 'REMOVED'])
    later()
    expect(await find(id)).toEqual(gone)
  })

  test('lists are read in pages and by time', async () => {
    const ids = [await aPlace('Page 1'), await aPlace('Page 2'), await aPlace('Page 3')]
    for (const id of ids) await publish(id)
    const since = new Date(world.office.clock.now().getTime() + 500).toISOString()
    later()
    await world.call('PATCH', `locations/${ids[1]}`, { name: 'Page two' })
    const recent = await list(`locations?date_from=${since}`)
    expect(recent.map(({ name }) => name)).toEqual(['Page two'])
    const stamp = recent[0].last_updated
    // from that instant, and up to it but without it
    expect(await list(`locations?date_from=${stamp}`)).toHaveLength(1)
    expect((await list(`locations?date_to=${stamp}`)).map(({ id }) => id)).not.toContain(String(ids[1]))

    const answer = await partner.call('GET', url('locations?limit=1'))
    const total = Number(answer.headers.get('x-total-count'))
    expect(answer.body.data).toHaveLength(1)
    expect(total).toBeGreaterThanOrEqual(3)
    const seen: string[] = []
    for (let next: string | undefined = url('locations?limit=2'); next; ) {
      const turned = await partner.call('GET', next)
      seen.push(...turned.body.data.map(({ id }: Json) => id))
      next = /<([^>]*)>/.exec(turned.headers.get('link') ?? '')?.[1]
    }
    expect(new Set(seen).size).toBe(total)
    expect(seen).toHaveLength(total)
  })

  test('an administrator sees what partners cannot know of a tariff', async () => {
    const id = await aPlace('Losses')
    const tariff = await tariffOf(id)
    await publish(id)
    await sql`insert into legal_details (name, address, vat_bp, tax_system, valid_from, created_at)
      values ('Network', 'Here', 2000, 'osn', '2026-01-01', now())`.execute(world.office.database.db)
    await sql`update tariff_versions set min_price_minor = 5000 where tariff_id = ${tariff}`.execute(
      world.office.database.db,
    )
    const { body } = await world.call<RoamingTariff[]>('GET', 'roaming/tariffs')
    expect(body.find((one) => one.id === tariff)).toMatchObject({
      published: false,
      losses: [
        { version: '2.2.1', names: ['decimals', 'lowest_price_needs_energy'] },
        { version: '2.3.0', names: ['lowest_price_needs_energy'] },
      ],
    })
    expect((await world.call('PUT', 'roaming/tariffs/999999', { published: true })).status).toBe(404)
    expect((await world.call('PUT', 'roaming/locations/999999', { published: true })).status).toBe(404)
  })

  test('several locations and tariffs at once, or none', async () => {
    const ids = [await aPlace('Many 1'), await aPlace('Many 2'), await aPlace('Many 3')]
    const tariff = await tariffOf(ids[0]!)
    const set = (path: string, body: { ids: number[]; published: boolean }) =>
      world.call<RoamingLocation[]>('PUT', path, body)
    expect((await set('roaming/locations', { ids: [ids[0]!, 999999], published: true })).status).toBe(404)
    expect(await find(ids[0]!)).toBeUndefined()

    const { body } = await set('roaming/locations', { ids: [...ids, ids[0]!], published: true })
    expect(body.map(({ id, published }) => [id, published])).toEqual(ids.map((id) => [id, true]))
    for (const id of ids) expect((await find(id)).evses).toHaveLength(2)
    expect((await set('roaming/tariffs', { ids: [tariff, 999999], published: true })).status).toBe(404)
    expect((await set('roaming/tariffs', { ids: [tariff], published: true })).status).toBe(200)
    expect((await list('tariffs')).map(({ id }) => id)).toContain(String(tariff))
    await set('roaming/locations', { ids: ids.slice(1), published: false })
    for (const id of ids.slice(1))
      expect((await find(id)).evses.map((one: Json) => one.status)).toEqual(['REMOVED', 'REMOVED'])
    expect((await find(ids[0]!)).evses[0].status).not.toBe('REMOVED')
    const { rows } = await sql<{ after: unknown }>`select after from audit_log
      where action = 'roaming_location.publish' and subject_id = ${String(ids[2])} order by id`.execute(
      world.office.database.db,
    )
    expect(rows.map(({ after }) => after)).toEqual([{ published: true }, { published: false }])

    const { body: found } = await world.call<RoamingLocation[]>(
      'GET',
      'roaming/locations?search=rostock many 2',
    )
    expect(found.map(({ name, published }) => [name, published])).toEqual([['Many 2', false]])
  })
})
