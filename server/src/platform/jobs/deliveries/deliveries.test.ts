import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { openTestDatabases } from '../../general/testing.ts'
import { openJobs } from '../jobs.ts'
import { Deliveries, type DeliveryOutcome, keptMs, pauseAfter, refusalsMost } from './deliveries.ts'
import { type Delivery, listDeliveries, listTargetStates, postponeDelivery, takeDeliveries } from './store.ts'

const done: DeliveryOutcome = { kind: 'done' }
const away: DeliveryOutcome = { kind: 'away', error: 'nobody there' }
const refused: DeliveryOutcome = { kind: 'refused', error: 'not this one' }

test('a pause doubles, from five seconds to ten minutes', () => {
  expect([1, 2, 3, 7, 8, 9, 1000].map((n) => pauseAfter(n) / SECOND_MS)).toEqual([
    5, 10, 20, 320, 600, 600, 600,
  ])
})

describe.each(openTestDatabases())('deliveries ($name)', ({ open }) => {
  let database: Database
  let now = new Date('2026-11-27T12:00:00Z')
  const clock = { now: () => now }
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  let arrived: string[] = []
  let answers: (delivery: Delivery) => DeliveryOutcome | Promise<DeliveryOutcome>
  let deliveries: Deliveries

  /** A server: its jobs wake nobody here, so each test says when a server looks. */
  const serve = () => {
    const jobs = openJobs(database, { timeZone: 'Europe/Moscow', nodeId: 'one' }, () => undefined)
    jobs.send = async () => undefined
    const one = new Deliveries({
      db: database.db,
      clock,
      jobs,
      report: (error) => {
        throw error
      },
    })
    one.add({
      name: 'test',
      deliver: async (delivery) => {
        const outcome = await answers(delivery)
        if (outcome.kind === 'done')
          arrived.push(`${delivery.target} ${delivery.key} ${JSON.stringify(delivery.payload.n ?? null)}`)
        return outcome
      },
    })
    return one
  }
  const send = (target: string, key: string, n?: number, replaceable = false) =>
    database.db.transaction().execute((tx) =>
      deliveries.send(tx, [
        {
          channel: 'test',
          target,
          topic: 'things',
          key,
          replaceable,
          ...(n !== undefined && { payload: { n } }),
        },
      ]),
    )
  const wait = (target: string) => ({ channel: 'test', target })
  const look = async (...servers: Deliveries[]) => {
    const all = servers.length > 0 ? servers : [deliveries]
    await Promise.all(all.map((one) => one.wake()))
    await Promise.all(all.map((one) => one.idle()))
  }
  const stateOf = async (target: string) => (await listTargetStates(database.db, 'test', [target]))[0]!

  beforeAll(async () => {
    database = await open()
  })
  beforeEach(() => {
    arrived = []
    answers = () => done
    deliveries = serve()
  })
  afterEach(async () => {
    await deliveries.stop()
    await sql`truncate deliveries, delivery_targets`.execute(database.db)
  })
  afterAll(() => database.close())

  test('arrive once, those of one key in the order in which they were made', async () => {
    for (const n of [1, 2, 3]) await send('a', 'x', n)
    await send('a', 'y', 1)
    await look()
    await look()
    expect(arrived.filter((one) => one.startsWith('a x'))).toEqual(['a x 1', 'a x 2', 'a x 3'])
    expect(arrived).toHaveLength(4)
    expect(await stateOf('a')).toMatchObject({ waiting: 0, dead: 0, failures: 0, deliveredAt: now })
  })

  test('exist if and only if the transaction commits', async () => {
    const rolledBack = database.db.transaction().execute(async (tx) => {
      await deliveries.send(tx, [{ ...wait('a'), topic: 'things', key: 'x', replaceable: false }])
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await look()
    expect(arrived).toEqual([])
  })

  test('of those that say all, only the newest arrives; one that is on its way is followed by a newer one', async () => {
    for (const n of [1, 2, 3]) await send('a', 'x', n, true)
    let sent = 0
    answers = async () => {
      if (sent++ === 0) await send('a', 'x', 4, true)
      return done
    }
    await look()
    await look()
    expect(arrived).toEqual(['a x 3', 'a x 4'])
  })

  test('one that is put back gives way to a newer one', async () => {
    await send('a', 'x', 1, true)
    answers = async ({ payload }) => {
      if (payload.n !== 1) return done
      await send('a', 'x', 2, true)
      return refused
    }
    await look()
    await look()
    expect(arrived).toEqual(['a x 2'])
    expect((await stateOf('a')).waiting).toBe(0)
  })

  test('one that is put back while a newer one is being added gives way to it', async () => {
    await send('a', 'x', 1, true)
    const [taken] = await takeDeliveries(database.db, wait('a'), { now, until: now, most: 1 })
    const waits = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%needless%'`
    let commit = () => {}
    let adding = Promise.resolve()
    await new Promise<void>((added) => {
      adding = database.db.transaction().execute(async (tx) => {
        const newer = { ...wait('a'), topic: 'things', key: 'x', replaceable: true, payload: { n: 2 } }
        await deliveries.send(tx, [newer])
        added()
        await new Promise<void>((resolve) => {
          commit = resolve
        })
      })
    })
    const back = postponeDelivery(database.db, taken!.id, { attempts: 1, dueAt: now, error: 'not now' })
    await expect.poll(async () => (await waits.execute(database.db)).rows.length, { timeout: 30_000 }).toBe(1)
    commit()
    await Promise.all([adding, back])
    await look()
    expect(arrived).toEqual(['a x 2'])
    expect((await stateOf('a')).waiting).toBe(0)
  })

  test('a target that is away is tried less and less often, gets everything, and slows no other down', async () => {
    for (let key = 0; key < 20; key++) await send('a', `k${key}`, key)
    await send('b', 'x', 1)
    let tries = 0
    answers = ({ target }) => {
      if (target === 'b') return done
      tries += 1
      return away
    }
    await look()
    expect(arrived).toEqual(['b x 1'])
    // one batch, not all
    expect(tries).toBe(8)
    expect(await stateOf('a')).toMatchObject({
      waiting: 20,
      failures: 1,
      failingSince: now,
      error: 'nobody there',
    })
    later(4999)
    await look()
    expect(tries).toBe(8)
    later(1)
    await look()
    expect(tries).toBe(16)
    expect((await stateOf('a')).failures).toBe(2)
    later(DAY_MS)
    answers = () => done
    await look()
    expect(arrived.filter((one) => one.startsWith('a'))).toHaveLength(20)
    expect(await stateOf('a')).toMatchObject({ waiting: 0, failures: 0, failingSince: null, error: null })
  })

  test('one that is refused lets those of other keys pass, and is dead after six refusals, until a person revives it', async () => {
    await send('a', 'bad', 1)
    await send('a', 'good', 1)
    answers = ({ key }) => (key === 'bad' ? refused : done)
    await look()
    expect(arrived).toEqual(['a good 1'])
    for (let nth = 2; nth < refusalsMost; nth++) {
      later(10 * MINUTE_MS)
      await look()
    }
    expect(await stateOf('a')).toMatchObject({ waiting: 1, dead: 0 })
    later(10 * MINUTE_MS)
    await look()
    expect(await stateOf('a')).toMatchObject({ waiting: 0, dead: 1 })
    const [dead] = await listDeliveries(database.db, wait('a'), { isDead: true, afterId: 0, most: 10 })
    expect(dead).toMatchObject({ key: 'bad', attempts: refusalsMost, error: 'not this one' })
    answers = () => done
    await send('a', 'bad', 2)
    await look()
    expect(await database.db.transaction().execute((tx) => deliveries.revive(tx, wait('b'), dead!.id))).toBe(
      0,
    )
    expect(await database.db.transaction().execute((tx) => deliveries.revive(tx, wait('a'), dead!.id))).toBe(
      1,
    )
    await look()
    expect(arrived).toEqual(['a good 1', 'a bad 2', 'a bad 1'])
  })

  test('one that says all is not revived where a newer one waits or died', async () => {
    answers = () => refused
    for (const n of [1, 2]) {
      await send('a', 'x', n, true)
      for (let nth = 0; nth < refusalsMost; nth++) {
        await look()
        later(10 * MINUTE_MS)
      }
    }
    expect((await stateOf('a')).dead).toBe(2)
    answers = () => done
    expect(await database.db.transaction().execute((tx) => deliveries.revive(tx, wait('a'), null))).toBe(1)
    await look()
    expect(arrived).toEqual(['a x 2'])
    expect(await stateOf('a')).toMatchObject({ waiting: 0, dead: 0 })
  })

  test.each([
    [keptMs - 1, 0],
    [keptMs, 1],
  ])('after %i ms in which its target was away, %i is dead', async (age, dead) => {
    await send('a', 'x', 1)
    answers = () => away
    later(age)
    await look()
    expect(await stateOf('a')).toMatchObject({ waiting: 1 - dead, dead })
  })

  test('what a server had on its way when it died is sent by another after two minutes', async () => {
    await send('a', 'x', 1)
    await takeDeliveries(database.db, wait('a'), {
      now,
      until: new Date(now.getTime() + 2 * MINUTE_MS),
      most: 8,
    })
    later(2 * MINUTE_MS - 1)
    await look()
    expect(arrived).toEqual([])
    later(1)
    await look()
    expect(arrived).toEqual(['a x 1'])
  })

  test('several servers send each once and in order, whatever is refused or away in between', async () => {
    const step = fc.record({ key: fc.constantFrom('x', 'y', 'z'), fails: fc.constantFrom(0, 1, 2) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (steps, isAway) => {
          arrived = []
          const left = new Map<number, number>(steps.map(({ fails }, n) => [n, fails]))
          answers = ({ payload }) => {
            const n = Number(payload.n)
            const fails = left.get(n) ?? 0
            left.set(n, fails - 1)
            if (fails <= 0) return done
            return isAway ? away : refused
          }
          for (const [n, { key }] of steps.entries()) await send('a', key, n)
          const other = serve()
          for (let round = 0; round < 40 && (await stateOf('a')).waiting > 0; round++) {
            await look(deliveries, other)
            later(10 * MINUTE_MS)
          }
          await other.stop()
          expect(arrived).toHaveLength(steps.length)
          for (const key of ['x', 'y', 'z']) {
            const made = steps.flatMap((one, n) => (one.key === key ? [`a ${key} ${n}`] : []))
            expect(arrived.filter((one) => one.startsWith(`a ${key} `))).toEqual(made)
          }
        },
      ),
      { numRuns: 15 },
    )
  })
})
