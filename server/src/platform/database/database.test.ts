import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FolderLocked } from '../files/folder-lock.ts'
import { openBothDatabases, testConfig } from '../general/testing.ts'
import type { Db } from '../schema/schema.ts'
import { dropOldPartitions, ensurePartitions } from '../statements/partitions.ts'
import { type StartReport, silentReport } from '../watching/start-report.ts'
import { type Database, openDatabase, openPglite } from './database.ts'
import { MigrationError } from './migrating/known-schema.ts'
import { migrate, readMigrations } from './migrating/migrate.ts'
import { inRepeatableTransaction, inTransaction } from './transaction.ts'

describe.each(openBothDatabases())('the database ($name)', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test('values come back in the same types', async () => {
    const at = new Date('2026-03-29T01:30:00.123Z')
    const { rows } =
      await sql`select 9007199254740991::bigint as big, sum(x)::numeric as total, array_agg(x::bigint) as list,
        '2026-03-29'::date as day, ${at}::timestamptz as at, ${'{"a":[1]}'}::json as json, ${Buffer.from('hi')}::bytea as bytes,
        1.5::double precision as half, 2::smallint as small, ${true}::boolean as yes, null::bigint as nothing
      from generate_series(1, 3) x`.execute(database.db)
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        total: 6,
        list: [1, 2, 3],
        day: '2026-03-29',
        at,
        json: { a: [1] },
        bytes: Buffer.from('hi'),
        half: 1.5,
        small: 2,
        yes: true,
        nothing: null,
      },
    ])
  })

  test('arrays and JSON text are accepted as parameters', async () => {
    const json = JSON.stringify([{ id: 1, name: 'a', at: '2026-01-01T00:00:00Z' }])
    const { rows } =
      await sql`select id, name, at from json_to_recordset(${json}::json) as r(id bigint, name text, at timestamptz)
      where id = any(${[1, 2]}::bigint[]) and name = any(${['a', 'b,"c"']}::text[])`.execute(database.db)
    expect(rows).toEqual([{ id: 1, name: 'a', at: new Date('2026-01-01T00:00:00Z') }])
  })

  test('a statement that has been used before sees a table that has changed since', async () => {
    const { stationDb } = database
    await sql`create table widening (id int primary key)`.execute(stationDb)
    const read = () =>
      inRepeatableTransaction(
        stationDb,
        async (tx) => (await sql`select * from widening where id = ${1}::int`.execute(tx)).rows,
        () => true,
      )
    await sql`insert into widening values (1)`.execute(stationDb)
    for (let time = 1; time <= 3; time += 1) expect(await read()).toEqual([{ id: 1 }])
    await sql`alter table widening add column name text default 'new'`.execute(stationDb)
    expect(await read()).toEqual([{ id: 1, name: 'new' }])
  })

  test('transactions side by side neither mix nor lose anything', async () => {
    await sql`create table counters (id int primary key, n int not null)`.execute(database.db)
    await sql`insert into counters values (1, 0)`.execute(database.db)
    const add = (fails: boolean) =>
      database.db.transaction().execute(async (tx) => {
        await sql`update counters set n = n + 1 where id = 1`.execute(tx)
        await new Promise((resolve) => setTimeout(resolve, 1))
        if (fails) throw new Error('no')
      })
    const ends = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => add(index % 4 === 0)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
    expect((await sql`select n from counters`.execute(database.db)).rows).toEqual([{ n: 30 }])
  })

  test('a failed statement leaves the connection usable and gives its code', async () => {
    await expect(sql`select * from nowhere where a = ${1}`.execute(database.db)).rejects.toMatchObject({
      code: '42P01',
    })
    const broken = database.db.transaction().execute(async (tx) => {
      await sql`select 1 / ${0}::int`.execute(tx).catch(() => {})
      await sql`select 1`.execute(tx)
    })
    await expect(broken).rejects.toMatchObject({ code: '25P02' })
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  })

  test('migrating again changes nothing; a changed or unknown migration is refused', async () => {
    const migrations = readMigrations()
    const now = new Date()
    await migrate(database.db, now)
    const changed = migrations.map((one) => ({ ...one, hash: one.number === 1 ? 'other' : one.hash }))
    await expect(migrate(database.db, now, { migrations: changed })).rejects.toThrow(MigrationError)
    await expect(migrate(database.db, now, { migrations: migrations.slice(0, 1) })).rejects.toThrow(
      /does not know/,
    )
    const broken = {
      number: 9999,
      name: 'broken',
      hash: 'x',
      worksFrom: null,
      sql: 'create table half (a int); selec;',
    }
    await expect(migrate(database.db, now, { migrations: [...migrations, broken] })).rejects.toMatchObject({
      code: '42601',
    })
    expect((await sql`select to_regclass('half') as half`.execute(database.db)).rows).toEqual([
      { half: null },
    ])
  })

  test('an update is reported, and does not begin where the disk has no room for it', async () => {
    const { db } = database
    const now = new Date()
    const next = {
      number: 9998,
      name: '9998-next.sql',
      hash: 'y',
      worksFrom: null,
      sql: 'create table next_one (a int)',
    }
    const migrations = [...readMigrations(), next]
    const { rows } = await sql<{ bytes: number }>`select max(pg_total_relation_size(oid)) as bytes
      from pg_class where relkind = 'r'`.execute(db)
    const needed = rows[0]!.bytes + 64 * 1024 * 1024
    const update = migrate(db, now, { migrations, freeBytes: async () => needed - 1 })
    await expect(update).rejects.toThrow(/must be free on the disk of DATA_DIR, and there are \d+ MB/)
    const isThere = async () => (await sql`select to_regclass('next_one') as there`.execute(db)).rows
    expect(await isThere()).toEqual([{ there: null }])

    const lines: string[] = []
    const report: StartReport = {
      ...silentReport,
      step: (name, work) => {
        lines.push(name)
        return silentReport.step(name, work)
      },
    }
    await migrate(db, now, { migrations, report, freeBytes: async () => needed })
    expect(lines).toEqual([expect.stringMatching(/^Bringing the database from \d{4} to 9998, about \d+ s$/)])
    expect(await isThere()).toEqual([{ there: 'next_one' }])
    await migrate(db, now, { migrations, report })
    expect(lines).toHaveLength(1)
    await sql`drop table next_one`.execute(db)
    await db.deleteFrom('migrations').where('number', '=', 9998).execute()
  })

  test('rows that came before their partition move into it; old partitions go', async () => {
    const { db } = database
    const now = new Date()
    const later = new Date(now.getTime() + 30 * 86_400_000)
    const frame = { station_id: 'S', direction: 'in' as const, message_type: 2, frame: '[]' }
    await db
      .insertInto('frames')
      .values([
        { ...frame, at: now },
        { ...frame, at: later },
      ])
      .execute()
    await ensurePartitions(db, later)
    await ensurePartitions(db, later)
    expect((await sql`select count(*) as n from only frames_default`.execute(db)).rows).toEqual([{ n: 0 }])
    expect(await db.selectFrom('frames').select('station_id').execute()).toHaveLength(2)
    const keep = { journalDays: 10, meterMonths: 1 }
    await Promise.all(Array.from({ length: 4 }, () => dropOldPartitions(db, later, keep)))
    expect(await db.selectFrom('frames').select('at').execute()).toEqual([{ at: later }])
  })
})

test('plans of the embedded database are made anew after a while, and never amid a transaction', async () => {
  const database = await openPglite(null, undefined, 0.3)
  const { db } = database
  try {
    const plans = async (of: Db) =>
      (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(of)).rows.length
    await sql`create table kept (n int)`.execute(db)
    const isOlder = () => delay(400)
    await isOlder()
    const add = (of: Db, n: number) => sql`insert into kept values (${n})`.execute(of)
    await inTransaction(db, async (tx) => {
      for (const n of [1, 2, 3]) await add(tx, n)
      const before = await plans(tx)
      expect(before).toBeGreaterThan(0)
      await isOlder()
      expect(await plans(tx)).toBe(before)
      await add(tx, 4)
    })
    expect(await plans(db)).toBe(0)
    // those who wait in line get the new connection, each in turn
    await isOlder()
    await Promise.all([5, 6, 7, 8].map((n) => add(db, n)))
    const { rows } = await sql<{ n: number }>`select n from kept order by n`.execute(db)
    expect(rows.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  } finally {
    await database.close()
  }
})

test('the embedded database plans once what is done often after a start, however much the start did', async () => {
  const database = await openPglite(null)
  const { db } = database
  try {
    const often = (text: string) =>
      [1, 2].map((value) => sql`select ${value}::int, ${sql.lit(text)}`.execute(db))
    const isPlanned = async (text: string) => {
      await Promise.all(often(text))
      const { rows } = await sql<{ n: number }>`
        select count(*)::int n from pg_prepared_statements where statement like ${`%${text}%`}`.execute(db)
      return rows[0]?.n === 1
    }
    await Promise.all(Array.from({ length: 127 }, (_, n) => often(`start ${n}`)).flat())
    expect(await isPlanned('last')).toBe(true)
    expect(await isPlanned('one too many')).toBe(false)
    await database.shrink?.()
    expect(await isPlanned('one too many')).toBe(true)
  } finally {
    await database.close()
  }
})

test('the embedded database keeps its rows, and its folder belongs to one process', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stationmaster-'))
  const config = testConfig({ DATA_DIR: dataDir })
  const first = await openDatabase(config)
  await expect(openDatabase(config)).rejects.toThrow(FolderLocked)
  await sql`create table kept as select 7 as n`.execute(first.db)
  await first.close()
  const second = await openDatabase(config)
  await second.shrink?.()
  expect((await sql`select n from kept`.execute(second.db)).rows).toEqual([{ n: 7 }])
  await second.close()
})

test('the embedded database keeps nothing of what it has answered', async () => {
  const database = await openDatabase(testConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'stationmaster-')) }))
  const megabytes = async () => {
    await database.shrink?.()
    return process.memoryUsage.rss() / 1e6
  }
  const read = () =>
    sql`select n, repeat('x', 2000) as text from generate_series(1, 1000) n`.execute(database.db)
  expect((await read()).rows).toHaveLength(1000)
  const before = await megabytes()
  for (let turn = 0; turn < 150; turn += 1) await read()
  // 300 MB were answered
  expect((await megabytes()) - before).toBeLessThan(150)
  await database.close()
})
