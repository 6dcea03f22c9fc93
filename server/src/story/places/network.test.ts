import type { ErrorAnswer, Location, Station } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { fittingHash } from '../../slices/stations/stations/connecting/password.ts'
import { aStation, Office } from '../world/office.ts'

describe.each(openTestDatabases())('the network ($name)', ({ open }) => {
  let office: Office
  let own: number
  let foreign: number
  beforeAll(async () => {
    office = await Office.open(await open())
    own = await office.addLocation('Own yard', await office.idOf('manager'))
    foreign = await office.addLocation('Foreign yard')
    await office.addStation(own, 'OWN-1')
    await office.addStation(foreign, 'FOREIGN-1')
  })
  afterAll(() => office.close())
  beforeEach(() => office.clock.forward(1000))

  const notFound = (code: string) => ({ status: 404, body: { code } })
  const station = (id: string) =>
    office.call<Station>('administrator', 'GET', `stations/${id}`).then(({ body }) => body)

  test('a manager sees the locations that they own or are assigned to; others are not found', async () => {
    const list = await office.call<Location[]>('manager', 'GET', 'locations?mode=full&limit=500')
    expect(list.body.map(({ id }) => id)).toEqual([own])
    expect(list.headers['x-total-count']).toBe('1')
    const calls = [
      ['GET', `locations/${foreign}`, undefined, 'location.not_found'],
      ['GET', `locations/${foreign}/stations`, undefined, 'location.not_found'],
      ['POST', `locations/${foreign}/stations`, aStation('NEW'), 'location.not_found'],
      ['POST', `locations/${foreign}/pricing`, { tariff: 1 }, 'location.not_found'],
      ['POST', 'locations/pricing', { locations: [own, foreign], price: 1 }, 'location.not_found'],
      ['GET', 'stations/FOREIGN-1', undefined, 'station.not_found'],
      ['POST', 'stations/FOREIGN-1/monetize', { monetized: false }, 'station.not_found'],
      ['GET', 'meter-values/FOREIGN-1/1', undefined, 'station.not_found'],
      ['GET', 'locations/999999', undefined, 'location.not_found'],
    ] as const
    for (const [method, path, body, code] of calls) {
      expect(await office.call('manager', method, path, body), path).toMatchObject(notFound(code))
    }
    const assigned = { location_id: foreign, manager_id: await office.idOf('manager') }
    await office.database.db.insertInto('location_managers').values(assigned).execute()
    expect((await office.call('manager', 'GET', `locations/${foreign}`)).status).toBe(200)
    await office.database.db.deleteFrom('location_managers').execute()
  })

  test('an operator sees the whole network, or their owner’s part of it', async () => {
    const ids = async () =>
      (await office.call<Station[]>('operator', 'GET', 'stations')).body.map(({ id }) => id)
    expect((await ids()).toSorted()).toEqual(['FOREIGN-1', 'OWN-1'])
    const { db } = office.database
    const setOwner = (owner_id: number | null) =>
      db.updateTable('managers').set({ owner_id }).where('role', '=', 'operator').execute()
    await setOwner(await office.idOf('manager'))
    office.clock.forward(10_000)
    expect(await ids()).toEqual(['OWN-1'])
    await setOwner(null)
    office.clock.forward(10_000)
  })

  test('roles that have no business with stations are refused', async () => {
    const forbidden = { status: 403, body: { code: 'auth.forbidden' } }
    expect(await office.call('accounter', 'GET', 'stations')).toMatchObject(forbidden)
    expect(await office.call('app-developer', 'GET', 'locations')).toMatchObject(forbidden)
    expect(await office.call('operator', 'POST', `locations/${own}/stations`, aStation('X'))).toMatchObject(
      forbidden,
    )
    expect(await office.call('manager', 'POST', 'locations', { name: 'Mine' })).toMatchObject(forbidden)
    expect(
      await office.call('operator', 'GET', 'statistics?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z'),
    ).toMatchObject(forbidden)
  })

  test('a new station gets a number, ordered connectors and a password that is shown once', async () => {
    const body = {
      ...aStation('T 1*a'),
      connectors: [
        { evse_number: 2, number: 1, type: 'Type 2', current: 'AC', power: 7.4 },
        { evse_number: 1, number: 2, type: 'CHAdeMO', current: 'DC', power: 50 },
        { evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 50 },
      ],
    }
    const added = await office.call<Station & { password: string }>(
      'manager',
      'POST',
      `locations/${own}/stations`,
      body,
    )
    expect(added).toMatchObject({
      status: 201,
      body: { id: 'T1*a', number: 3, status: 'unconfigured', monetized: false },
    })
    expect(added.body.password).toMatch(/^[A-Za-z2-9]{20}$/)
    const { db } = office.database
    const row = await db
      .selectFrom('stations')
      .select(['id', 'password_hash'])
      .where('id', '=', 'T1*a')
      .executeTakeFirstOrThrow()
    const kept = { id: row.id, passwordHash: row.password_hash, nextPasswordHashes: [] }
    const fitting = (password: string) => fittingHash(office.config.secretKey, kept, Buffer.from(password))
    expect(fitting(added.body.password)).toBe(row.password_hash)
    expect(fitting('wrong')).toBeNull()
    const shown = await station('T1*a')
    expect(shown).not.toHaveProperty('password')
    expect(
      shown.evses.map(({ number, connectors }) => [
        number,
        connectors.map((c) => `${c.number} ${c.type} ${c.power}`),
      ]),
    ).toEqual([
      [1, ['1 CCS 2 50', '2 CHAdeMO 50']],
      [2, ['1 Type 2 7.4']],
    ])
    const ordinals = await db
      .selectFrom('connectors')
      .select(['evse_number', 'number', 'ordinal'])
      .where('station_id', '=', 'T1*a')
      .orderBy('ordinal')
      .execute()
    expect(ordinals.map((c) => [c.ordinal, c.evse_number, c.number])).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [3, 2, 1],
    ])
    const again = await office.call('manager', 'POST', `locations/${own}/stations`, body)
    expect(again).toMatchObject({ status: 409, body: { code: 'station.exists' } })
    await db.deleteFrom('connectors').where('station_id', '=', 'T1*a').execute()
    await db.deleteFrom('evses').where('station_id', '=', 'T1*a').execute()
    await db.deleteFrom('stations').where('id', '=', 'T1*a').execute()
  })

  test('technical fields are for administrators', async () => {
    expect((await station('OWN-1')).technical).toEqual({
      serial_number: null,
      iccid: null,
      imsi: null,
      protocol: null,
      firmware_version: null,
      boot_reason: null,
    })
    const others = await office.call<Station>('operator', 'GET', 'stations/OWN-1')
    expect(others.body).not.toHaveProperty('technical')
  })

  test('all but managers see the owner, everybody sees signal and tamper', async () => {
    const miscInfo = { rssi: 21, tamper: false }
    const data_transfer = JSON.stringify({
      autoenterprise: { miscInfo, extendedMeterValues: {} },
      other: { a: 1 },
    })
    await office.database.db
      .updateTable('stations')
      .set({ data_transfer })
      .where('id', '=', 'OWN-1')
      .execute()
    const [operators, managers] = await Promise.all(
      (['operator', 'manager'] as const).map((role) => office.call<Station>(role, 'GET', 'stations/OWN-1')),
    )
    expect(operators!.body.owner_email).toBe('manager@demo.stationmaster.example')
    expect(managers!.body.owner_email).toBeNull()
    for (const { body } of [operators!, managers!])
      expect(body.data_transfer).toEqual({ autoenterprise: { miscInfo } })
    expect((await station('OWN-1')).data_transfer).toHaveProperty('other')
  })

  test('a connected, free connector may be started; an open order may be stopped', async () => {
    const { db } = office.database
    const now = office.clock.now()
    await db
      .updateTable('stations')
      .set({ configured_at: now, protocol: 'ocpp1.6' })
      .where('id', '=', 'OWN-1')
      .execute()
    await db
      .insertInto('station_presence')
      .values({ station_id: 'OWN-1', connection_id: 'c1', last_seen_at: now })
      .execute()
    await db
      .updateTable('connectors')
      .set({ ocpp_status: 'Available' })
      .where('station_id', '=', 'OWN-1')
      .execute()
    const network = () =>
      office.call<{ charging: number; charged: boolean }>('manager', 'GET', 'statistics/network')
    expect((await network()).body).toMatchObject({ charging: 0, charged: false })
    const free = await station('OWN-1')
    expect(free).toMatchObject({ status: 'available', online: true, can: { reset: true, monetize: true } })
    const [first, second] = free.evses.flatMap(({ connectors }) => connectors)
    expect(first).toMatchObject({ status: 'available', can: { start: true, stop: false } })
    await db
      .insertInto('orders')
      .values({
        status: 'started',
        source: 'rfid',
        location_id: own,
        station_id: 'OWN-1',
        connector_id: first!.id,
        power_w: 42_500,
        created_at: now,
      })
      .execute()
    await db.updateTable('connectors').set({ ocpp_status: 'Charging' }).where('id', '=', first!.id).execute()
    const charging = (await station('OWN-1')).evses.flatMap(({ connectors }) => connectors)
    expect(charging[0]).toMatchObject({
      status: 'busy',
      can: { start: false, stop: true },
      open_order_id: expect.any(Number),
      live_power: 42.5,
    })
    expect(charging[1]).toMatchObject({
      id: second!.id,
      status: 'available',
      can: { start: true, stop: false },
    })
    const location = await office.call<Location>('manager', 'GET', `locations/${own}`)
    expect(location.body).toMatchObject({
      number_of_stations: 1,
      connectors: [{ status: 'busy' }, { status: 'available' }],
    })
    expect((await network()).body).toMatchObject({
      stations: 1,
      stations_online: 1,
      connectors: 2,
      charging: 1,
      charged: true,
      attention: [],
    })
    await db
      .updateTable('connectors')
      .set({ ocpp_status: 'Faulted', error_code: 'GroundFailure', status_updated_at: now })
      .where('id', '=', second!.id)
      .execute()
    await db
      .insertInto('refused_handshakes')
      .values({ station_id: 'KNOCK', reason: 'unknown_station', attempts: 1, first_at: now, last_at: now })
      .execute()
    const kinds = async (role: 'manager' | 'administrator') =>
      (
        await office.call<{ attention: { kind: string }[] }>(role, 'GET', 'statistics/network')
      ).body.attention.map(({ kind }) => kind)
    expect(await kinds('manager')).toEqual(['faulted'])
    expect((await kinds('administrator')).toSorted()).toEqual(['faulted', 'unknown_station'])
  })

  test('meter values are sorted, and only of a connector that is there', async () => {
    const { db } = office.database
    const { id } = await db
      .selectFrom('connectors')
      .select('id')
      .where('station_id', '=', 'OWN-1')
      .where('ordinal', '=', 2)
      .executeTakeFirstOrThrow()
    expect((await office.call('operator', 'GET', 'meter-values/OWN-1/2')).body).toEqual([])
    const one = { context: 'Sample.Periodic', measurand: 'Voltage', value: 230, multiplier: 0, unit: 'V' }
    const measurements = JSON.stringify([
      { ...one, phase: 'L2' },
      { ...one, phase: 'L1' },
      { ...one, measurand: 'SoC', unit: 'Percent' },
    ])
    await db
      .insertInto('connector_meters')
      .values({ connector_id: id, measured_at: office.clock.now(), measurements })
      .execute()
    const { body } = await office.call<{ measurand: string; phase: string | null; timestamp: string }[]>(
      'operator',
      'GET',
      'meter-values/OWN-1/2',
    )
    expect(body.map(({ measurand, phase }) => [measurand, phase])).toEqual([
      ['SoC', null],
      ['Voltage', 'L1'],
      ['Voltage', 'L2'],
    ])
    expect(body[0]?.timestamp).toBe(office.clock.now().toISOString())
    expect(await office.call('operator', 'GET', 'meter-values/OWN-1/9')).toMatchObject(
      notFound('connector.not_found'),
    )
  })

  test('lists search by any word, page, and answer the total', async () => {
    const found = await office.call<Station[]>(
      'administrator',
      'GET',
      'stations?search=foreign%20tver&limit=1',
    )
    expect(found.body.map(({ id }) => id)).toEqual(['FOREIGN-1'])
    expect((await office.call<Station[]>('administrator', 'GET', 'stations?search=100%25_')).body).toEqual([])
    const page = await office.call<Station[]>('administrator', 'GET', 'stations?limit=1&offset=1')
    expect(page.body).toHaveLength(1)
    expect(page.headers['x-total-count']).toBe('2')
    expect(
      (await office.call<Location[]>('administrator', 'GET', 'locations?search=Krause')).body,
    ).toMatchObject([{ id: own }])
  })

  test('drivers and their cards', async () => {
    const added = await office.call<{ id: number }>('administrator', 'POST', 'drivers', {
      first_name: 'Igor',
      phone: '+7 900 000-00-01',
      tokens: ['aa11', 'AA11', 'bb22'],
    })
    expect(added).toMatchObject({
      status: 201,
      body: {
        first_name: 'Igor',
        last_name: '',
        tokens: [
          { token: 'AA11', blocked: false },
          { token: 'BB22', blocked: false },
        ],
      },
    })
    const twice = await office.call('administrator', 'POST', 'drivers', {
      first_name: 'Ivan',
      tokens: ['Aa11'],
    })
    expect(twice).toMatchObject({ status: 409, body: { code: 'token.exists' } })
    expect(await office.call('administrator', 'POST', 'id-tokens', { token: 'free' })).toMatchObject({
      status: 201,
      body: { token: 'FREE', driver_id: null, blocked: false, expires_at: null, group: null },
    })
    const blocked = await office.call('administrator', 'POST', `drivers/${added.body.id}/block`, {
      blocked: true,
    })
    expect(blocked.body).toMatchObject({ tokens: [{ blocked: true }, { blocked: true }] })
    const found = await office.call<unknown[]>('administrator', 'GET', 'drivers?search=bb22')
    expect(found).toMatchObject({ body: [{ first_name: 'Igor' }], headers: { 'x-total-count': '1' } })
    expect(
      await office.call('administrator', 'POST', 'drivers/99999/block', { blocked: true }),
    ).toMatchObject(notFound('driver.not_found'))
    expect((await office.call('accounter', 'GET', 'drivers')).status).toBe(403)
  })

  test('people who start sessions for drivers find those of their own locations by name, others by exact data, and see nothing more', async () => {
    const made = await office.call<{ id: number }>('administrator', 'POST', 'drivers', {
      first_name: 'Zinaida',
      phone: '+7 900 555-00-42',
      email: 'Zina@people.example',
      tokens: ['04ZZ77YY'],
    })
    const find = async (who: 'administrator' | 'manager', search: string) =>
      (await office.call<object[]>(who, 'GET', `drivers?search=${encodeURIComponent(search)}`)).body
    expect(await find('manager', 'Zinaida')).toEqual([])
    expect(await find('manager', '+7 900 555-00-4')).toEqual([])
    const seen = {
      id: made.body.id,
      first_name: 'Zinaida',
      phone: '•••••••••42',
      email: 'Z•••@people.example',
      tokens: [{ token: '••••77YY' }],
    }
    for (const search of ['+7 900 555-00-42', 'zina@PEOPLE.example', '04zz77yy'])
      expect(await find('manager', search), search).toMatchObject([seen])
    expect(await find('administrator', 'Zinaida')).toMatchObject([{ phone: '+7 900 555-00-42' }])
    const own = await sql<{ station: string; connector: number; location: number }>`
      select s.id as station, c.id as connector, s.location_id as location
      from stations s join connectors c on c.station_id = s.id where s.id = 'OWN-1' limit 1`.execute(
      office.database.db,
    )
    const { station, connector, location } = own.rows[0]!
    await sql`insert into orders (status, source, location_id, station_id, connector_id, driver_id, created_at)
      values ('completed', 'rfid', ${location}, ${station}, ${connector}, ${made.body.id}, now())`.execute(
      office.database.db,
    )
    expect(await find('manager', 'zinai')).toMatchObject([seen])
  })

  test('every change is in the audit log: who, what, before and after', async () => {
    await office.call('manager', 'POST', 'stations/OWN-1/monetize', { monetized: false })
    await office.call('manager', 'POST', 'stations/OWN-1/monetize', { monetized: true })
    const rows = await office.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', 'OWN-1')
      .orderBy('id')
      .execute()
    expect(rows.map(({ action, before, after }) => [action, before, after]).slice(1)).toEqual([
      ['station.monetize', { monetized: true }, { monetized: false, cause: 'switched' }],
      ['station.monetize', { monetized: false }, { monetized: true, cause: 'switched' }],
    ])
    expect(rows.at(-1)).toMatchObject({
      manager_id: await office.idOf('manager'),
      remote_address: '127.0.0.1',
    })
    const refused = await office.call<ErrorAnswer>('operator', 'POST', 'stations/OWN-1/monetize', {
      monetized: true,
    })
    expect(refused.status).toBe(403)
  })
})
