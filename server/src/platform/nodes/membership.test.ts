import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { systemClock } from '../general/clock.ts'
import { openTestDatabase } from '../general/testing.ts'
import { noBus } from './bus.ts'
import { Membership } from './membership.ts'

/** a beat, and what it takes */
const beatMs = 6000
const leaseMs = 15_000

let database: Database
const members: Membership[] = []

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  await Promise.all(members.splice(0).map((member) => member.stop()))
})
afterAll(() => database.close())

/** A member, and what it has heard. */
async function join(node: string): Promise<{ member: Membership; heard: string[] }> {
  const heard: string[] = []
  const member = new Membership({
    db: database.db,
    node,
    version: '1',
    alone: false,
    log: pino({ level: 'silent' }),
    clock: systemClock,
    bus: noBus,
    died: async (tx, other) => {
      await sql`select 1`.execute(tx)
      heard.push(`died ${other}`)
    },
    buried: (other) => heard.push(`buried ${other}`),
    revived: async () => {
      heard.push(`revived ${member.holds ? 'too late' : 'before it goes on'}`)
    },
    replaced: () => heard.push('replaced'),
  })
  members.push(member)
  await member.start()
  return { member, heard }
}

const stateOf = async (node: string) =>
  (await sql<{ state: string }>`select state from nodes where id = ${node}`.execute(database.db)).rows[0]
    ?.state

async function until(isSo: () => boolean, mostMs: number): Promise<void> {
  for (const end = performance.now() + mostMs; !isSo() && performance.now() < end; ) await delay(50)
}

test('who is silent is buried once, and nobody is after a time without the database', async () => {
  await sql`delete from nodes`.execute(database.db)
  await sql`insert into nodes (id, run, version, state, beat_at)
    values ('gone', 'its run', '1', 'up', now() - interval '1 hour')`.execute(database.db)
  const begun = performance.now()
  const [a, b, c] = await Promise.all([join('a'), join('b'), join('c')])
  const said = () => [...a.heard, ...b.heard, ...c.heard]
  // who has not listened for as long as a lease lasts cannot tell
  await until(() => said().length > 0, leaseMs - 2000)
  expect(said()).toEqual([])
  expect(a.member.isDead('gone')).toBe(false)
  await until(() => said().length > 0, 2 * beatMs)
  expect(performance.now() - begun).toBeGreaterThan(leaseMs)
  await delay(beatMs)
  expect(said()).toEqual(['died gone', 'buried gone'])
  expect(await stateOf('gone')).toBe('dead')
  for (const { member } of [a, b]) {
    expect(member.rows.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'a up',
      'b up',
      'c up',
      'gone dead',
    ])
    expect(['gone', 'b', 'unknown'].map((id) => member.isDead(id))).toEqual([true, false, false])
    expect(member.holds).toBe(true)
  }

  await database.db.transaction().execute(async (tx) => {
    await sql`lock table nodes in access exclusive mode`.execute(tx)
    await sql`update nodes set state = 'dead' where id = 'c'`.execute(tx)
    await delay(leaseMs + beatMs)
    expect([a, b, c].map(({ member }) => member.holds)).toEqual([false, false, false])
  })
  await Promise.all([a, b, c].map(({ member }) => member.held()))
  expect(['b', 'c', 'gone'].map((id) => a.member.isDead(id))).toEqual([false, false, true])
  await delay(beatMs)
  // whichever of the three buried it
  expect(said().toSorted()).toEqual(['buried gone', 'died gone', 'revived before it goes on'])
  expect(c.heard).toContain('revived before it goes on')
  expect(await Promise.all(['a', 'b', 'c'].map(stateOf))).toEqual(['up', 'up', 'up'])
})

test('a server whose row is gone is there again', async () => {
  const a = await join('a')
  await sql`delete from nodes where id = 'a'`.execute(database.db)
  await until(() => a.heard.length > 0, beatMs)
  await delay(200)
  expect(await stateOf('a')).toBe('up')
})

test('the older of two under one name learns that it has to end, once, and takes nothing away from the newer', async () => {
  const older = await join('a')
  const newer = await join('a')
  await until(() => older.heard.length > 0, beatMs)
  await delay(beatMs)
  // its end is under way, and is not begun once more
  expect(older.heard).toEqual(['replaced'])
  await older.member.stop()
  expect(await stateOf('a')).toBe('up')
  await delay(beatMs)
  expect(newer.heard).toEqual([])
})

test('one that drains is said to, and is not there any more when it has stopped', async () => {
  const a = await join('a')
  a.member.drain()
  await until(() => a.member.rows[0]?.state === 'draining', 2 * beatMs)
  expect(await stateOf('a')).toBe('draining')
  await a.member.stop()
  expect(await stateOf('a')).toBeUndefined()
})
