import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openPostgres } from '../database/database.ts'
import { createServerDatabase, openBothDatabases } from '../general/testing.ts'
import { type Jobs, openJobs } from './jobs.ts'

describe.each(openBothDatabases())('jobs ($name)', ({ open }) => {
  let database: Database
  let jobs: Jobs
  const done: object[] = []
  const reports: string[] = []
  let failures = 1
  beforeAll(async () => {
    database = await open()
    jobs = openJobs(database, { timeZone: 'Europe/Moscow', nodeId: 'one' }, (_error, job) =>
      reports.push(job ?? 'queue'),
    )
    jobs.work<{ n: number }>('note', async (data) => {
      if (data.n === 2 && failures-- > 0) throw new Error('not yet')
      done.push(data)
    })
    jobs.schedule('nightly', '15 3 * * *', async () => {})
    await jobs.start()
  })
  afterAll(async () => {
    await jobs.stop()
    await database.close()
  })

  test('a job exists if and only if its transaction commits', async () => {
    const { db } = database
    await db.transaction().execute((tx) => jobs.send(tx, 'note', { n: 1 }))
    const rolledBack = db.transaction().execute(async (tx) => {
      await jobs.send(tx, 'note', { n: 99 })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await expect.poll(() => done, { timeout: 20_000 }).toEqual([{ n: 1 }])
  })

  test('a job that fails is reported and done again, though the database goes away as its end is noted', async () => {
    const { db } = database
    // refuses twice to note that it failed, and once that it is done; a sequence counts what is rolled back as well
    await sql`create sequence ends`.execute(db)
    await sql`create function refuse() returns trigger language plpgsql as ${sql.lit(
      `declare nth bigint;
      begin
        if old.name <> 'note' or old.state <> 'active' then return coalesce(new, old); end if;
        nth := nextval('ends');
        if nth = 1 then raise exception 'shut down' using errcode = '57P01'; end if;
        if nth = 2 then raise exception 'a deadlock' using errcode = '40P01'; end if;
        if nth = 4 then raise exception 'cut off' using errcode = '08006'; end if;
        return coalesce(new, old);
      end`,
    )}`.execute(db)
    await sql`create trigger refuse before update or delete on pgboss.job for each row execute function refuse()`.execute(
      db,
    )
    await db.transaction().execute((tx) => jobs.send(tx, 'note', { n: 2 }))
    const ends = async () => {
      const { rows } = await sql<{ n: number; open: number }>`select last_value::int as n,
        (select count(*)::int from pgboss.job where name = 'note' and state <> 'completed') as open
        from ends`.execute(db)
      return rows[0]
    }
    await expect.poll(ends, { timeout: 60_000 }).toEqual({ n: 5, open: 0 })
    expect(done.filter((one) => 'n' in one && one.n === 2)).toHaveLength(1)
    expect(reports).toEqual(['note'])
  })

  test('an end that always takes too long to note is given up, and the queue goes on', async () => {
    const { db } = database
    await sql`create sequence tries`.execute(db)
    await sql`create function stall() returns trigger language plpgsql as ${sql.lit(
      `begin
        if old.name <> 'note' or old.state <> 'active' or old.data ->> 'n' <> '3' then return coalesce(new, old); end if;
        perform nextval('tries');
        raise exception 'too long' using errcode = '57014';
      end`,
    )}`.execute(db)
    await sql`create trigger stall before update or delete on pgboss.job for each row execute function stall()`.execute(
      db,
    )
    await db.transaction().execute((tx) => jobs.send(tx, 'note', { n: 3 }))
    await expect.poll(() => reports, { timeout: 60_000 }).toEqual(['note', 'queue'])
    await db.transaction().execute((tx) => jobs.send(tx, 'note', { n: 4 }))
    await expect.poll(() => done.at(-1), { timeout: 60_000 }).toEqual({ n: 4 })
    const { rows } = await sql<{ n: number }>`select last_value::int as n from tries`.execute(db)
    expect(rows).toEqual([{ n: 3 }])
    await sql`drop trigger stall on pgboss.job`.execute(db)
  })

  test('a job that outlives the queue fails for itself alone, once its database is closed', async () => {
    const closing = await open()
    let isRunning = false
    const failures: unknown[] = []
    const queue = openJobs(closing, { timeZone: 'Europe/Moscow', nodeId: 'one' }, (error) =>
      failures.push(error),
    )
    let goOn = () => {}
    const go = new Promise<void>((resolve) => {
      goOn = resolve
    })
    queue.work('long', async () => {
      isRunning = true
      await go
      await sql`select 1`.execute(closing.db)
    })
    await queue.start()
    await closing.db.transaction().execute((tx) => queue.send(tx, 'long', {}))
    await expect.poll(() => isRunning, { timeout: 20_000 }).toBe(true)
    await queue.stop(1000)
    await closing.close()
    goOn()
    await expect.poll(() => failures, { timeout: 5000 }).toHaveLength(1)
    await setImmediate()
  })

  test('what a server that is no more had under way is done by another at once, or by its own next start', async () => {
    const shared = await open()
    const queues: Jobs[] = []
    const did: string[] = []
    const serve = async (nodeId: string, ends: boolean) => {
      const queue = openJobs(shared, { timeZone: 'Europe/Moscow', nodeId }, () => undefined)
      for (const name of ['first', 'second'])
        queue.work<{ n: number }>(name, async ({ n }) => {
          did.push(`${nodeId} ${name} ${n}`)
          if (!ends && n === 1) await new Promise(() => {})
        })
      queues.push(queue)
      await queue.start()
      return queue
    }
    const send = (queue: Jobs, name: string, n: number) =>
      shared.db.transaction().execute((tx) => queue.send(tx, name, { n }))
    const stuck = await serve('stuck', false)
    await send(stuck, 'first', 0)
    await expect.poll(() => did, { timeout: 20_000 }).toEqual(['stuck first 0'])
    await send(stuck, 'first', 1)
    await send(stuck, 'second', 1)
    await expect.poll(() => did.length, { timeout: 20_000 }).toBe(3)
    const other = await serve('other', true)
    await shared.db.transaction().execute((tx) => other.putBack(tx, 'another'))
    await send(other, 'first', 2)
    await expect.poll(() => did.at(-1), { timeout: 20_000 }).toBe('other first 2')
    expect(did).toHaveLength(4)
    // a job that has been tried as often as it may is not begun once more by a death
    await sql`update pgboss.job set retry_count = retry_limit where name = 'second'`.execute(shared.db)
    await shared.db.transaction().execute((tx) => other.putBack(tx, 'stuck'))
    await expect.poll(() => did.slice(4), { timeout: 20_000 }).toEqual(['other first 1'])
    await sql`update pgboss.job set retry_count = 0 where name = 'second'`.execute(shared.db)
    await sql`insert into job_claims select 'stuck', name, id from pgboss.job where name = 'second' and state = 'active'`.execute(
      shared.db,
    )
    await serve('stuck', true)
    await expect.poll(() => did, { timeout: 20_000 }).toContain('stuck second 1')
    await Promise.all(queues.map((queue) => queue.stop(100)))
    await shared.close()
  })

  test('a job that has failed is nobody else’s before those beside it have ended, so that its next try ends by itself', async () => {
    const shared = await open()
    const queue = openJobs(shared, { timeZone: 'Europe/Moscow', nodeId: 'one' }, () => undefined)
    const did: number[] = []
    let goOn = () => {}
    const go = new Promise<void>((resolve) => {
      goOn = resolve
    })
    queue.work<{ n: number }>('pair', async ({ n }) => {
      did.push(n)
      if (did.length === 1) throw new Error('not yet')
      if (did.length === 2) await go
    })
    await queue.open()
    await shared.db.transaction().execute(async (tx) => {
      for (const n of [1, 2]) await queue.send(tx, 'pair', { n })
    })
    await queue.start()
    await expect.poll(() => did, { timeout: 20_000 }).toHaveLength(2)
    const states = async () => {
      const { rows } = await sql<{ state: string }>`
        select state::text from pgboss.job where name = 'pair' order by 1`.execute(shared.db)
      return rows.map(({ state }) => state)
    }
    expect(await states()).toEqual(['active', 'active'])
    goOn()
    await expect.poll(states, { timeout: 20_000 }).toEqual(['completed', 'retry'])
    await sql`update pgboss.job set start_after = now() where name = 'pair'`.execute(shared.db)
    await expect.poll(states, { timeout: 60_000 }).toEqual(['completed', 'completed'])
    expect(did[2]).toBe(did[0])
    await queue.stop(1000)
    await shared.close()
  })

  test('a job that nobody does cannot be sent', async () => {
    const sent = database.db.transaction().execute((tx) => jobs.send(tx, 'typo', {}))
    await expect(sent).rejects.toThrow('Nobody does the job typo.')
  })
})

test.skipIf(!process.env.TEST_DATABASE_URL).each([
  ['rollback', 'make them one after the other'],
  ['commit', 'find their schema made'],
])(
  'servers that start at once on a database without queues both have them: after a %s they %s',
  async (end) => {
    // skipped where there is none
    const fresh = (await createServerDatabase())!
    const database = openPostgres(fresh.url, 10)
    const other = new pg.Client(fresh.url)
    await other.connect()
    const errors: unknown[] = []
    const servers = ['one', 'two'].map((nodeId) =>
      openJobs(database, { timeZone: 'Europe/Moscow', nodeId }, (error) => errors.push(error)),
    )
    const done: object[] = []
    for (const jobs of servers) jobs.work('note', async (data) => void done.push(data))
    await other.query('drop schema if exists pgboss cascade')
    // neither sees the queues that are being made, so that both go on to make them
    await other.query('begin')
    await other.query('create schema pgboss')
    const starting = Promise.all(servers.map((jobs) => jobs.start()))
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
      return rows[0]?.n
    }
    await expect.poll(waiting).toBe(2)
    await other.query(end)
    await starting
    await database.db.transaction().execute((tx) => servers[0]!.send(tx, 'note', { n: 1 }))
    await expect.poll(() => done).toEqual([{ n: 1 }])
    expect(errors).toEqual([])
    for (const jobs of servers) await jobs.stop()
    await other.end()
    await database.close()
    await fresh.drop()
  },
)
