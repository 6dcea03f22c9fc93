import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBothDatabases } from '../../general/testing.ts'
import type { Db } from '../../schema/schema.ts'
import { dropOldPartitions, ensurePartitions } from '../../statements/partitions.ts'
import { openPglite } from '../database.ts'
import { migrate } from './migrate.ts'
import { pack, unpack } from './template.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'template-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('what was packed is unpacked, byte by byte, with empty folders and files', () => {
  const [given, taken] = ['given', 'taken'].map((name) => join(folder, name)) as [string, string]
  mkdirSync(join(given, 'empty'), { recursive: true })
  mkdirSync(join(given, 'base', '5'), { recursive: true })
  const contents = {
    'base/5/1': Buffer.from([10, 0, 255, 10]),
    'base/5/2': Buffer.alloc(0),
    конфиг: Buffer.from('x\n'),
  }
  for (const [path, bytes] of Object.entries(contents)) writeFileSync(join(given, path), bytes)
  unpack(pack(given), taken)
  for (const [path, bytes] of Object.entries(contents)) expect(readFileSync(join(taken, path))).toEqual(bytes)
  expect(statSync(join(taken, 'empty')).isDirectory()).toBe(true)
  expect(statSync(join(taken, 'base')).mode & 0o777).toBe(0o700)
})

/** All that the catalogue says of our tables, and the rows that migrations insert, without their times. */
async function descriptionOf(db: Db): Promise<Record<string, string[]>> {
  const list = async (text: string) => {
    const { rows } = await sql<{
      line: string
    }>`select line from (${sql.raw(text)}) as t(line) order by line`.execute(db)
    return rows.map(({ line }) => line)
  }
  const ours = `('public'::regnamespace)`
  const tables = await list(
    `select oid::regclass::text from pg_class where relnamespace in ${ours} and relkind in ('r', 'p') and not relispartition`,
  )
  const rows: Record<string, string[]> = {}
  for (const table of tables)
    rows[table] = await list(
      `select regexp_replace(t::text, '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:[\\d.]+\\+00', 'T', 'g') from ${table} t`,
    )
  return {
    ...rows,
    columns: await list(
      `select format('%s.%s %s %s %s %s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
        pg_get_expr(d.adbin, d.adrelid))
      from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace in ${ours} and a.attnum > 0 and not a.attisdropped`,
    ),
    constraints: await list(
      `select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace in ${ours}`,
    ),
    indexes: await list(`select indexdef from pg_indexes where schemaname = 'public'`),
    views: await list(
      `select oid::regclass || pg_get_viewdef(oid) from pg_class where relnamespace in ${ours} and relkind = 'v'`,
    ),
    functions: await list(`select pg_get_functiondef(oid) from pg_proc where pronamespace in ${ours}`),
    triggers: await list(
      `select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace in ${ours} and not tgisinternal`,
    ),
    sequences: await list(
      `select format('%s %s', sequencename, data_type) from pg_sequences where schemaname = 'public'`,
    ),
  }
}

test('a database that begins as the template is the one that the migrations make from nothing', async () => {
  const fromNothing = await openBothDatabases()[0]!.open()
  const fromTemplate = await openPglite(join(folder, 'database'))
  try {
    await migrate(fromTemplate.db, new Date(), { isNew: true })
    await ensurePartitions(fromTemplate.db, new Date())
    // what tests begin with may be of an earlier day, and have its partitions as well
    for (const { db } of [fromNothing, fromTemplate])
      await dropOldPartitions(db, new Date(), { journalDays: 1, meterMonths: 4 })
    const [is, wanted] = [await descriptionOf(fromTemplate.db), await descriptionOf(fromNothing.db)]
    expect(Object.keys(is)).toEqual(Object.keys(wanted))
    // `npm run release` makes the template; so does node server/dist/story/server/releases/release-template.js after `npm run build`
    for (const name of Object.keys(wanted)) expect(is[name], name).toEqual(wanted[name])
    expect(is.columns!.length).toBeGreaterThan(1000)
  } finally {
    await fromTemplate.close()
    await fromNothing.close()
  }
})
