import type {
  ErrorAnswer,
  GeocodeResult,
  Location,
  LocationChanges,
  MapMarker,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { openTestDatabase, openTestDatabases } from '../../platform/general/testing.ts'
import { hashPassword } from '../../slices/people/managers/signing-in/passwords.ts'
import { insertManager } from '../../slices/people/managers/store.ts'
import { Office } from '../world/office.ts'
import { World } from '../world/world.ts'

type Answered = Location & ErrorAnswer

const tver = { country: 'Russia', city: 'Tver', street: 'Sovetskaya 34' }
const hours = (day: number, opens_at: string, closes_at: string) => ({ day, opens_at, closes_at })

describe.each(openTestDatabases())('locations on $name', ({ open }) => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await open())
  })
  afterAll(() => office.close())

  const add = async (body: object = {}): Promise<Location> =>
    (await office.call<Location>('administrator', 'POST', 'locations', { name: 'Yard', ...tver, ...body }))
      .body
  const change = (id: number, body: object, who: Parameters<Office['call']>[0] = 'administrator') =>
    office.call<Answered>(who, 'PATCH', `locations/${id}`, body)
  const setHours = (id: number, periods: object, query = '') =>
    office.call<Answered>('administrator', 'PUT', `locations/${id}/opening-hours${query}`, periods)
  const get = async (id: number) =>
    (await office.call<Location>('administrator', 'GET', `locations/${id}`)).body

  test('a new location is placed on the map by its address, in the zone of its town', async () => {
    const location = await add({ country: 'Россия', city: 'Екатеринбург', street: 'Ленина 1' })
    expect(location).toMatchObject({ time_zone: 'Asia/Yekaterinburg', version: 1 })
    expect(location.coordinates?.lat).toBeCloseTo(56.85, 1)
    expect(location.opening_hours).toEqual({ open_now: true, periods: [] })
    const placed = await add({ coordinates: { lat: 52.52, lng: 13.4 } })
    expect(placed).toMatchObject({ coordinates: { lat: 52.52, lng: 13.4 }, time_zone: 'Europe/Berlin' })
    expect(await add({ country: '', city: '', street: '' })).toMatchObject({ coordinates: null })
  })

  test('only a name is required of a new location, and it is not blank', async () => {
    for (const body of [{}, { name: '' }, { name: '   ' }])
      expect((await office.call('administrator', 'POST', 'locations', body)).status).toBe(400)
    expect((await office.call('administrator', 'POST', 'locations', { name: 'N' })).status).toBe(201)
  })

  test.each([
    [{ name: ' ' }],
    [{ country: '' }],
    [{ city: '' }],
    [{ street: ' ' }],
    [{ cashback_percent: -1 }],
    [{ cashback_percent: 101 }],
    [{ cashback_percent: 1.5 }],
    [{ free_parking: 'yes' }],
    [{ features: ['pool'] }],
    [{ height_limit_cm: 99 }],
    [{ time_zone: 'Mars/Olympus' }],
    [{ coordinates: { lat: 91, lng: 0 } }],
    [{ owner_id: 0 }],
  ])('a change to %j is refused and changes nothing', async (body) => {
    const location = await add()
    const answer = await change(location.id, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    expect(await get(location.id)).toEqual(location)
  })

  test('every field can be changed, fields that are left out stay, and the audit log has before and after', async () => {
    const location = await add()
    const owner = await office.idOf('manager')
    const all = {
      name: 'Hof',
      owner_id: owner,
      country: 'Germany',
      city: 'Berlin',
      street: 'Torstr. 81',
      postal_code: '10119',
      coordinates: { lat: 52.5292, lng: 13.3976 },
      time_zone: 'Europe/Berlin',
      cashback_percent: 7,
      free_parking: true,
      height_limit_cm: 210,
      features: ['barrier', 'lit'],
    }
    const answer = await change(location.id, { ...all, version: 1 })
    expect(answer).toMatchObject({ status: 200, body: { ...all, version: 2 } })
    expect((await change(location.id, { postal_code: '10115' })).body).toMatchObject({
      ...all,
      postal_code: '10115',
      version: 3,
    })
    const [last] = await office.database.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('subject_type', '=', 'location')
      .where('subject_id', '=', String(location.id))
      .orderBy('id', 'desc')
      .execute()
    expect(last).toEqual({
      action: 'location.change',
      before: { postal_code: '10119' },
      after: { postal_code: '10115', version: 3 },
    })
  })

  test('a change that changes nothing does not count', async () => {
    const location = await add()
    expect((await change(location.id, { name: location.name, version: 1 })).body.version).toBe(1)
  })

  test('features of a location come in one fixed order, on the map too, and another order is no change', async () => {
    const { id } = await add({ coordinates: { lat: 52.52, lng: 13.4 } })
    const place = { height_limit_cm: 350, features: ['wheelchair', 'lit', 'wifi'], free_parking: true }
    const given = { ...place, features: ['wifi', 'lit', 'wheelchair', 'lit'] }
    expect((await change(id, given)).body).toMatchObject({ ...place, version: 2 })
    expect((await change(id, { features: ['lit', 'wifi', 'wheelchair'] })).body.version).toBe(2)
    const path = `locations/markers?ids=${id}`
    const { body } = await office.call<MapMarker[]>('administrator', 'GET', path)
    expect(body).toMatchObject([{ id, ...place, cashback_percent: 0 }])
    expect((await change(id, { height_limit_cm: null, features: [], listed: false })).body).toMatchObject({
      height_limit_cm: null,
      features: [],
      listed: false,
    })
  })

  test('an owner must exist and have a role that may own', async () => {
    const location = await add()
    for (const owner_id of [999_999, await office.idOf('operator')])
      expect(await change(location.id, { owner_id })).toMatchObject({
        status: 404,
        body: { code: 'manager.not_found' },
      })
  })

  test('when the address changes the server looks up its point, unless one is sent', async () => {
    const { id } = await add()
    const moved = (await change(id, { city: 'Kazan' })).body
    expect(moved.coordinates?.lat).toBeCloseTo(55.79, 1)
    const exact = { lat: 55.7901, lng: 49.1144 }
    expect((await change(id, { street: 'Baumana 12', coordinates: exact })).body.coordinates).toEqual(exact)
    // the gazetteer knows towns only: a street says nothing new, and the exact point stays
    expect((await change(id, { street: 'Baumana 14' })).body.coordinates).toEqual(exact)
    expect((await change(id, { city: 'Xyzzyplugh' })).body.coordinates).toEqual(exact)
    expect((await change(id, { coordinates: null })).body.coordinates).toBeNull()
  })

  test('the second of two administrators sees who changed what, and nothing is overwritten', async () => {
    const location = await add()
    const second = await anAdministrator(office, 'Boris')
    await change(location.id, { name: 'First', street: 'Lenina 1', version: 1 })
    await setHours(location.id, [hours(1, '0800', '2000')], '?version=2')
    const late = await change(location.id, { name: 'Second', version: 1 }, { token: second })
    expect(late).toMatchObject({ status: 409, body: { code: 'location.changed' } })
    const [change1, change2] = late.body.details as LocationChanges
    expect(change1).toMatchObject({
      at: office.clock.now().toISOString(),
      by: { email: office.emailOf('administrator'), key: null },
    })
    expect(change1?.fields).toEqual(expect.arrayContaining(['name', 'street']))
    expect(change2?.fields).toEqual(['opening_hours'])
    expect(await get(location.id)).toMatchObject({ name: 'First', version: 3 })
    expect(await setHours(location.id, [], '?version=2')).toMatchObject({ status: 409 })
    const retried = await change(location.id, { name: 'Second', version: 3 }, { token: second })
    expect(retried.body).toMatchObject({ name: 'Second', street: 'Lenina 1', version: 4 })
  })

  test('of twenty changes of one version at once exactly one is accepted', async () => {
    const { id } = await add()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => change(id, { name: `N${index}`, version: 1 })),
    )
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await get(id)).toMatchObject({ name: accepted[0]!.body.name, version: 2 })
  })

  test('opening hours: midnight, several a day, nights; what overlaps is refused', async () => {
    const { id } = await add()
    const week = [
      hours(1, '0000', '0130'),
      hours(1, '0800', '1200'),
      hours(1, '1300', '2000'),
      hours(6, '2200', '0400'),
      hours(0, '0400', '2400'),
    ]
    const set = await setHours(id, week, '?version=1')
    expect(set).toMatchObject({ status: 200, body: { version: 2 } })
    expect(set.body.opening_hours.periods).toEqual([week[4], week[0], week[1], week[2], week[3]])
    expect(await setHours(id, [hours(1, '0800', '1200'), hours(1, '1159', '2000')])).toMatchObject({
      status: 400,
      body: {
        code: 'location.hours_overlap',
        details: { periods: [{ opens_at: '0800' }, { opens_at: '1159' }] },
      },
    })
    expect(await setHours(id, [hours(6, '2200', '0400'), hours(0, '0300', '1000')])).toMatchObject({
      body: { code: 'location.hours_overlap' },
    })
    expect((await setHours(id, [hours(1, '0860', '1200')])).status).toBe(400)
    expect((await get(id)).opening_hours.periods).toHaveLength(5)
    expect((await setHours(id, [])).body.opening_hours).toEqual({ open_now: false, periods: [] })
    // the office's clock stands on Tuesday 10 March 2026, 12:00 in Moscow
    expect((await setHours(id, [hours(2, '1200', '1201')])).body.opening_hours.open_now).toBe(true)
    expect((await setHours(id, [hours(2, '1201', '2400')])).body.opening_hours.open_now).toBe(false)
  })

  test('lists go by name, search in every word, and narrow to an owner', async () => {
    const owner = await office.idOf('manager')
    const mine = await add({ name: 'Zebra Depot', city: 'Пермь', owner_id: owner })
    const list = async (query: string) => {
      const answer = await office.call<Location[]>('administrator', 'GET', `locations?${query}`)
      return { ids: answer.body.map(({ id }) => id), total: Number(answer.headers['x-total-count']) }
    }
    expect(await list('search=zebra%20пермь')).toEqual({ ids: [mine.id], total: 1 })
    expect((await list(`owner_id=${owner}`)).ids).toContain(mine.id)
    expect((await list('owner_id=999999')).total).toBe(0)
    const all = await office.call<Location[]>('administrator', 'GET', 'locations')
    expect(all.body.map(({ name }) => name).at(-1)).toBe('Zebra Depot')
    expect((await list('limit=2')).total).toBe(all.body.length)
  })

  test('the row says what its reader may do', async () => {
    const { id } = await add({ owner_id: await office.idOf('manager') })
    const can = async (role: 'administrator' | 'manager' | 'operator') =>
      (await office.call<Location>(role, 'GET', `locations/${id}`)).body.can
    const none = {
      edit: false,
      delete: false,
      price: false,
      add_station: false,
      add_photo: false,
      sell: false,
    }
    const own = { price: true, add_station: true, add_photo: true, sell: true }
    expect(await can('administrator')).toEqual({ ...own, edit: true, delete: true })
    expect(await can('manager')).toEqual({ ...none, ...own })
    expect(await can('operator')).toEqual(none)
  })

  test('deleting says what it deletes, keeps the history, and makes nothing free of charge twice', async () => {
    const { id } = await add({ name: 'Gone' })
    await office.addStation(id, `GONE-${id}`)
    expect((await office.call('administrator', 'GET', `locations/${id}/deletion`)).body).toEqual({
      stations: 1,
      connectors: 2,
      orders: 0,
      open_orders: 0,
    })
    expect((await office.call('administrator', 'DELETE', `locations/${id}`)).status).toBe(204)
    for (const path of [`locations/${id}`, `stations/GONE-${id}`, `locations/${id}/deletion`])
      expect((await office.call('administrator', 'GET', path)).status).toBe(404)
    expect((await office.call('administrator', 'DELETE', `locations/${id}`)).status).toBe(404)
    const list = await office.call<Location[]>('administrator', 'GET', 'locations?search=Gone')
    expect(list.body).toEqual([])
  })

  test('a change is signalled', async () => {
    const heard: unknown[] = []
    const forget = office.parts.live.subscribe((signals) => heard.push(...signals))
    const { id } = await add()
    const signal = { topic: 'location', id, locationId: id }
    await expect.poll(() => heard).toContainEqual(signal)
    heard.length = 0
    await change(id, { free_parking: true })
    await expect.poll(() => heard).toEqual([signal])
    forget()
  })

  test('places are found over the interface, in the reader’s language', async () => {
    const geocode = async (query: string) =>
      office.call<GeocodeResult | null>('manager', 'GET', `maps/geocode?${new URLSearchParams(query)}`)
    expect((await geocode('address=Тверь&language=de')).body).toMatchObject({
      city: 'Twer',
      country: 'Russland',
    })
    expect((await geocode('latlng=52.52,13.4&language=ru')).body).toMatchObject({ city: 'Берлин' })
    expect((await geocode('address=Xyzzyplugh')).body).toBeNull()
    for (const query of ['', 'address=Tver&latlng=1,2', 'latlng=95,0', 'latlng=north'])
      expect((await geocode(query)).status, query).toBe(400)
  })
})

test('where managers serve themselves, they add locations of their own', async () => {
  const office = await Office.open(await openTestDatabase(), { SELF_SERVICE: 'true' })
  const body = { name: 'Mine' }
  const made = await office.call<Location>('manager', 'POST', 'locations', body)
  expect(made).toMatchObject({ status: 201, body: { owner_id: await office.idOf('manager') } })
  const others = { ...body, owner_id: await office.idOf('administrator') }
  expect((await office.call('manager', 'POST', 'locations', others)).status).toBe(404)
  expect((await office.call<Location[]>('manager', 'GET', 'locations')).body).toHaveLength(1)
  expect((await office.call('operator', 'POST', 'locations', body)).status).toBe(403)
  await office.close()
})

describe.each(openTestDatabases())('deleting a location with living stations on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world.close())

  test('open orders forbid it; afterwards its sockets close, it cannot connect again, and the history stays', async () => {
    const station = await world.simulate('ocpp1.6')
    const { made } = station
    const headers = { authorization: world.authorization }
    const url = `${world.server.url}/api/v1/locations/${world.locationId}`
    const { id: orderId } = await world.post<{ id: number }>(`connectors/${made.connectorId}/start`)
    await station.waitFor('charging')
    const refused = await fetch(url, { method: 'DELETE', headers })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      code: 'location.has_open_orders',
      details: { open_orders: 1 },
    })
    expect((await world.get<Location>(`locations/${world.locationId}`)).number_of_stations).toBe(1)

    await world.post(`connectors/${made.connectorId}/stop`)
    await world.until('the order is closed', async () => (await world.order(orderId)).status === 'completed')
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204)
    await world.untilOffline(made.id)
    expect(await handshake(`${world.server.url.replace('http', 'ws')}/ocpp/${made.id}`)).toBe(404)
    const order = await world.order(orderId)
    expect(order).toMatchObject({
      status: 'completed',
      location_id: world.locationId,
      location: { name: 'Yard' },
    })
    expect(await world.paymentsOf(made.id)).toHaveLength(1)
  })
})

/** The status that a handshake is refused with. */
const handshake = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, ['ocpp1.6'])
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () => reject(new Error('was let in')))
    socket.on('error', () => undefined)
  })

async function anAdministrator(office: Office, firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}@example.com`
  await insertManager(office.database.db, {
    email,
    passwordHash: await hashPassword('another-pass-1'),
    role: 'administrator',
    firstName,
    lastName: 'B',
    createdAt: office.clock.now(),
  })
  return (await office.logIn(email, 'another-pass-1')).body.access_token
}
