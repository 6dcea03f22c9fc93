import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Station, TimelineEvent, Uptime } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import type { VirtualStation } from '@stationmaster/simulator'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { insertTimeline, removeOldTimeline, timelineEntry } from '../../slices/stations/timeline/store.ts'
import type { StoryClock } from '../world/story-clock.ts'
import { World } from '../world/world.ts'

type Played = VirtualStation & { made: { id: string } }

/** An event in a few words: kind, connector, word. */
const inWords = ({ kind, connector, word }: TimelineEvent): string =>
  [kind, connector, word].filter((part) => part !== null).join(' ')

const secret = 'timeline-story-secret-of-32-characters'
const withoutReason = (event: string): string => event.replace(/^booted .*/, 'booted')

describe.each(openTestDatabases())('a station’s timeline ($name)', ({ open }) => {
  let database: Database
  let world: World
  const dataDir = mkdtempSync(join(tmpdir(), 'stationmaster-'))
  /** A server on the one database; it is the same node each time. */
  const start = (clock?: StoryClock): Promise<World> =>
    World.open({ ...database, close: async () => {} }, clock, { DATA_DIR: dataDir, SECRET_KEY: secret })
  beforeAll(async () => {
    database = await open()
    world = await start()
  })
  afterAll(async () => {
    await world?.close()
    await database?.close()
  })

  const timelineOf = (id: string, query = ''): Promise<TimelineEvent[]> =>
    world.get(`stations/${id}/timeline${query}`)
  const uptimeOf = (id: string, days = 1): Promise<Uptime> => world.get(`stations/${id}/uptime?days=${days}`)
  /** Oldest first, once there are as many. */
  const words = async (id: string, count: number, query = ''): Promise<string[]> => {
    await world.until(`${count} events of ${id}`, async () => (await timelineOf(id, query)).length >= count)
    return (await timelineOf(id, query)).map(inWords).toReversed()
  }
  const tellSecurity = (station: Played, type: string) =>
    station.link.call('SecurityEventNotification', {
      type,
      timestamp: world.clock.now().toISOString(),
      techInfo: 'case',
    })

  for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] satisfies Protocol[]) {
    test(`tells boots, statuses, faults, security and cuts of ${protocol}, each change once`, async () => {
      const station = (await world.simulate(protocol)) as Played
      const { id } = station.made
      const started = await words(id, 3)
      expect(started.map(withoutReason)).toEqual(['connected', 'booted', 'status 1 Available'])

      await station.plugIn()
      const plugged = protocol === 'ocpp1.6' ? 'Preparing' : 'Occupied'
      expect(await words(id, 4)).toEqual([...started, `status 1 ${plugged}`])
      await station.fault(1, 'GroundFailure', 'relay 2')
      // said again, it is no news
      await station.fault(1, 'GroundFailure', 'relay 2')
      await world.forward(2 * HOUR_MS)
      await station.recover()
      await station.unplug()
      await tellSecurity(station, 'TamperDetectionActivated')
      const faults = await timelineOf(id, '?kinds=fault')
      expect(faults.map(inWords).toReversed()).toEqual(['status 1 Faulted', `status 1 ${plugged}`])
      const [recovered, faulted] = faults
      if (protocol === 'ocpp1.6')
        expect(faulted).toMatchObject({ error_code: 'GroundFailure', info: 'relay 2' })
      expect(recovered!.before).toBe('Faulted')
      expect(faulted!.until).toBe(recovered!.at)
      const lastedMs = Date.parse(recovered!.at) - Date.parse(faulted!.at)
      expect(lastedMs).toBeGreaterThanOrEqual(2 * HOUR_MS)
      expect((await timelineOf(id, '?kinds=security')).map(({ word, info }) => [word, info])).toEqual([
        ['TamperDetectionActivated', 'case'],
      ])

      const known = (await timelineOf(id)).length
      station.cutCable()
      await world.until('the cut has an end', async () => {
        const [newest] = await timelineOf(id, '?kinds=connection')
        return newest?.kind === 'connected' && (await timelineOf(id)).length >= known + 3
      })
      expect((await timelineOf(id)).toReversed()[known]).toMatchObject({ kind: 'disconnected', word: 'lost' })
      const cut = (await timelineOf(id, '?kinds=connection')).find(({ kind }) => kind === 'disconnected')!
      expect(Date.parse(cut.until!)).toBeGreaterThanOrEqual(Date.parse(cut.at))

      const uptime = await uptimeOf(id, 2)
      const lost = uptime.down_seconds
      expect(lost).toBeGreaterThanOrEqual(2 * 3600)
      expect(lost).toBeLessThan(2 * 3600 + 60)
      expect(uptime.percent).toBeLessThan(5)
      const listed = async (query = '') =>
        (await world.get<Station[]>(`stations?limit=500${query}`)).find((one) => one.id === id)
      const month = await uptimeOf(id, 30)
      expect(month.percent).toBeLessThan(100)
      expect((await listed('&with=uptime'))!.uptime).toBeCloseTo(month.percent!, 1)
      expect(await listed()).not.toHaveProperty('uptime')
      expect(uptime.connectors).toHaveLength(1)
      expect(uptime.days.map(({ no_data_seconds }) => no_data_seconds > 0)).toContain(true)
    })
  }

  test('tells who put a station out of operation, and does not count that time', async () => {
    const station = (await world.simulate('ocpp1.6')) as Played
    const { id } = station.made
    const operate = (operational_status: string) =>
      world.post(`stations/${id}/status`, { operational_status, evses: [0] })
    await words(id, 3)
    await operate('inoperative')
    await operate('inoperative')
    await world.forward(3 * HOUR_MS)
    await operate('operative')
    await world.post(`stations/${id}/reset`)
    await station.waitFor('accepted')
    const events = await timelineOf(id, '?kinds=operation')
    expect(events.map(inWords).toReversed()).toEqual([
      'operation inoperative',
      'operation operative',
      'action reset',
    ])
    expect(events[0]!.by).toMatch(/\w/)
    expect(events[2]!.evses).toBeNull()
    const uptime = await uptimeOf(id, 2)
    expect(uptime.planned_seconds).toBeGreaterThanOrEqual(3 * 3600)
    expect(uptime.down_seconds).toBeLessThan(60)
  })

  test('knows nothing of the time in which the server was away', async () => {
    const [held, missing] = (await Promise.all([
      world.simulate('ocpp2.0.1'),
      world.simulate('ocpp1.6'),
    ])) as Played[]
    const { id, password } = held!.made as { id: string; password: string }
    await words(id, 3)
    await words(missing!.made.id, 3)
    const { clock } = world
    // the server goes while its stations are there
    await world.server.close()
    await Promise.all([held!.close(), missing!.close()])
    clock.forward(5 * HOUR_MS)
    world = await start(clock)
    clock.forward(2 * MINUTE_MS)
    const back = await world.simulate('ocpp2.0.1', { stationId: id, password })
    await world.until('it is back', async () => (await words(id, 5))[4] === 'connected')
    expect((await words(id, 5)).slice(3, 5)).toEqual(['unwatched', 'connected'])
    expect((await timelineOf(id)).map(({ kind }) => kind)).not.toContain('watched')
    const uptime = await uptimeOf(id, 2)
    expect(uptime.unknown_seconds).toBeGreaterThanOrEqual(5 * 3600 + 120)
    expect(uptime.down_seconds).toBe(0)
    await back.close()

    // one that does not come back is gone by its own fault after ten minutes
    await world.forward(HOUR_MS)
    const lost = await uptimeOf(missing!.made.id, 2)
    expect(lost.unknown_seconds).toBeGreaterThanOrEqual(5 * 3600 + 600)
    expect(lost.unknown_seconds).toBeLessThan(5 * 3600 + 660)
    expect(lost.down_seconds).toBeGreaterThanOrEqual(3000)
  })

  test('a server that was killed marks the stations it held when it starts again', async () => {
    const station = (await world.simulate('ocpp1.6')) as Played
    const { id } = station.made
    await words(id, 3)
    const heardAt = world.clock.now()
    const { clock } = world
    await station.close()
    await world.close()
    // as a power cut leaves it: nothing was written at the end
    await sql`delete from station_events where station_id = ${id} and lane = 'link' and kind <> 'connected'`.execute(
      database.db,
    )
    await sql`update station_presence set connection_id = 'cut', last_seen_at = ${heardAt}, released_at = null
      where station_id = ${id}`.execute(database.db)
    clock.forward(HOUR_MS)
    world = await start(clock)
    expect((await timelineOf(id, '?kinds=connection')).map(inWords)).toEqual(['unwatched', 'connected'])
    const [unwatched] = await timelineOf(id, '?kinds=connection')
    expect(Math.abs(Date.parse(unwatched!.at) - heardAt.getTime())).toBeLessThan(MINUTE_MS)
    const uptime = await uptimeOf(id, 2)
    expect(uptime.unknown_seconds).toBeGreaterThanOrEqual(3500)
    expect(uptime.down_seconds).toBe(0)
  })

  test('is read in pages, by time and connector, and shows others only what they may see', async () => {
    const { id } = await world.addStation()
    const start = world.clock.now().getTime() - 20 * DAY_MS
    const later = (minutes: number) => new Date(start + minutes * MINUTE_MS)
    await insertTimeline(world.db, [
      timelineEntry(later(0), id, 'connected'),
      timelineEntry(later(1), id, 'booted', {
        word: 'PowerUp',
        data: { firmware: '2.0', firmwareBefore: '1.9' },
      }),
      ...Array.from({ length: 7 }, (_, index) =>
        timelineEntry(later(10 + index), id, 'status', { connector: (index % 2) + 1, word: `S${index}` }),
      ),
      timelineEntry(later(20), id, 'security', { word: 'SettingSystemTime' }),
      timelineEntry(later(21), id, 'firmware', { word: 'Downloading' }),
    ])
    await insertTimeline(world.db, [
      timelineEntry(later(22), id, 'firmware', { word: 'Downloading' }),
      timelineEntry(later(23), id, 'firmware', { word: 'Installed' }),
    ])
    const all: TimelineEvent[] = []
    for (let next: string | null = ''; next !== null; ) {
      const path = `stations/${id}/timeline?limit=5${next === '' ? '' : `&before=${next}`}`
      const answer = await fetch(`${world.server.url}/api/v1/${path}`, {
        headers: { authorization: world.authorization },
      })
      all.push(...((await answer.json()) as TimelineEvent[]))
      next = answer.headers.get('x-next-cursor')
    }
    expect(all.map(inWords).toReversed()).toEqual([
      'connected',
      'booted PowerUp',
      ...Array.from({ length: 7 }, (_, index) => `status ${(index % 2) + 1} S${index}`),
      'security SettingSystemTime',
      'firmware Downloading',
      'firmware Installed',
    ])
    expect((await timelineOf(id, '?connector=2&kinds=status')).map(({ word }) => word)).toEqual([
      'S5',
      'S3',
      'S1',
    ])
    const range = `?from=${later(11).toISOString()}&to=${later(13).toISOString()}`
    expect((await timelineOf(id, range)).map(({ word }) => word)).toEqual(['S2', 'S1'])

    const signedIn = await fetch(`${world.server.url}/api/v1/auth/manager/log-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'operator@demo.stationmaster.example', password: 'demo-pass-1' }),
    })
    const { access_token } = (await signedIn.json()) as { access_token: string }
    const asOperator = async (query: string) =>
      (await (
        await fetch(`${world.server.url}/api/v1/stations/${id}/timeline${query}`, {
          headers: { authorization: `Bearer ${access_token}` },
        })
      ).json()) as TimelineEvent[]
    const seen = await asOperator('')
    expect(seen.map(({ kind }) => kind)).not.toContain('security')
    expect(seen.map(({ kind }) => kind)).not.toContain('firmware')
    expect(seen.find(({ kind }) => kind === 'booted')).toMatchObject({ word: null, firmware: null })
    expect(await asOperator('?kinds=security,firmware')).toEqual([])

    const linesOf = async (more = '') => {
      const path = `stations/${id}/uptime/export?days=30${more}`
      const file = await fetch(`${world.server.url}/api/v1/${path}`, {
        headers: { authorization: world.authorization },
      })
      return (await file.text()).trim().split('\r\n')
    }
    const lines = await linesOf()
    expect(lines[0]).toContain('station_id,connector,day,percent')
    expect(lines).toHaveLength(1 + 30 * 2)
    const commas = await linesOf('&format=csv_comma')
    expect(commas[0]).toContain('station_id;connector;day;percent')
    expect(commas.map((line) => line.replaceAll(',', '.').replaceAll(';', ','))).toEqual(lines)
  })

  test('forgets what is old, but not how the station is', async () => {
    const { id } = await world.addStation()
    const ago = (days: number) => new Date(world.clock.now().getTime() - days * DAY_MS)
    await insertTimeline(world.db, [
      timelineEntry(ago(500), id, 'connected'),
      timelineEntry(ago(490), id, 'disconnected', { word: 'lost' }),
      timelineEntry(ago(480), id, 'connected'),
      timelineEntry(ago(470), id, 'status', { connector: 1, word: 'Faulted' }),
      timelineEntry(ago(460), id, 'status', { connector: 1, word: 'Available', before: 'Faulted' }),
      timelineEntry(ago(2), id, 'status', { connector: 1, word: 'Charging', before: 'Available' }),
    ])
    await removeOldTimeline(world.db, ago(400))
    expect((await timelineOf(id)).map(inWords).toReversed()).toEqual([
      'connected',
      'status 1 Available',
      'status 1 Charging',
    ])
    expect((await uptimeOf(id, 30)).percent).toBe(100)
  })
})
