import type {
  OrderOutcome,
  OutcomeRow,
  Outcomes,
  Role,
  Station,
  StationFigures,
  Uptime,
  UptimeDown,
} from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { countUptime } from '../../slices/stations/timeline/uptime-days.ts'
import { type EndedSession, ReportWorld } from './report-world.ts'

const march = 'from=2026-02-28T21:00:00Z&to=2026-03-10T20:59:59Z'

interface OutcomesAnswer {
  current: Outcomes
  previous: Outcomes
  rows: OutcomeRow[]
}

describe.each(openTestDatabases())('how sessions went and stations were used ($name)', ({ open }) => {
  let world: ReportWorld
  let own: number
  let foreign: number
  beforeAll(async () => {
    world = await ReportWorld.open(await open())
    own = await world.addLocation('Yard', true)
    foreign = await world.addLocation('Harbour', false)
    const session = (
      locationId: number,
      outcome: OrderOutcome,
      more: Partial<EndedSession> = {},
    ): EndedSession => ({
      locationId,
      outcome,
      endedAt: new Date('2026-03-05T10:30:00Z'),
      firmware: '1.0',
      ...more,
    })
    await world.db
      .updateTable('stations')
      .set({ created_at: new Date('2026-01-01T00:00:00Z') })
      .execute()
    await world.end(
      session(own, 'charged'),
      session(own, 'charged', { connector: 1 }),
      session(own, 'energy', { connector: 1, energyWh: 0, firmware: '2.0' }),
      session(own, 'energy', { connector: 1, energyWh: 0, firmware: '2.0' }),
      session(own, 'stop'),
      session(own, 'given_up', { energyWh: 0 }),
      session(own, 'start', { endedAt: new Date('2026-02-25T10:30:00Z') }),
      session(foreign, 'charged', { method: 'cash' }),
      session(foreign, 'charged', { priceMinor: 9_000, energyWh: 50_000 }),
    )
    const anna = { first_name: 'Anna', last_name: 'Petrova', phone: '+79161234567', tokens: ['0A77_21'] }
    const { body: driver } = await world.office.call<{ id: number }>('administrator', 'POST', 'drivers', anna)
    const later = { endedAt: new Date('2026-04-20T10:30:00Z') }
    await world.end(
      session(own, 'charged', { ...later, driverId: driver.id, rfid: '0A77_21' }),
      session(foreign, 'charged', { ...later, rfid: 'FF77%3' }),
    )
  })
  afterAll(() => world?.office.close())

  async function ask<T>(what: string, more = '', who: Role = 'administrator'): Promise<T> {
    const { status, body } = await world.office.call<T>(
      who,
      'GET',
      `statistics${what && `/${what}`}?${march}${more}`,
    )
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  const outcomes = (more = '', who?: Role) => ask<OutcomesAnswer>('outcomes', more, who)

  test('attempts and their failures, compared with the period before; a session that people cancelled is no attempt', async () => {
    const { current, previous } = await outcomes()
    expect(current).toEqual({ attempts: 7, failed: { authorisation: 0, start: 0, energy: 2, stop: 1 } })
    expect(previous).toEqual({ attempts: 1, failed: { authorisation: 0, start: 1, energy: 0, stop: 0 } })
  })

  test('the connector where most failed comes first, at a stage or at any', async () => {
    const { rows } = await outcomes('&by=connector')
    expect(rows.map(({ connector_number, attempts }) => [connector_number, attempts])).toEqual([
      [2, 3],
      [1, 2],
    ])
    const { rows: stopped } = await outcomes('&by=connector&stage=stop')
    expect(stopped).toMatchObject([{ connector_number: 1, failed: { stop: 1 }, location_name: 'Yard' }])
  })

  test('by firmware, model, station and location', async () => {
    expect((await outcomes('&by=firmware')).rows).toMatchObject([
      { name: '2.0', attempts: 2, failed: { energy: 2 } },
      { name: '1.0', attempts: 5, failed: { stop: 1 } },
    ])
    expect((await outcomes('&by=model')).rows).toHaveLength(1)
    expect((await outcomes('&by=station')).rows).toMatchObject([{ station_id: `station-${own}` }])
    expect((await outcomes('&by=location')).rows).toMatchObject([{ location_id: own, attempts: 5 }])
  })

  test('a location and a station have their own figures, and people see only their own', async () => {
    expect((await outcomes(`&location_ids=${foreign}`)).current.attempts).toBe(2)
    expect((await outcomes(`&station_id=station-${own}`)).current.attempts).toBe(5)
    expect((await outcomes('', 'manager')).current.attempts).toBe(5)
    expect((await outcomes(`&station_id=station-${foreign}`, 'manager')).current.attempts).toBe(0)
    const { status } = await world.office.call('accounter', 'GET', `statistics/outcomes?${march}`)
    expect(status).toBe(403)
  })

  test.each([
    ['#9', 'an order by its number', 1],
    ['28\u00a0291\u00a0601', 'no order where there is none of a number that is written in groups', 0],
    ['# 9', 'an order by its number with a space', 1],
    ['a77_2', 'by a part of a known card', 1],
    ['0A77x2', 'no card, though alike', 0],
    ['ff77%', 'by how an unknown card begins', 1],
    ['77%3', 'not by another part of it', 0],
    ['Anna Pet', 'by its driver', 1],
    ['6123', "by a part of the driver's phone", 1],
    ['harbour', 'by its location', 3],
    ['tation-', 'by its station', 11],
    ['a', 'by its station, its place and its driver, once', 11],
  ])('"%s" finds %s', async (search, _, count) => {
    const answer = await world.office.app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: { authorization: `Bearer ${await world.office.tokenOf('administrator')}` },
      payload: {
        query: 'query ($search: String) { orders(search: $search) { total_count edges { node { id } } } }',
        variables: { search },
      },
    })
    const { orders } = answer.json<{ data: { orders: { total_count: number; edges: unknown[] } } }>().data
    expect([orders.total_count, orders.edges.length]).toEqual([count, count])
  })

  test.each([
    ['failed=energy,stop', 3],
    ['failed=energy&firmware=2.0', 2],
    ['failed=energy&firmware=1.0', 0],
    ['model=none', 0],
    ['hourOfWeek=83', 0],
    ['hourOfWeek=84', 6],
    ['hourOfWeek=85', 6],
    ['hourOfWeek=86', 0],
  ])('a file holds the sessions that the history is narrowed to: %s', async (more, count) => {
    const sheet = await world.sheet(`orders/download?${march}&${more}&station_id=station-${own}`)
    expect(sheet.rows).toHaveLength(count + 1)
  })

  test('an unknown stage is refused', async () => {
    const answer = await world.office.call('operator', 'GET', `orders/download?${march}&failed=late`)
    expect(answer.status).toBe(400)
  })

  test('utilisation by weekday and hour', async () => {
    const { share, cells } = await ask<{
      share: number
      cells: { weekday: number; hour: number; share: number }[]
    }>('utilisation')
    expect(share).toBeGreaterThan(0)
    const used = cells.filter((one) => one.share > 0)
    // a Thursday, half past twelve to half past one by the network's clocks
    expect(used.map(({ weekday, hour }) => [weekday, hour])).toEqual([
      [4, 12],
      [4, 13],
    ])
  })

  test('uptime of the days that are over, how long a repair took, and who was down longest', async () => {
    const id = `station-${foreign}`
    const tell = (at: string, kind: string, connector = 0, word: string | null = null) =>
      sql`insert into station_events (station_id, at, kind, connector, word)
        values (${id}, ${new Date(at)}, ${kind}, ${connector}, ${word})`.execute(world.db)
    await tell('2026-03-03T00:00:00Z', 'connected')
    for (const connector of [1, 2]) await tell('2026-03-03T00:00:00Z', 'status', connector, 'Available')
    await tell('2026-03-04T10:00:00Z', 'disconnected')
    await tell('2026-03-04T12:00:00Z', 'connected')
    const count = (now: string) => countUptime(world.db, new Date(now), world.office.config.timeZone)
    await count('2026-03-08T09:00:00Z')
    interface Answer {
      share: number
      previous: number | null
      repairs: number
      repair_seconds: number
      worst: UptimeDown[]
    }
    const first = await ask<Answer>('uptime', `&station_id=${id}`)
    expect(first).toMatchObject({ previous: null, repairs: 1, repair_seconds: 7200 })
    expect(first.share).toBeCloseTo(115 / 117)
    // down over midnight by the network's clocks: a repair once it is over
    await tell('2026-03-08T20:00:00Z', 'disconnected')
    await count('2026-03-09T09:00:00Z')
    expect(await ask('uptime', `&station_id=${id}`)).toMatchObject({ repairs: 1 })
    await tell('2026-03-09T00:00:00Z', 'connected')
    await count('2026-03-10T09:00:00Z')
    await count('2026-03-10T10:00:00Z')
    const { repairs, repair_seconds, worst } = await ask<Answer>('uptime', '', 'operator')
    expect([repairs, repair_seconds]).toEqual([2, 3 * 3600])
    expect(worst).toMatchObject([{ station_id: id, location_name: 'Harbour', down_seconds: 6 * 3600 }])
    expect(await ask('uptime', '', 'manager')).toMatchObject({ share: null, repairs: 0, worst: [] })
  })

  test('the best and the worst locations, by revenue, which operators do not see', async () => {
    const { best, total } = await ask<{ best: Record<string, unknown>[]; total: number }>('places')
    expect(total).toBe(2)
    expect(best).toMatchObject([
      { location_name: 'Yard', attempts: 5, failed: 3 },
      { location_name: 'Harbour', revenue: 9_000 },
    ])
    const seen = await ask<{ best: Record<string, unknown>[] }>('places', '', 'operator')
    expect(seen.best).toMatchObject([
      { location_name: 'Harbour', revenue: null, energy: 60_000 },
      { location_name: 'Yard', revenue: null },
    ])
  })

  test('statistics of a station are read from the hours', async () => {
    const { current_period: of } = await ask<{ current_period: Record<string, number> }>(
      '',
      `&station_id=station-${foreign}`,
    )
    expect(of).toEqual({
      charging_revenue: 9_000,
      cash_amount: expect.any(Number),
      charging_sessions: 2,
      energy_usage: 60_000,
    })
  })

  test('each station of a location: today, the uptime and the last fault of 30 days, in one answer', async () => {
    const now = world.office.clock.now()
    const id = `station-${own}`
    const call = (locationId: number, who: Role) =>
      world.office.call<StationFigures[]>(who, 'GET', `statistics/stations?location_id=${locationId}`)
    const of = async (locationId: number, who: Role = 'manager') => (await call(locationId, who)).body
    expect(await of(own)).toEqual([{ station_id: id, sessions: 0, energy: 0, uptime: null, fault: null }])
    const session = { locationId: own, endedAt: now, energyWh: 7_000 }
    await world.end(session, { ...session, connector: 1 })
    const fault = (daysAgo: number, word: string, code: string) =>
      sql`
      insert into station_events (station_id, at, kind, connector, word, data)
      values (${id}, ${new Date(now.getTime() - daysAgo * DAY_MS)}, 'status', 2, ${word},
        ${JSON.stringify({ errorCode: code })}::jsonb)`.execute(world.db)
    await fault(40, 'Faulted', 'OverVoltage')
    expect(await of(own)).toMatchObject([{ sessions: 2, energy: 14_000, fault: null }])
    await fault(3, 'Faulted', 'HighTemperature')
    await fault(2, 'Faulted', 'GroundFailure')
    await fault(1, 'Available', 'NoError')
    await sql`insert into station_events (station_id, at, kind) values
      (${id}, ${new Date(now.getTime() - 50 * DAY_MS)}, 'connected'),
      (${id}, ${new Date(now.getTime() - 6 * DAY_MS)}, 'disconnected'),
      (${id}, ${new Date(now.getTime() - 0.25 * DAY_MS)}, 'connected')`.execute(world.db)
    await sql`insert into station_events (station_id, at, kind, connector, word)
      values (${id}, ${new Date(now.getTime() - 49 * DAY_MS)}, 'status', 1, 'Available')`.execute(world.db)
    const { body: own30 } = await world.office.call<Uptime>('manager', 'GET', `stations/${id}/uptime?days=30`)
    const { body: listed } = await world.office.call<Station[]>('manager', 'GET', 'stations?with=uptime')
    expect(own30.percent).toBeGreaterThan(75)
    expect(own30.percent).toBeLessThan(85)
    expect(listed.find((one) => one.id === id)!.uptime).toBe(own30.percent)
    const at = new Date(now.getTime() - 2 * DAY_MS).toISOString()
    expect(await of(own)).toEqual([
      {
        station_id: id,
        sessions: 2,
        energy: 14_000,
        uptime: own30.percent,
        fault: { at, connector: 2, error_code: 'GroundFailure' },
      },
    ])
    expect((await call(foreign, 'manager')).status).toBe(404)
    expect(await of(foreign, 'operator')).toMatchObject([{ station_id: `station-${foreign}` }])
  })
})
