import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { first } from '@stationmaster/units'
import { type Kysely, sql } from 'kysely'
import type { Db, Schema } from '../../schema/schema.ts'
import { type StartReport, silentReport } from '../../watching/start-report.ts'
import { codeOf } from '../database-fault.ts'
import { type Applied, everyVersion, MigrationError, missingOf } from './known-schema.ts'

export interface Migration {
  number: number
  name: string
  hash: string
  /** the oldest version whose servers work once it is applied; null: nobody has looked */
  worksFrom: string | null
  sql: string
}

const folder = new URL('../../../../migrations/', import.meta.url)
/** any constant of ours: two servers that start at once migrate one after the other */
const lockKey = 7_283_640_115
/** `npm run check` looks at those from here on: what comes before was released when a server knew no newer schema */
const firstLookedAt = 310
/** the first line of a migration that does more than add, and that servers from a version on can bear all the same */
const worksFromLine = /^-- works from (\d+\.\d+\.\d+): /

/** The numbered .sql files of server/migrations, in order; numbers may be left out, for changes that are made side by side. */
export function readMigrations(from: URL = folder): Migration[] {
  const files = readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  let last = 0
  return files.map((name) => {
    const number = Number(/^(\d{4})-/.exec(name)?.[1])
    if (!(number > last)) throw new MigrationError(`Migration ${name} does not follow number ${last}.`)
    last = number
    const text = readFileSync(new URL(name, from), 'utf8')
    const worksFrom = number < firstLookedAt ? null : (worksFromLine.exec(text)?.[1] ?? everyVersion)
    return { number, name, sql: text, worksFrom, hash: createHash('sha256').update(text).digest('hex') }
  })
}

/**
 * Brings the schema up to date, forward only, in one transaction for each file, and reports progress; answers how many files that took.
 * Throws MigrationError when an applied migration has changed, when the database is newer than this version can bear, and when the
 * disk has no room to change a database that is in use; `freeBytes` answers null where the free space is unknown.
 */
export async function migrate(
  db: Db,
  now: Date,
  {
    migrations = readMigrations(),
    report = silentReport,
    freeBytes = async () => null,
    isNew = false,
  }: {
    migrations?: Migration[]
    report?: StartReport
    freeBytes?(): Promise<number | null>
    /** nobody has used the database, though it may have a template's schema */
    isNew?: boolean
  } = {},
): Promise<number> {
  return db.connection().execute(async (connection) => {
    // another server may be migrating, and a change of a large table takes its time
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${sql.lit(lockKey)})`.execute(connection)
    try {
      await sql`create table if not exists migrations (
        number integer primary key, name text not null, hash text not null, applied_at timestamptz not null
      )`.execute(connection)
      const applied = await listApplied(connection)
      const steps = missingOf(applied, migrations)
      if (steps.length > 0) {
        const from = isNew ? null : (applied.at(-1)?.number ?? null)
        await applyAll(connection, now, { from, steps }, { report, freeBytes })
      }
      return steps.length
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(lockKey)})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** PostgreSQL's code where a table is not there */
const undefinedTable = '42P01'

/** Throws MigrationError unless this version works with the schema as it is; changes nothing. */
export async function mustBeMigrated(db: Db, migrations = readMigrations()): Promise<void> {
  const applied = await listApplied(db).catch((error: unknown): Applied[] => {
    if (codeOf(error) !== undefinedTable) throw error
    return []
  })
  const missing = missingOf(applied, migrations).at(-1)
  if (!missing) return
  const last = applied.at(-1)
  const state = last ? `is at ${fourDigits(last.number)}` : 'is empty'
  throw new MigrationError(
    `The database ${state}, and this version needs ${fourDigits(missing.number)}: run npm run migrate first, or start without --no-migrate.`,
  )
}

const listApplied = (connection: Kysely<Schema>): Promise<Applied[]> =>
  connection.selectFrom('migrations').selectAll().orderBy('number').execute()

/** What was not applied yet, and the number of the last one that was; null in a new database. */
interface Missing {
  from: number | null
  steps: Migration[]
}

async function applyAll(
  connection: Kysely<Schema>,
  now: Date,
  { from, steps }: Missing,
  { report, freeBytes }: { report: StartReport; freeBytes(): Promise<number | null> },
): Promise<void> {
  // there is at least one step
  const to = fourDigits(steps.at(-1)!.number)
  let name = `Laying out the database (${to})`
  if (from !== null) {
    const size = await sizeOf(connection)
    mustFit(size, await freeBytes())
    name = `Bringing the database from ${fourDigits(from)} to ${to}, about ${secondsFor(steps.length, size.bytes)} s`
  }
  // 0.1.0 made the table without it
  await sql`alter table migrations add column if not exists works_from text`.execute(connection)
  await report.step(name, async (progress) => {
    for (const [index, migration] of steps.entries()) {
      await connection.transaction().execute(async (tx) => {
        await sql.raw(migration.sql).execute(tx)
        const { number, name, hash, worksFrom: works_from } = migration
        await tx
          .insertInto('migrations')
          .values({ number, name, hash, works_from, applied_at: now })
          .execute()
      })
      progress(index + 1, steps.length)
    }
  })
}

const fourDigits = (number: number): string => String(number).padStart(4, '0')

interface Size {
  /** of the whole database */
  bytes: number
  /** of its largest table with indexes: a change may have to write a second copy of it */
  largestBytes: number
}

async function sizeOf(connection: Kysely<Schema>): Promise<Size> {
  const { rows } = await sql<Size>`select pg_database_size(current_database()) as bytes,
    coalesce(max(pg_total_relation_size(oid)), 0) as "largestBytes" from pg_class where relkind = 'r'`.execute(
    connection,
  )
  return first(rows)
}

/** what a change writes to its log beside the table itself */
const logBytes = 64 * 1024 * 1024
const mebibyte = 1024 * 1024

function mustFit({ largestBytes }: Size, free: number | null): void {
  const needed = largestBytes + logBytes
  if (free === null || free >= needed) return
  throw new MigrationError(
    `To update the database about ${Math.ceil(needed / mebibyte)} MB must be free on the disk of DATA_DIR, and there are ${Math.floor(free / mebibyte)} MB. Make room and start again; nothing has been changed.`,
  )
}

/** an average change of a small table, and of so many bytes: measured on two cores of a server of 2020 */
const secondsAChange = 0.03
const bytesASecond = 100 * mebibyte

/** How long an update takes, in whole seconds: most changes touch one table of many, some rewrite the largest one. */
const secondsFor = (changes: number, bytes: number): number =>
  Math.ceil(changes * secondsAChange + bytes / bytesASecond)
