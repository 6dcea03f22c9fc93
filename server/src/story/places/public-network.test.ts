import { gunzipSync } from 'node:zlib'
import {
  contract,
  type ErrorAnswer,
  type Location,
  languages,
  type NetworkFeature,
  type NetworkFeed,
  type NetworkPlace,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, openTestDatabases } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'

describe.each(openTestDatabases().slice(0, 1))('the network as drivers see it ($name)', ({ open }) => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await open())
  })
  afterAll(() => office.close())

  const aPlace = async (name: string, more: object = {}) => {
    const { body } = await office.call<Location>('administrator', 'POST', 'locations', {
      name,
      city: 'Tver',
      country: 'Russia',
      street: 'Sovetskaya 34',
      coordinates: { lat: 56.86, lng: 35.9 },
    })
    await office.addStation(body.id, `${name}-1`)
    await office.call('administrator', 'PATCH', `locations/${body.id}`, {
      ...more,
      owner_id: await office.idOf('manager'),
    })
    await office.call('administrator', 'POST', `locations/${body.id}/pricing`, { tariff: 1700, rate: 200 })
    return body.id
  }
  const feed = async (headers: Record<string, string> = {}) => {
    const answer = await office.app.inject({ method: 'GET', url: '/api/v1/network.json', headers })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }
  const readFeed = async (): Promise<NetworkFeed> => JSON.parse((await feed()).bytes.toString())
  const placeIn = async (id: number) => (await readFeed()).locations.find((one) => one.id === id)
  /** What anybody has read is five seconds old. */
  const later = () => office.clock.forward(5000)

  test('everybody sees a location and its prices, and nothing about its owner', async () => {
    const id = await aPlace('Pier', { features: ['lit'], height_limit_cm: 350, cashback_percent: 5 })
    later()
    const text = (await feed()).bytes.toString()
    const whole: NetworkFeed = JSON.parse(text)
    // the schema takes off what it does not name
    expect(whole).toEqual(contract.network.feed.answer.parse(whole))
    expect(text).not.toMatch(/owner|@demo|Pier-1/)
    const place = whole.locations.find((one) => one.id === id)!
    expect(place).toMatchObject({
      name: 'Pier',
      city: 'Tver',
      coordinates: { lat: 56.86, lng: 35.9 },
      opening_hours: null,
      features: ['lit'],
      height_limit_cm: 350,
      cashback_percent: 5,
      free_parking: false,
    })
    expect(place.evses).toMatchObject([
      { number: 1, status: 'offline', connectors: [{ type: 'CCS 2', current: 'DC', power: 150 }] },
      { number: 2, status: 'offline', connectors: [{ type: 'Type 2', current: 'AC', power: 22 }] },
    ])
    const tariff = whole.tariffs.find((one) => one.id === place.evses[0]!.connectors[0]!.tariff_id)
    expect(tariff).toMatchObject({ tariff: 1700, rate: 200, start_fee: 0, varies: false, discount: 0 })
    expect(tariff!.elements[0]!.components).toContainEqual({ dimension: 'energy', price: 1700, step_size: 1 })
    const alone = await office.call<NetworkPlace>(null, 'GET', `network/locations/${id}`)
    expect(alone.body.location).toEqual(place)
    expect(alone.body.tariffs).toContainEqual(tariff)
    const { body } = await office.call<string>(null, 'GET', 'network.geojson')
    const features: NetworkFeature[] = JSON.parse(body).features
    expect(features.find((one) => one.id === id)).toMatchObject({
      geometry: { type: 'Point', coordinates: [35.9, 56.86] },
      properties: { status: 'offline', evses: 2, available: 0, types: ['CCS 2', 'Type 2'], power: 150 },
    })
  })

  test('a connector that is faulted or without a status does not count as free', async () => {
    const id = await aPlace('Twin')
    const connector = (number: number, type: string) => ({
      evse_number: 1,
      number,
      type,
      current: 'DC',
      power: 100,
    })
    const types = ['CCS 2', 'CHAdeMO', 'GB/T DC']
    await office.call('administrator', 'POST', `locations/${id}/stations`, {
      id: 'TWIN-9',
      vendor_name: 'EVBox',
      model: 'Troniq 100',
      connectors: types.map((type, nth) => connector(nth + 1, type)),
    })
    const { db } = office.database
    await sql`insert into station_presence (station_id, node, connection_id, protocol, connected_at, last_seen_at)
      values ('TWIN-9', 'here', 'c9', 'ocpp1.6', now(), now())`.execute(db)
    const say = (number: number, status: string) =>
      sql`update connectors set ocpp_status = ${status} where station_id = 'TWIN-9' and number = ${number}`.execute(
        db,
      )
    const shown = async () => {
      later()
      const evse = (await placeIn(id))!.evses.find(({ connectors }) => connectors.length === 3)!
      return [evse.status, ...evse.connectors.map(({ status }) => status)]
    }
    expect(await shown()).toEqual(['offline', 'offline', 'offline', 'offline'])
    await say(1, 'Available')
    await say(2, 'Faulted')
    expect(await shown()).toEqual(['available', 'available', 'offline', 'offline'])
    await say(1, 'Charging')
    expect(await shown()).toEqual(['busy', 'busy', 'busy', 'busy'])
    await say(1, 'Unavailable')
    expect(await shown()).toEqual(['offline', 'offline', 'offline', 'offline'])
  })

  test('unchanged data is not sent again; changed data is right after five seconds', async () => {
    const id = await aPlace('Quay')
    later()
    const first = await feed()
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=1',
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
    })
    const known = { 'if-none-match': `"another", ${first.headers.etag}` }
    expect(await feed(known)).toMatchObject({ status: 304, bytes: Buffer.alloc(0) })
    later()
    expect((await feed(known)).status).toBe(304)
    const small = await feed({ 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(small.bytes).toString()).toBe(first.bytes.toString())

    // what another server on the same database changes
    await sql`update stations set monetized = false where location_id = ${id}`.execute(office.database.db)
    later()
    const second = await feed(known)
    expect([second.status, second.headers.etag === first.headers.etag]).toEqual([200, false])
    expect((await placeIn(id))!.evses[0]!.connectors[0]!.tariff_id).toBeNull()
    const counts = await office.call<[number, number, number][]>(null, 'GET', 'network/availability')
    expect(counts.body).toContainEqual([id, 0, 0])
  })

  test('a fresh answer is reused, and nobody waits for a new one before it is four seconds old', async () => {
    const id = await aPlace('Young')
    later()
    const name = async () => (await placeIn(id))!.name
    expect(await name()).toBe('Young')
    await office.call('administrator', 'PATCH', `locations/${id}`, { name: 'Grown' })
    office.clock.forward(1999)
    expect(await name()).toBe('Young')
    office.clock.forward(2001)
    expect(await name()).toBe('Grown')
    // older than two seconds it is read beside the answer, for the next one
    await office.call('administrator', 'PATCH', `locations/${id}`, { name: 'Old' })
    office.clock.forward(3999)
    expect(await name()).toBe('Grown')
    await expect.poll(name).toBe('Old')
  })

  test('a location that is hidden, has no stations or is deleted is not found; one without a point is on no map', async () => {
    const [hidden, bare, deleted, pointless] = [
      await aPlace('Hidden', { listed: false }),
      await office.addLocation('Bare'),
      await aPlace('Deleted'),
      await aPlace('Pointless', { coordinates: null }),
    ]
    await office.call('administrator', 'DELETE', `locations/${deleted}`)
    later()
    const ids = (await readFeed()).locations.map((one) => one.id)
    for (const id of [hidden, bare, deleted]) {
      expect(ids).not.toContain(id)
      const { status, body } = await office.call<ErrorAnswer>(null, 'GET', `network/locations/${id}`)
      expect([status, body.code]).toEqual([404, 'location.not_found'])
    }
    expect(ids).toContain(pointless)
    const { body } = await office.call<string>(null, 'GET', 'network.geojson')
    expect(JSON.parse(body).features.map((one: NetworkFeature) => one.id)).not.toContain(pointless)
    await office.call('administrator', 'PATCH', `locations/${hidden}`, { listed: true })
    later()
    expect((await placeIn(hidden))?.name).toBe('Hidden')
  })
})

test('when the operator has switched it off, there is no public network', async () => {
  const office = await Office.open(await openTestDatabase(), { PUBLIC_NETWORK: 'off' })
  for (const path of ['network.json', 'network.geojson', 'network/availability', 'network/locations/1'])
    expect((await office.call(null, 'GET', path)).status).toBe(404)
  await office.close()
})

test('search engines find the pages in every language, if the public address is known', async () => {
  const found = async (office: Office, path: string) => {
    const { statusCode, body } = await office.app.inject({ method: 'GET', url: path })
    return { status: statusCode, body }
  }
  const office = await Office.open(await openTestDatabase(), { PUBLIC_URL: 'https://csms.example' })
  const id = await office.addLocation('Pier')
  await office.addStation(id, 'PIER-1')
  const { status, body } = await found(office, '/sitemap.xml')
  expect(status).toBe(200)
  const pages = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page]) => page)
  expect(pages).toEqual(
    ['/network', `/network/${id}`].flatMap((path) =>
      languages.map((lang) => `https://csms.example${path}?lang=${lang}`),
    ),
  )
  const others = body.slice(body.lastIndexOf('<url>')).matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)
  expect([...others].map(([, lang, page]) => [lang, page])).toEqual([
    ...languages.map((lang) => [lang, `https://csms.example/network/${id}?lang=${lang}`]),
    ['x-default', `https://csms.example/network/${id}`],
  ])
  expect((await found(office, '/robots.txt')).body).toContain('Sitemap: https://csms.example/sitemap.xml')
  await office.close()
  const unnamed = await Office.open(await openTestDatabase())
  expect((await found(unnamed, '/sitemap.xml')).status).toBe(404)
  expect((await found(unnamed, '/robots.txt')).body).not.toContain('Sitemap')
  await unnamed.close()
})
