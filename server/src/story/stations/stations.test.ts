import type { Controllers, ErrorAnswer, Role, SavedView, Station, StationKind } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import {
  updateSettings,
  upsertConfigurationRequest,
} from '../../slices/stations/stations/description/configuration-store.ts'
import { deriveStatuses } from '../../slices/stations/stations/status/status-keeper.ts'
import { aStation, Office } from '../world/office.ts'

describe.each(openTestDatabases())('the station list ($name)', ({ open }) => {
  let office: Office
  let harbour: number
  let market: number
  beforeAll(async () => {
    office = await Office.open(await open())
    harbour = await office.addLocation('Harbour', await office.idOf('manager'))
    market = await office.addLocation('Market')
    await office.addStation(market, 'B-2', { number: 12 })
    await office.addStation(market, 'A-1', { number: 30, model: 'Solo Ё' })
    await office.addStation(harbour, 'C-3', { number: 7 })
  })
  afterAll(() => office.close())

  const list = async (query: string, role: Role = 'administrator') => {
    const { body, headers, status } = await office.call<Station[]>(role, 'GET', `stations?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return { ids: body.map(({ id }) => id), total: Number(headers['x-total-count']) }
  }

  test('is sorted by owner, location and id, those without an owner last; or by number', async () => {
    expect(await list('')).toEqual({ ids: ['C-3', 'A-1', 'B-2'], total: 3 })
    expect(await list('order_by=owner:desc')).toEqual({ ids: ['B-2', 'A-1', 'C-3'], total: 3 })
    expect((await list('order_by=number:asc')).ids).toEqual(['C-3', 'B-2', 'A-1'])
    expect(await list('limit=1&offset=1')).toEqual({ ids: ['A-1'], total: 3 })
    expect((await office.call(null, 'GET', 'stations?order_by=colour')).status).toBe(401)
    expect((await office.call('administrator', 'GET', 'stations?order_by=colour')).status).toBe(400)
  })

  test('is sorted by other columns, unknown values as the lowest; by firmware for administrators only', async () => {
    const { db } = office.database
    const firmware = { 'A-1': 'V2.10', 'B-2': 'v2.9.1', 'C-3': null }
    for (const [id, version] of Object.entries(firmware))
      await db.updateTable('stations').set({ firmware_version: version }).where('id', '=', id).execute()
    await sql`insert into station_presence (station_id, last_seen_at) values ('A-1', '2026-01-02'), ('C-3', '2026-01-01')`.execute(
      db,
    )
    const before = await db.selectFrom('stations').select(['id', 'status']).execute()
    for (const [id, status] of [
      ['A-1', 'available'],
      ['C-3', 'faulted'],
      ['B-2', 'offline'],
    ] as const)
      await db.updateTable('stations').set({ status }).where('id', '=', id).execute()
    await sql`update stations set status_since = created_at - interval '1 day' where id = 'B-2'`.execute(db)
    for (const [by, ids] of [
      ['location', ['C-3', 'B-2', 'A-1']],
      ['status', ['A-1', 'B-2', 'C-3']],
      ['firmware', ['C-3', 'B-2', 'A-1']],
      ['last_seen', ['B-2', 'C-3', 'A-1']],
      ['status_since', ['B-2', 'A-1', 'C-3']],
      ['model', ['C-3', 'B-2', 'A-1']],
    ] as const) {
      expect((await list(`order_by=${by}:asc`)).ids, by).toEqual(ids)
      expect((await list(`order_by=${by}:desc`)).ids, by).toEqual([...ids].reverse())
      expect((await list(`order_by=${by}:asc&limit=1&offset=1`)).ids, by).toEqual([ids[1]])
    }
    expect((await list('order_by=firmware:desc', 'operator')).ids).toEqual(
      (await list('order_by=owner:desc')).ids,
    )
    await sql`delete from station_presence`.execute(db)
    for (const { id, status } of before)
      await db.updateTable('stations').set({ status }).where('id', '=', id).execute()
  })

  test('is sorted by the newest session, whatever was reported later', async () => {
    const { db } = office.database
    const begins = (id: string, at: string | null) =>
      sql`insert into orders (status, source, location_id, station_id, connector_id, created_at, transaction_start)
        select 'canceled', 'rfid', s.location_id, s.id, min(c.id), '2026-01-01', ${at}::timestamptz
        from stations s join connectors c on c.station_id = s.id where s.id = ${id} group by s.id`.execute(db)
    await begins('B-2', '2026-01-05')
    await begins('B-2', '2026-01-03')
    await begins('C-3', null)
    await begins('A-1', null)
    expect((await list('order_by=last_session:desc')).ids[0]).toBe('B-2')
    await sql`update orders set transaction_start = '2026-01-04' where station_id = 'A-1'`.execute(db)
    expect((await list('order_by=last_session:desc')).ids).toEqual(['B-2', 'A-1', 'C-3'])
    const { body } = await office.call<Station[]>(
      'administrator',
      'GET',
      'stations?order_by=last_session:asc',
    )
    expect(body.map((one) => one.last_session_at)).toEqual([
      null,
      '2026-01-04T00:00:00.000Z',
      '2026-01-05T00:00:00.000Z',
    ])
    await sql`delete from orders`.execute(db)
    await sql`delete from station_sessions`.execute(db)
  })

  test('opens with a saved view; administrators share theirs', async () => {
    const view = {
      name: 'Silent',
      choice: { online: 'false' },
      order_by: 'last_seen:asc',
      columns: ['model'],
    }
    const save = (role: Role, change: object) =>
      office.call<SavedView & ErrorAnswer>(role, 'POST', 'saved-views', {
        ...view,
        shared: false,
        opens: true,
        ...change,
      })
    const seen = async (role: Role) =>
      (await office.call<SavedView[]>(role, 'GET', 'saved-views')).body.map(({ name, opens, can }) =>
        [name, opens && 'opens', can.change && 'changes'].filter(Boolean).join(' '),
      )
    expect((await save('operator', {})).body).toMatchObject({ ...view, opens: true, can: { change: true } })
    expect((await save('operator', { name: 'silent ' })).body.code).toBe('saved_view.exists')
    expect((await save('operator', { name: 'Ours', shared: true })).status).toBe(403)
    const { body: shared } = await save('administrator', { name: 'For all', shared: true })
    await save('administrator', { name: 'Mine' })
    expect(await seen('operator')).toEqual(['For all', 'Silent opens changes'])
    expect(await seen('manager')).toEqual(['For all'])
    expect(await seen('administrator')).toEqual(['For all changes', 'Mine opens changes'])

    const change = (role: Role, id: number, body: object) =>
      office.call<SavedView & ErrorAnswer>(role, 'PUT', `saved-views/${id}`, {
        ...view,
        shared: true,
        opens: true,
        ...body,
      })
    expect((await change('operator', shared.id, {})).status).toBe(403)
    expect((await change('administrator', shared.id, { name: 'Everybody' })).body.name).toBe('Everybody')
    expect(await seen('administrator')).toEqual(['Everybody opens changes', 'Mine changes'])
    // no list opens with another's view, and what is private is there for nobody else
    expect(await seen('manager')).toEqual(['Everybody'])
    const { body: own } = await save('operator', { name: 'Private', opens: false })
    expect((await change('administrator', own.id, {})).status).toBe(404)
    expect((await change('operator', own.id, {})).status).toBe(403)
    const drop = (role: Role, id: number) => office.call(role, 'DELETE', `saved-views/${id}`)
    expect((await drop('manager', shared.id)).status).toBe(403)
    expect((await drop('administrator', shared.id)).status).toBe(204)
    expect(await seen('manager')).toEqual([])
    // whose list opens with a shared view that another administrator changes keeps it so
    const { body: theirs } = await save('administrator', { name: 'Theirs', shared: true })
    await office.database.db
      .updateTable('saved_views')
      .set({ manager_id: await office.idOf('manager') })
      .where('id', '=', theirs.id)
      .execute()
    expect((await change('administrator', theirs.id, { name: 'Renamed', opens: false })).body.opens).toBe(
      false,
    )
    expect(await seen('manager')).toEqual(['Renamed opens changes'])
    expect((await drop('administrator', theirs.id)).status).toBe(204)
    for (let nth = 2; nth <= 50; nth += 1) await save('operator', { name: `View ${nth}`, opens: false })
    expect((await save('operator', { name: 'One more' })).body.code).toBe('saved_view.too_many')
  })

  test('finds words in all shown columns in any case, also after renaming', async () => {
    expect((await list('search=HARBOUR')).ids).toEqual(['C-3'])
    expect((await list(`search=${encodeURIComponent('solo ё')}`)).ids).toEqual(['A-1'])
    const byNumber = await Promise.all(
      ['%230012', '%2312', '%E2%84%960012'].map((text) => list(`search=${text}`)),
    )
    expect(byNumber.map(({ ids }) => ids)).toEqual([['B-2'], ['B-2'], ['B-2']])
    expect((await list('search=%25')).ids).toEqual([])
    const { db } = office.database
    await db.updateTable('locations').set({ name: 'Quay' }).where('id', '=', harbour).execute()
    expect((await list('search=quay')).ids).toEqual(['C-3'])
    const email = office.emailOf('manager')
    await db.updateTable('managers').set({ last_name: 'Zimmermann' }).where('email', '=', email).execute()
    expect((await list('search=zimmermann')).ids).toEqual(['C-3'])
    await db.updateTable('locations').set({ owner_id: null }).where('id', '=', harbour).execute()
    expect((await list('')).ids).toEqual(['A-1', 'B-2', 'C-3'])
    await db
      .updateTable('locations')
      .set({ name: 'Harbour', owner_id: await office.idOf('manager') })
      .where('id', '=', harbour)
      .execute()
  })

  test('has a price from the start if one is given, and changes no existing price', async () => {
    const { body: quay } = await office.call<{ id: number }>('administrator', 'POST', 'locations', {
      name: 'Priced',
    })
    const added = async (id: string, tariff?: number) => {
      await office.addStation(quay.id, id, tariff === undefined ? {} : { tariff })
      const { body } = await office.call<Station>('administrator', 'GET', `stations/${id}`)
      return body.evses.flatMap(({ connectors }) => connectors.map((one) => one.tariff))
    }
    expect(await added('PRICED-1')).toEqual([0, 0])
    const dc = { type: 'CCS 2', current: 'DC', power: 150, tariff: 2100 }
    await office.call('administrator', 'POST', `locations/${quay.id}/pricing`, dc)
    expect(await added('PRICED-2', 1700)).toEqual([2100, 1700])
    expect(await added('PRICED-3', 900)).toEqual([2100, 1700])
    for (const tariff of [-1, 1.5, 10_000_001])
      expect(
        (
          await office.call('administrator', 'POST', `locations/${quay.id}/stations`, {
            ...aStation('PRICED-4'),
            tariff,
          })
        ).status,
      ).toBe(400)
    for (const id of ['PRICED-1', 'PRICED-2', 'PRICED-3'])
      await office.call('administrator', 'DELETE', `stations/${id}`)
    await office.call('administrator', 'DELETE', `locations/${quay.id}`)
  })

  test('is filtered by location, monetization, connection and derived status', async () => {
    expect((await list(`location_id=${market}`)).ids).toEqual(['A-1', 'B-2'])
    await office.call('administrator', 'POST', 'stations/A-1/monetize', { monetized: false })
    expect((await list('monetized=false')).ids).toEqual(['A-1'])
    expect((await list('monetized=true')).ids).toEqual(['C-3', 'B-2'])
    expect((await list('status=unconfigured')).total).toBe(3)
    const { db } = office.database
    await db
      .updateTable('stations')
      .set({ configured_at: office.clock.now() })
      .where('id', 'in', ['B-2', 'C-3'])
      .execute()
    await sql`insert into station_presence (station_id, connection_id) values ('B-2', 'x')`.execute(db)
    await sql`update connectors set ocpp_status = 'Available' where station_id = 'B-2'`.execute(db)
    const derived = await deriveStatuses(db, ['A-1', 'B-2', 'C-3'], office.clock.now())
    expect(derived.map(({ id, status }) => [id, status]).toSorted()).toEqual([
      ['B-2', 'available'],
      ['C-3', 'offline'],
    ])
    expect((await list('status=available')).ids).toEqual(['B-2'])
    expect((await list('status=offline&search=voltwerk')).ids).toEqual(['C-3'])
    expect((await list('online=true')).ids).toEqual(['B-2'])
    expect((await list('online=false')).total).toBe(2)
    expect((await list('online=true', 'manager')).total).toBe(0)

    // down: nothing can be used, and nobody has put it out of operation
    expect((await list('down=true')).ids).toEqual(['C-3'])
    await sql`update connectors set ocpp_status = 'Unavailable' where station_id = 'B-2'`.execute(db)
    await deriveStatuses(db, ['B-2'], office.clock.now())
    expect((await list('down=true')).ids).toEqual(['C-3', 'B-2'])
    await sql`update evses set operational = false where station_id = 'B-2'`.execute(db)
    expect((await list('down=true')).ids).toEqual(['C-3'])
    expect((await list('down=false')).total).toBe(2)
  })

  test('is filtered by manufacturer, model and firmware; the latter only for administrators', async () => {
    await office.database.db
      .updateTable('stations')
      .set({ vendor_name: 'Northern', model: 'Twin', firmware_version: '2.1' })
      .where('id', '=', 'A-1')
      .execute()
    for (const query of ['vendor_name=Northern', 'model=Twin', 'firmware_version=2.1'])
      expect((await list(query)).ids).toEqual(['A-1'])
    expect((await list('model=Twin&vendor_name=Southern')).total).toBe(0)
    expect((await list('model=Twin', 'operator')).ids).toEqual(['A-1'])
    expect((await list('firmware_version=2.1', 'operator')).total).toBe(0)
    const kinds = async (role: Role) =>
      (await office.call<StationKind[]>(role, 'GET', 'station-kinds')).body.filter(
        ({ model }) => model === 'Twin',
      )
    const twin = { vendor_name: 'Northern', model: 'Twin' }
    expect(await kinds('administrator')).toEqual([{ ...twin, firmware_version: '2.1' }])
    expect(await kinds('operator')).toEqual([{ ...twin, firmware_version: null }])
  })
})

describe.each(openTestDatabases())('the settings of a station ($name)', ({ open }) => {
  let office: Office
  let location: number
  beforeAll(async () => {
    office = await Office.open(await open())
    location = await office.addLocation('Yard', await office.idOf('manager'))
    await office.addStation(location, 'S-1')
  })
  afterAll(() => office.close())

  const change = (body: object, who: 'administrator' | 'manager' | 'operator' = 'manager') =>
    office.call<Station & ErrorAnswer>(who, 'PATCH', 'stations/S-1', body)

  test.each([
    ['no number', { number: null }],
    ['zero', { number: 0 }],
    ['a negative number', { number: -3 }],
    ['a fraction', { number: 1.5 }],
    ['a text', { number: '7' }],
    ['parking that is not true or false', { parking: { car: 1, bike: false } }],
    ['half of the parking', { parking: { car: true } }],
    ['an empty model', { model: '  ' }],
    ['an empty manufacturer', { vendor_name: '' }],
  ])('are refused with %s', async (_, body) => {
    const answer = await change(body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
  })

  test('are changed by its manager, are audited, and warn the second of two people', async () => {
    const { body: read } = await office.call<Station>('manager', 'GET', 'stations/S-1')
    const { version } = read
    const first = await change({ number: 41, parking: { car: false, bike: true }, image: '', version })
    expect(first.body).toMatchObject({ number: 41, parking: { car: false, bike: true }, image: null })
    expect(first.body.version).toBe(version + 1)
    const second = await change({ number: 42, version }, 'administrator')
    expect(second).toMatchObject({ status: 409, body: { code: 'station.changed' } })
    const again = await change({ reservations_supported: true, version: version + 1 }, 'administrator')
    expect(again.body).toMatchObject({ number: 41, reservations_supported: true })
    expect((await change({ number: 43 }, 'operator')).status).toBe(403)
    const entries = await office.database.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('action', '=', 'station.change')
      .execute()
    expect(entries).toEqual([
      {
        action: 'station.change',
        before: { number: 1, parking_car: true, parking_bike: false, image: null },
        after: { number: 41, parking_car: false, parking_bike: true, image: null },
      },
      {
        action: 'station.change',
        before: { reservations_supported: false },
        after: { reservations_supported: true },
      },
    ])
  })

  test('what may be done with a station travels with it', async () => {
    const can = async (role: 'administrator' | 'manager' | 'operator') =>
      (await office.call<Station>(role, 'GET', 'stations/S-1')).body.can
    expect(await can('manager')).toEqual({
      reset: false,
      monetize: true,
      change: true,
      remove: true,
      hold: false,
    })
    expect(await can('operator')).toEqual({
      reset: false,
      monetize: false,
      change: false,
      remove: false,
      hold: false,
    })
  })

  test('a configuration comes in parts, is stored without secrets, and replaces the old one when it is complete', async () => {
    const { db } = office.database
    const at = office.clock.now()
    const report = (requestId: number, more: boolean, ...settings: [name: string, value: string][]) =>
      updateSettings(db, [
        {
          stationId: 'S-1',
          requestId,
          more,
          at,
          settings: settings.map(([name, value]) => ({ name, value, readonly: false })),
        },
      ])
    const names = async () => {
      const { body } = await office.call<Controllers>('administrator', 'GET', 'stations/S-1/controllers')
      return body.technical?.configuration?.settings.map(({ name, value, secret }) => [name, value, secret])
    }
    await upsertConfigurationRequest(db, 'S-1', 5, at)
    await report(5, true, ['HeartbeatInterval', '300'])
    expect(await names()).toEqual([])
    await report(4, false, ['Stale', '1'])
    await report(5, false, ['AuthorizationKey', 'hunter2'], ['BasicAuthPassword', 'hunter2'])
    const whole = [
      ['HeartbeatInterval', '300', false],
      ['AuthorizationKey', null, true],
      ['BasicAuthPassword', null, true],
    ]
    expect(await names()).toEqual(whole)
    await report(5, false, ['Late', '1'])
    await upsertConfigurationRequest(db, 'S-1', 6, at)
    await report(6, true, ['Next', '1'])
    expect(await names()).toEqual(whole)
    const { rows } = await sql<{ found: number }>`select count(*) as found from station_configurations
      where settings::text || incoming::text like '%hunter2%'`.execute(db)
    expect(rows[0]?.found).toBe(0)
    // a report without an end fills no table
    const many = (count: number) => Array.from({ length: count }, (_, n): [string, string] => [`S${n}`, '1'])
    await upsertConfigurationRequest(db, 'S-1', 7, at)
    await report(7, true, ...many(19_999))
    await report(7, true, ['Twentieth', '1'])
    await report(7, false, ['Beyond', '1'])
    expect(await names()).toEqual(whole)
    await upsertConfigurationRequest(db, 'S-1', 8, at)
    await report(8, true, ...many(19_999))
    await report(8, false, ['Last', '1'])
    expect(await names()).toHaveLength(20_000)
    const seen = await office.call<Controllers>('operator', 'GET', 'stations/S-1/controllers')
    expect(seen.body.technical).toBeUndefined()
    expect(seen.body.evses.map(({ number }) => number)).toEqual([1, 2])
  })
})
