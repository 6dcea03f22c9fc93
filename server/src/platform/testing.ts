import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Config, readConfig } from '../config.ts'
import { type Database, openPglite, openPostgres } from './database.ts'
import { migrate, readMigrations } from './migrate.ts'
import { ensurePartitions } from './partitions.ts'

export interface TestDatabase {
  name: string
  /** A fresh migrated database; closing it removes it. */
  open(): Promise<Database>
}

/** The databases that a test runs on: the embedded one, and PostgreSQL when TEST_DATABASE_URL names a server. For describe.each. */
export function openTestDatabases(): TestDatabase[] {
  const databases: TestDatabase[] = [{ name: 'embedded', open: openMigratedPglite }]
  const server = process.env.TEST_DATABASE_URL
  if (server) databases.push({ name: 'postgres', open: () => openFreshPostgres(server) })
  return databases
}

async function openMigratedPglite(): Promise<Database> {
  const migrations = readMigrations()
  const key = createHash('sha256').update(migrations.map(({ hash }) => hash).join())
  const file = join(tmpdir(), `stationmaster-test-${key.digest('hex').slice(0, 16)}.tar`)
  if (!existsSync(file)) {
    const blank = await openPglite(null)
    await migrate(blank.db, new Date(), migrations)
    const half = `${file}.${process.pid}`
    writeFileSync(half, await blank.dump())
    renameSync(half, file)
    await blank.close()
  }
  const database = await openPglite(null, readFileSync(file))
  await ensurePartitions(database.db, new Date())
  return database
}

async function openFreshPostgres(server: string): Promise<Database> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await runOn(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = openPostgres(url.href, 10)
  await migrate(database.db, new Date())
  await ensurePartitions(database.db, new Date())
  return {
    ...database,
    close: async () => {
      await database.close()
      await runOn(server, `drop database ${name} with (force)`)
    },
  }
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A configuration for tests: a folder of its own, quiet, no limits in the way. */
export function testConfig(env: Record<string, string> = {}, argv: string[] = ['--empty']): Config {
  const dataDir = mkdtempSync(join(tmpdir(), 'stationmaster-'))
  return readConfig(
    { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '1000000', ...env },
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
    const url = new URL(server)
    url.pathname = `/${name}`
    return { url: url.href, drop: () => runOn(server, `drop database ${name} with (force)`) }
  }
  return [...urls, { name: 'postgres', create }]
}
