import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { insertManager } from '../../slices/people/managers/store.ts'
import { readOutbox } from '../world/outbox.ts'
import { World } from '../world/world.ts'

const owner = 'owner@example.com'
const assigned = 'assigned@example.com'
let world: World
let one: Awaited<ReturnType<World['simulate']>>
let other: typeof one
let ownerId: number

beforeAll(async () => {
  world = await World.open(await openTestDatabase())
  const { db, clock } = world
  const common = { role: 'manager', passwordHash: null, firstName: 'A', lastName: 'B' } as const
  const at = { createdAt: clock.now(), emailVerifiedAt: clock.now() }
  ownerId = (await insertManager(db, { ...common, ...at, email: owner, language: 'de' }))!
  const managerId = await insertManager(db, { ...common, ...at, email: assigned, language: 'ru' })
  await insertManager(db, { ...common, ...at, email: 'stranger@example.com' })
  await sql`update managers set silence_mails = false where role = 'administrator'`.execute(db)
  await sql`update locations set owner_id = ${ownerId} where id = ${world.locationId}`.execute(db)
  await sql`insert into location_managers (location_id, manager_id)
    values (${world.locationId}, ${managerId})`.execute(db)
  one = await world.simulate('ocpp1.6')
  other = await world.simulate('ocpp2.0.1')
})
afterAll(() => world.close())

let seen = 0
beforeEach(() => {
  seen = readOutbox(world.dataDir).length
})
const count = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job where name = 'mail'`.execute(world.db)
  return rows[0]!.n
}
/** Lets minutes pass, and looks as two servers would at once. */
async function pass(minutes: number): Promise<number> {
  const before = await count()
  world.clock.forward(minutes * MINUTE_MS)
  await Promise.all([world.server.silences.notify(), world.server.silences.notify()])
  return (await count()) - before
}
async function mails(expected: number) {
  const fresh = () => readOutbox(world.dataDir).slice(seen)
  await world.until('the mails are out', () => fresh().length >= expected)
  return fresh().toSorted((a, b) => a.to.localeCompare(b.to))
}
const connected = (station: typeof one, isSo: boolean) =>
  world.until(`connected: ${isSo}`, async () => {
    const { rows } = await sql<{ online: boolean }>`select connection_id is not null as online
      from station_presence where station_id = ${station.made.id}`.execute(world.db)
    return rows[0]?.online === isSo
  })
async function goes(station: typeof one): Promise<void> {
  await station.goOffline()
  await connected(station, false)
}
async function comes(station: typeof one): Promise<void> {
  await station.goOnline()
  await connected(station, true)
}

test('a place that is away is one mail to each who is responsible, and so is its return', async () => {
  await goes(one)
  world.clock.forward(2 * MINUTE_MS)
  await goes(other)
  expect(await pass(27)).toBe(0)
  expect(await pass(1)).toBe(2)
  const [toManager, toOwner] = await mails(2)
  expect(toManager).toMatchObject({ to: assigned, subject: 'Yard, Tver: нет связи ни с одной станцией' })
  expect(toOwner).toMatchObject({ to: owner, subject: 'Yard, Tver: keine Station verbunden' })
  expect(toOwner!.text).toContain(`/locations/${world.locationId}`)
  expect(await pass(60)).toBe(0)
  await comes(other)
  expect(await pass(4)).toBe(0)
  expect(await pass(1)).toBe(2)
  expect((await mails(4)).filter(({ subject }) => subject.includes('Wieder verbunden'))).toHaveLength(1)
  await comes(one)
  expect(await pass(5)).toBe(2)
  expect(await pass(5)).toBe(0)
})

test('a station that often disconnects is notified once an hour, and not where no mails are wanted', async () => {
  world.clock.forward(120 * MINUTE_MS)
  await goes(one)
  expect(await pass(30)).toBe(2)
  await comes(one)
  expect(await pass(5)).toBe(2)
  await goes(one)
  expect(await pass(54)).toBe(0)
  await sql`update managers set silence_mails = false where id = ${ownerId}`.execute(world.db)
  expect(await pass(1)).toBe(1)
  await comes(one)
  world.clock.forward(120 * MINUTE_MS)
  await goes(one)
  await sql`update locations set silence_minutes = null where id = ${world.locationId}`.execute(world.db)
  expect(await pass(300)).toBe(0)
  await sql`update locations set silence_minutes = 30 where id = ${world.locationId}`.execute(world.db)
  await sql`update evses set operational = false where station_id = ${one.made.id}`.execute(world.db)
  expect(await pass(1)).toBe(0)
  await sql`update evses set operational = true where station_id = ${one.made.id}`.execute(world.db)
  expect(await pass(1)).toBe(1)
})

test('each person chooses whether to get mails, and an administrator sets after what time a location sends them', async () => {
  await world.forward(0)
  const { id, silence_mails } = await world.get<{ id: number; silence_mails: boolean }>('auth/manager')
  expect(silence_mails).toBe(false)
  const path = `locations/${world.locationId}`
  const call = (where: string, body: object) =>
    fetch(`${world.server.url}/api/v1/${where}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: world.authorization },
      body: JSON.stringify(body),
    })
  expect((await call(`managers/${id}`, { silence_mails: true })).status).toBe(200)
  expect((await call(`managers/${ownerId}`, { silence_mails: true })).status).toBe(403)
  expect(await world.get('auth/manager')).toMatchObject({ silence_mails: true })
  expect((await call(path, { silence_minutes: 4 })).status).toBe(400)
  expect((await call(path, { silence_minutes: 45 })).status).toBe(200)
  expect(await world.get(path)).toMatchObject({ silence_minutes: 45 })
})

test('a server that has just started counts silences from the start of the server that has run for longest', async () => {
  const young = await World.open(await openTestDatabase())
  try {
    const { db, clock, server } = young
    const station = await young.simulate('ocpp1.6')
    await station.goOffline()
    await young.until('it is away', async () => {
      const { rows } =
        await sql`update station_presence set disconnected_at = ${new Date(clock.now().getTime() - 40 * MINUTE_MS)}
        where station_id = ${station.made.id} and connection_id is null returning 1`.execute(db)
      return rows.length > 0
    })
    const notified = async (state: string, silentSeconds: number) => {
      await sql`insert into nodes (id, run, version, state, started_at, beat_at)
        values ('older', gen_random_uuid(), '0', ${state}, now() - interval '1 hour', now() - ${silentSeconds} * interval '1 second')
        on conflict (id) do update set state = excluded.state, beat_at = excluded.beat_at`.execute(db)
      await server.silences.notify()
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from station_silences`.execute(db)
      return rows[0]!.n
    }
    expect(await notified('dead', 0)).toBe(0)
    expect(await notified('up', 16)).toBe(0)
    expect(await notified('draining', 1)).toBe(1)
  } finally {
    await young.close()
  }
})
