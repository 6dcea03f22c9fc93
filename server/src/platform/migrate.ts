import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { StartError } from './database-fault.ts'
import type { Db, Schema } from './schema.ts'

/** The database does not fit this program; the message is the one line that a person reads. */
export class MigrationError extends StartError {}

export interface Migration {
  number: number
  name: string
  hash: string
  sql: string
}

const folder = new URL('../../migrations/', import.meta.url)
/** any constant of ours: two servers that start at once migrate one after the other */
const lockKey = 7_283_640_115

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
    return { number, name, sql: text, hash: createHash('sha256').update(text).digest('hex') }
  })
}

/**
 * Brings the schema up to date, forward only, one transaction a file; throws MigrationError when a migration that was
 * applied has changed or is gone.
 */
export async function migrate(db: Db, now: Date, migrations: Migration[] = readMigrations()): Promise<void> {
  await db.connection().execute(async (connection) => {
    // another server may be migrating, and a change of a large table takes its time
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${sql.lit(lockKey)})`.execute(connection)
    try {
      await sql`create table if not exists migrations (
        number integer primary key, name text not null, hash text not null, applied_at timestamptz not null
      )`.execute(connection)
      await applyMissing(connection, now, migrations)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(lockKey)})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function applyMissing(connection: Kysely<Schema>, now: Date, migrations: Migration[]): Promise<void> {
  const applied = await connection.selectFrom('migrations').selectAll().orderBy('number').execute()
  const known = new Map(migrations.map((file) => [file.number, file]))
  for (const past of applied) {
    const file = known.get(past.number)
    if (!file) {
      throw new MigrationError(
        `The database has migration ${past.name}, which this program does not know. Start a newer one.`,
      )
    }
    if (file.hash !== past.hash)
      throw new MigrationError(`Migration ${file.name} was changed after it was applied.`)
  }
  const done = new Set(applied.map(({ number }) => number))
  for (const migration of migrations.filter(({ number }) => !done.has(number))) {
    await connection.transaction().execute(async (tx) => {
      await sql.raw(migration.sql).execute(tx)
      const { number, name, hash } = migration
      await tx.insertInto('migrations').values({ number, name, hash, applied_at: now }).execute()
    })
  }
}
