import type { Maintenance, NetworkPlace, Station, TimelineEvent, Uptime } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { carryOutDue } from '../../slices/control/maintenance/actions.ts'
import { World } from '../world/world.ts'

let world: World
/** the station of the first story, which stays away */
let away: string

beforeAll(async () => {
  world = await World.open(await openTestDatabase())
})
afterAll(() => world.close())

const due = () => carryOutDue(world.server.stations.commands)
const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString()
const plan = (id: string, from: number, to: number, more: object = {}) =>
  world.post<Maintenance[]>(`stations/${id}/maintenances`, {
    starts_at: inHours(from),
    ends_at: inHours(to),
    ...more,
  })
const listed = (id: string) => world.get<Maintenance[]>(`stations/${id}/maintenances`)
const station = (id: string) => world.get<Station>(`stations/${id}`)
const end = async (id: number): Promise<number> => {
  const answer = await fetch(`${world.server.url}/api/v1/maintenances/${id}/end`, {
    method: 'POST',
    headers: { authorization: world.authorization },
  })
  return answer.status
}
const timelineWords = async (id: string) => {
  const items = await world.get<TimelineEvent[]>(`stations/${id}/timeline?kinds=operation`)
  return items.map(({ kind, word, info }) => [kind, word, info])
}

test('planned maintenance begins and ends by the clock, out of operation, and does not count', async () => {
  const played = await world.simulate('ocpp1.6')
  const { id } = played.made
  away = id
  const [planned] = await plan(id, 1, 3, { note: 'New cable', takes_out: true })
  expect(planned).toMatchObject({ state: 'planned', note: 'New cable', takes_out: true })
  expect((await station(id)).maintenance).toEqual(planned)
  await due()
  expect((await station(id)).maintenance?.state).toBe('planned')
  await world.forward(HOUR_MS)
  await Promise.all([due(), due()])
  expect(await station(id)).toMatchObject({
    maintenance: { state: 'running' },
    status: 'not_operative',
    evses: [{ operational: false, availability_pending: false }],
  })
  const place = () => world.get<NetworkPlace>(`network/locations/${world.locationId}`)
  const evse = async () => (await place()).location.evses.find(({ number }) => number === 1)
  await world.until('drivers know', async () => (await evse())?.maintenance_until === planned!.ends_at)
  expect((await evse())?.status).toBe('offline')

  await played.goOffline()
  const attention = async () => {
    const { attention: all } = await world.get<{ attention: { station_id: string | null }[] }>(
      'statistics/network',
    )
    return all.filter(({ station_id }) => station_id === id)
  }
  await world.until('it is gone', async () => !(await station(id)).online)
  expect(await attention()).toEqual([])
  await world.forward(2 * HOUR_MS)
  await due()
  expect(await station(id)).toMatchObject({ maintenance: null, evses: [{ operational: true }] })
  expect(await attention()).toHaveLength(1)
  expect(await timelineWords(id)).toEqual([
    ['operation', 'operative', null],
    ['maintenance', 'ended', 'New cable'],
    ['operation', 'inoperative', null],
    ['maintenance', 'begun', 'New cable'],
  ])
  const uptime = await world.get<Uptime>(`stations/${id}/uptime?days=2`)
  expect(uptime.planned_seconds).toBe((2 * HOUR_MS) / 1000)
  expect(uptime.down_seconds).toBeLessThan(60)
})

test('it is ended early or cancelled, and what somebody switched off stays off', async () => {
  const { id } = await world.addStation()
  await sql`update evses set operational = false where station_id = ${id}`.execute(world.db)
  const [running] = await plan(id, -5, 5, { takes_out: true })
  expect(running!.state).toBe('running')
  expect(Date.parse(running!.starts_at)).toBeGreaterThan(world.clock.now().getTime() - MINUTE_MS)
  const [, later] = await plan(id, 6, 7)
  await expect(plan(id, 4, 6)).rejects.toThrow('maintenance.overlaps')
  await expect(plan(id, 9, 8)).rejects.toThrow('maintenance.times')
  expect(await end(running!.id)).toBe(204)
  expect(await end(running!.id)).toBe(409)
  expect((await station(id)).evses[0]?.operational).toBe(false)
  expect(await listed(id)).toEqual([later])
  expect(await end(later!.id)).toBe(204)
  expect(await listed(id)).toEqual([])
  expect(await end(999_999)).toBe(404)
})

test('a whole location is maintained without mails, and a maintenance that passed while the server was down is in the timeline', async () => {
  const [one, other] = [await world.simulate('ocpp2.0.1'), await world.addStation()]
  const { id } = one.made
  await plan(id, 0.1, 0.3, { whole_location: true, note: 'Power cut' })
  expect(await listed(other.id)).toMatchObject([{ state: 'planned', note: 'Power cut' }])
  await one.goOffline()
  await world.until('it is gone', async () => !(await station(id)).online)
  await world.forward(24 * MINUTE_MS)
  await due()
  expect(await timelineWords(id)).toEqual([
    ['maintenance', 'ended', 'Power cut'],
    ['maintenance', 'begun', 'Power cut'],
  ])
  await plan(id, 0, 5)
  world.clock.forward(90 * MINUTE_MS)
  await world.server.silences.notify()
  const { rows } = await sql<{ id: string }>`select station_id as id from station_silences`.execute(world.db)
  // the one of the first story is away, and nobody is at work on it
  expect(rows).toEqual([{ id: away }])
})
