import type { ErrorAnswer, InboxCount, Wall, WallScreen } from '@stationmaster/contract'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { totalOf } from '../../slices/operations/inbox/waiting.ts'
import { PowerCurve } from '../../slices/operations/wall/power-curve.ts'
import { WallMarkers } from '../../slices/operations/wall/wall-markers.ts'
import { loadLocationStations } from '../../slices/stations/stations/lists/of-locations.ts'
import { Office } from '../world/office.ts'

describe.each(openTestDatabases())('the wall of a control room ($name)', ({ open }) => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await open())
    const quay = await office.addLocation('Quay')
    await office.addStation(quay, 'WALL-1')
    await sql`insert into drivers (first_name, last_name, phone, created_at)
      values ('Varvara', 'Secretova', '+79990001122', now())`.execute(office.database.db)
  })
  afterAll(() => office.close())

  const asScreen = async (key: string, query = '') => {
    const answer = await office.app.inject({
      url: `/api/v1/wall/screen${query}`,
      headers: { authorization: `Bearer ${key}` },
    })
    return { status: answer.statusCode, body: answer.json<Wall & ErrorAnswer>(), text: answer.body }
  }

  /** A session of the station, with its meter readings: minutes ago and Wh. */
  const session = async (readings: [minutesAgo: number, wh: number][], running = true) => {
    const { db } = office.database
    const at = (minutesAgo: number) => new Date(office.clock.now().getTime() - minutesAgo * MINUTE_MS)
    const { rows } = await sql<{ id: number }>`
      insert into orders (status, source, location_id, station_id, connector_id, driver_id, rfid, created_at,
        transaction_start, transaction_finish, energy_wh, power_w)
      select ${running ? 'started' : 'completed'}, 'rfid', s.location_id, s.id, c.id, (select min(id) from drivers), 'TAG-77',
        ${at(readings[0]![0])}, ${at(readings[0]![0])}, ${running ? null : at(readings.at(-1)![0])}, ${readings.at(-1)![1]}, 24000
      from stations s join connectors c on c.station_id = s.id where s.id = 'WALL-1' and c.ordinal = ${running ? 1 : 2}
      returning id`.execute(db)
    for (const [minutesAgo, wh] of readings)
      await sql`insert into meter_samples (order_id, at, context, received_at, energy_wh)
        values (${rows[0]!.id}, ${at(minutesAgo)}, 'Sample.Periodic', ${at(minutesAgo)}, ${wh})`.execute(db)
  }

  test('shows the whole network to administrators and to a screen with a key, and nothing of drivers', async () => {
    await session([
      [20, 0],
      [10, 4000],
    ])
    // it was connected once
    await sql`insert into station_presence (station_id, node, disconnected_at) values ('WALL-1', 'one', now())`.execute(
      office.database.db,
    )
    const { body } = await office.call<Wall>('administrator', 'GET', 'wall')
    expect(body).toMatchObject({
      stations: 1,
      stations_online: 0,
      charging: 1,
      power: 24_000,
      sessions: [{ location_name: 'Quay', power: 24_000, energy: 4000 }],
      markers: { whole: true, items: [{ name: 'Quay', status: 'offline' }] },
    })
    expect(body.statuses.reduce((sum, { count }) => sum + count, 0)).toBe(1)
    // 4 kWh between twenty and ten minutes ago: two stretches of 24 kW
    expect(body.curve.filter(({ power }) => power > 0)).toEqual([
      { at: '2026-03-10T08:40:00.000Z', power: 24_000 },
      { at: '2026-03-10T08:45:00.000Z', power: 24_000 },
    ])
    expect(body.curve).toHaveLength(72)

    const added = await office.call<{ screen: WallScreen; key: string }>(
      'administrator',
      'POST',
      'wall-screens',
      { name: 'Left' },
    )
    expect(added.status).toBe(201)
    const { key, screen } = added.body
    const seen = await asScreen(key)
    expect(seen.status).toBe(200)
    expect(seen.body.power).toBe(24_000)
    // a screen that has the markers does not get them again
    const { version } = body.markers
    const known = await asScreen(key, `?markers_since=${version}`)
    expect(known.body).toMatchObject({ power: 24_000, markers: { version, whole: false, items: [] } })
    for (const secret of ['Secretova', 'Varvara', '79990001122', 'TAG-77'])
      expect(seen.text).not.toContain(secret)
    const { body: screens } = await office.call<WallScreen[]>('administrator', 'GET', 'wall-screens')
    expect(screens).toMatchObject([{ name: 'Left', used_at: office.clock.now().toISOString() }])
    const { rows } = await sql<{ key_hash: string }>`select key_hash from wall_screens`.execute(
      office.database.db,
    )
    expect(JSON.stringify(rows)).not.toContain(key)

    // the key opens nothing else, and nothing at all after it is revoked
    const other = await office.app.inject({
      url: '/api/v1/stations',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(other.statusCode).toBe(401)
    expect((await office.call('administrator', 'DELETE', `wall-screens/${screen.id}`)).status).toBe(204)
    expect((await asScreen(key)).body.code).toBe('auth.required')
    expect((await asScreen('wall_aaaaaaaaaaaaaaaaaaaaaaaa')).status).toBe(401)
    const audited = await sql<{ action: string }>`
      select action from audit_log where subject_type = 'wall_screen' order by id`.execute(office.database.db)
    expect(audited.rows.map(({ action }) => action)).toEqual(['wall_screen.add', 'wall_screen.revoke'])
  })

  test('shows the same count of waiting things as the inbox and the dashboard', async () => {
    const { db } = office.database
    const { id } = await db
      .selectFrom('connectors')
      .select('id')
      .where('station_id', '=', 'WALL-1')
      .where('ordinal', '=', 2)
      .executeTakeFirstOrThrow()
    const since = new Date(office.clock.now().getTime() - 40 * DAY_MS)
    const { rows } = await sql<{ id: number }>`
      insert into orders (status, source, location_id, station_id, connector_id, created_at, needs_review)
      select 'completed', 'rfid', location_id, id, ${id}, ${since}, true from stations where id = 'WALL-1' returning id`.execute(
      db,
    )
    await sql`insert into refused_handshakes (station_id, reason, attempts, first_at, last_at)
      values ('UNKNOWN-7', 'unknown_station', 1, ${office.clock.now()}, ${office.clock.now()})`.execute(db)
    const waiting = (await office.call<InboxCount>('administrator', 'GET', 'inbox/count')).body
    expect(waiting).toMatchObject({ stations: 2, orders: 1, debts: 0 })
    const { attention } = (
      await office.call<{ attention: { kind: string }[] }>('administrator', 'GET', 'statistics/network')
    ).body
    expect(attention.map(({ kind }) => kind).toSorted()).toEqual([
      'offline',
      'order_review',
      'unknown_station',
    ])
    expect(totalOf(waiting)).toBe(attention.length)
    await expect
      .poll(async () => (await office.call<Wall>('administrator', 'GET', 'wall')).body.attention_total)
      .toBe(attention.length)
    // only administrators see unknown stations that try to connect
    expect((await office.call<InboxCount>('operator', 'GET', 'inbox/count')).body).toMatchObject({
      stations: 1,
      orders: 1,
    })
    await db.deleteFrom('orders').where('id', '=', rows[0]!.id).execute()
    await db.deleteFrom('refused_handshakes').execute()
  })

  test('its map answers the changes since a version, and everything for an unknown version', async () => {
    const { db } = office.database
    const pier = await office.addLocation('Pier')
    await office.addStation(pier, 'WALL-2')
    const viewer = { id: 0, role: 'administrator', ownerId: null, email: '' } as const
    const markers = new WallMarkers({ db, loadStations: loadLocationStations, viewer })
    const read = async (since?: string) => {
      await markers.refresh()
      const { version, whole, items } = markers.since(since)
      return { version, whole, markers: items.map(({ name, status }) => `${name} ${status}`).sort() }
    }
    const first = await read()
    expect(first).toMatchObject({ whole: true, markers: ['Pier offline', 'Quay offline'] })
    expect(await read(first.version)).toEqual({ version: first.version, whole: false, markers: [] })

    await sql`insert into station_presence (station_id, node, connection_id, protocol, connected_at, last_seen_at)
      values ('WALL-2', 'one', 'a socket', 'ocpp1.6', now(), now())`.execute(db)
    await sql`update connectors set ocpp_status = 'Charging' where station_id = 'WALL-2' and ordinal = 1`.execute(
      db,
    )
    const second = await read(first.version)
    expect(second).toMatchObject({ whole: false, markers: ['Pier busy'] })
    // another connector of a busy location changes, which the map does not show
    await sql`update connectors set power_w = power_w + 1 where station_id = 'WALL-2'`.execute(db)
    expect((await read(second.version)).markers).toEqual([])
    await sql`update locations set name = 'Mole' where id = ${pier}`.execute(db)
    const third = await read(second.version)
    expect(third.markers).toEqual(['Mole busy'])
    // a screen with an older version gets all changes since then, in their last state
    expect(await read(first.version)).toMatchObject({ whole: false, markers: ['Mole busy'] })
    for (const stranger of ['', 'x', third.version.replace(/\d+$/, '99'), third.version.replace(/^./, '~')])
      expect(await read(stranger)).toMatchObject({ whole: true, markers: ['Mole busy', 'Quay offline'] })

    await sql`update evses set operational = false where station_id = 'WALL-2'`.execute(db)
    expect(await read(third.version)).toMatchObject({ whole: false, markers: ['Mole offline'] })
    await sql`update locations set lat = null, lng = null where id = ${pier}`.execute(db)
    expect(await read(third.version)).toMatchObject({ whole: true, markers: ['Quay offline'] })
  })

  test('its curve spreads what a meter counted over the time between, and keeps what it knows', async () => {
    const { db } = office.database
    const curve = new PowerCurve()
    await session(
      [
        [120, 0],
        [112, 1600],
        [110, 1600],
      ],
      false,
    )
    const read = async () =>
      (await curve.read(db, office.clock.now())).flatMap(({ at, powerW }) =>
        powerW > 0 ? [[at.toISOString().slice(11, 16), powerW]] : [],
      )
    const first = [
      ['07:00', 12_000],
      ['07:05', 7200],
      ['08:40', 24_000],
      ['08:45', 24_000],
    ]
    expect(await read()).toEqual(first)
    await sql`delete from meter_samples`.execute(db)
    expect(await read()).toEqual(first)
    // a minute later only the last half hour is read again
    office.clock.forward(MINUTE_MS)
    expect(await read()).toEqual(first.slice(0, 2))
  })
})
