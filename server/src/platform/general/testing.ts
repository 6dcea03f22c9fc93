import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { type Config, readConfig } from '../../config/config.ts'
import { type Database, openPglite, openPostgres } from '../database/database.ts'
import { migrate, readMigrations } from '../database/migrating/migrate.ts'
import { withOneConnection } from '../database/one-connection.ts'
import { ensurePartitions } from '../statements/partitions.ts'

/** What 2.1 shares with 2.0.1 is one code: a story that is about neither runs in two versions, not in three. */
export const twoVersions = ['ocpp2.0.1', 'ocpp1.6'] as const

export interface TestDatabase {
  name: string
  /** A fresh migrated database; closing it removes it. */
  open(): Promise<Database>
}

/**
 * The database that a story runs on, as a list for describe.each: PostgreSQL when TEST_DATABASE_URL names a server, which is many
 * times faster, else the embedded one.
 */
export function openTestDatabases(): TestDatabase[] {
  const databases = openBothDatabases()
  if (databases.length === 1) warnOfEmbedded()
  return databases.slice(-1)
}

let isWarned = false

function warnOfEmbedded(): void {
  if (isWarned) return
  isWarned = true
  process.stderr.write(
    'TEST_DATABASE_URL is not set: stories run on the embedded database, many times slower.\n',
  )
}

/** A fresh migrated database of that kind; closing it removes it. */
export const openTestDatabase = (): Promise<Database> => openTestDatabases()[0]!.open()

/** Both databases, for tests whose outcome could differ between them: transactions, locks, order of rows, restarts. For describe.each. */
export function openBothDatabases(): TestDatabase[] {
  const databases: TestDatabase[] = [{ name: 'embedded', open: openMigratedPglite }]
  const server = process.env.TEST_DATABASE_URL
  if (server) databases.push({ name: 'postgres', open: () => openFreshPostgres(server) })
  return databases
}

async function openMigratedPglite(): Promise<Database> {
  const migrations = readMigrations()
  const file = join(tmpdir(), `stationmaster-test-${printOf(migrations)}.tar`)
  if (!existsSync(file)) {
    const blank = await openPglite(null)
    await migrateWhole(blank, migrations)
    const half = `${file}.${process.pid}`
    writeFileSync(half, await blank.dump())
    renameSync(half, file)
    await blank.close()
  }
  const database = await openPglite(null, readFileSync(file))
  await ensurePartitions(database.db, new Date())
  return database
}

/** A template has the days' partitions too; a copy of an older one makes those that are missing. */
async function migrateWhole({ db }: Database, migrations: ReturnType<typeof readMigrations>): Promise<void> {
  await migrate(db, new Date(), { migrations })
  await ensurePartitions(db, new Date())
}

async function openFreshPostgres(server: string): Promise<Database> {
  const { url, drop } = await copyTemplate(server)
  const database = openPostgres(url, 10)
  await ensurePartitions(database.db, new Date())
  return {
    ...database,
    db: withOneConnection(database.db, failRun),
    stationDb: withOneConnection(database.stationDb, failRun),
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/** An empty database that a dump of SQL statements was read into; closing it removes it. */
export async function openDump(dump: string): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const blank = await openPglite(null)
    await sql.raw(dump).execute(blank.db)
    return blank
  }
  const name = `dump_${randomBytes(6).toString('hex')}`
  await runOn(server, `create database ${name}`)
  const drop = () => runOn(server, `drop database ${name} with (force)`)
  await runOn(urlOf(server, name), dump)
  const database = openPostgres(urlOf(server, name), 10)
  return {
    ...database,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/** Fails the run, even if the error is caught. */
function failRun(error: Error): void {
  setImmediate(() => {
    throw error
  })
}

/** A database that a server process may have for itself. */
export interface ServerDatabase {
  url: string
  drop(): Promise<void>
}

/** Every row of every table of a database, as text. */
export async function* dumpDatabase(url: string): AsyncGenerator<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`)
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`)
      yield rows.map(({ text }) => text).join('\n')
    }
  } finally {
    await client.end()
  }
}

/** A fresh migrated database of PostgreSQL; undefined where TEST_DATABASE_URL names no server. */
export async function createServerDatabase(): Promise<ServerDatabase | undefined> {
  const server = process.env.TEST_DATABASE_URL
  return server ? copyTemplate(server) : undefined
}

async function copyTemplate(server: string): Promise<ServerDatabase> {
  const template = await makeTemplate(server)
  const name = `test_${randomBytes(6).toString('hex')}`
  // page by page through the log, as is usual, takes three times as long
  await runOn(server, `create database ${name} template ${template} strategy file_copy`)
  return { url: urlOf(server, name), drop: () => runOn(server, `drop database ${name} with (force)`) }
}

/**
 * The name of a migrated database that fresh ones are copied from: made by who asks first, the others wait for it. `prepare` does to it
 * what would be done to each copy.
 */
export async function makeTemplate(
  server: string,
  prepare?: (database: Database) => Promise<void>,
): Promise<string> {
  const migrations = readMigrations()
  const name = `template_${printOf(migrations)}`
  await onServer(server, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('${name}'))`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    // renamed when it is whole: one that was cut off in the middle is never taken for a template
    const half = `${name}_half`
    await client.query(`drop database if exists ${half} with (force)`)
    await client.query(`create database ${half}`)
    const database = openPostgres(urlOf(server, half), 2)
    await migrateWhole(database, migrations)
    await prepare?.(database)
    await database.close()
    await client.query(`alter database ${half} rename to ${name}`)
  })
  return name
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

const printOf = (migrations: { hash: string }[]) =>
  createHash('sha256')
    .update(migrations.map(({ hash }) => hash).join())
    .digest('hex')
    .slice(0, 16)

export const runOn = (server: string, statement: string) =>
  onServer(server, (client) => client.query(statement))

async function onServer(server: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(server)
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** A configuration for tests: a folder of its own, quiet, no limits in the way. */
export function testConfig(env: Record<string, string> = {}, argv: string[] = ['--empty']): Config {
  const dataDir = mkdtempSync(join(tmpdir(), 'stationmaster-'))
  return readConfig(
    {
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      REQUESTS_PER_MINUTE: '1000000',
      // tills and plans are only in the stories that tell of them
      FISCAL_TILL: 'none',
      PLANS: 'off',
      ...env,
    },
    argv,
  )
}

/** Where a server process of its own may keep its data: the embedded database (null), and a fresh PostgreSQL database. */
export function openServerUrls(): {
  name: string
  create(): Promise<{ url: string | null; drop(): Promise<void> }>
}[] {
  const urls = [
    { name: 'embedded', create: async () => ({ url: null as string | null, drop: async () => {} }) },
  ]
  const server = process.env.TEST_DATABASE_URL
  if (!server) return urls
  const create = async () => {
    const name = `test_${randomBytes(6).toString('hex')}`
    await runOn(server, `create database ${name}`)
    return { url: urlOf(server, name), drop: () => runOn(server, `drop database ${name} with (force)`) }
  }
  return [...urls, { name: 'postgres', create }]
}
