import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { lockFolder } from './folder-lock.ts'
import { openEmbedded } from './pglite.ts'
import type { Db, Schema } from './schema.ts'

export interface Database {
  db: Db
  kind: 'embedded' | 'postgres'
  close(): Promise<void>
}

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const DATE_ARRAY = 1182
const NUMERIC = 1700

const TEXT_ARRAY = 1009

type Parse = (text: string) => unknown
const ofPg = pg.types.getTypeParser as (oid: number, format?: string) => Parse
const arrayOf = (parse: Parse) => (text: string) =>
  (ofPg(TEXT_ARRAY)(text) as (string | null)[]).map((one) => (one === null ? null : parse(one)))

/** int8 and numeric (sums of int8) become numbers, a date stays 'YYYY-MM-DD'; the rest as pg parses it. */
const ours = new Map<number, Parse>([
  [INT8, Number],
  [NUMERIC, Number],
  [INT8_ARRAY, arrayOf(Number)],
  [DATE, (text) => text],
  [DATE_ARRAY, arrayOf((text) => text)],
])

const types = {
  getTypeParser: (oid: number, format?: string) =>
    (format !== 'binary' && ours.get(oid)) || ofPg(oid, format),
}

/** Opens PostgreSQL when DATABASE_URL is set, else the embedded database in DATA_DIR; throws FolderLocked when that is in use. */
export async function openDatabase(config: {
  databaseUrl: string | null
  databasePool: number
  dataDir: string
}): Promise<Database> {
  if (config.databaseUrl) return openPostgres(config.databaseUrl, config.databasePool)
  const unlock = lockFolder(config.dataDir)
  try {
    const database = await openPglite(join(config.dataDir, 'database'))
    return {
      ...database,
      close: async () => {
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** A pool of connections to a PostgreSQL server. */
export function openPostgres(databaseUrl: string, connections: number): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    types,
    // queries that do not wait for one another go out together
    pipeline: true,
    application_name: 'stationmaster',
    // queries here are short: compiling one, as PostgreSQL does on a high estimate, takes longer than any of them
    options: '-c timezone=UTC -c jit=off',
  })
  pool.on('connect', gatherWrites)
  return over(pool, 'postgres', async () => {})
}

/** Lets the queries of one turn leave in one packet: the driver would write, and wake the server, for each. */
function gatherWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  const uncork = stream.uncork.bind(stream)
  stream.uncork = () => process.nextTick(uncork)
}

/**
 * The embedded database. It has one session, so its pool has one connection: connect waits in line, and a transaction
 * has the session to itself until it is released.
 */
export async function openPglite(
  dataDir: string | null,
  snapshot?: Uint8Array,
): Promise<Database & { dump(): Promise<Uint8Array> }> {
  const embedded = await openEmbedded(dataDir, snapshot)
  const pool = new pg.Pool({
    stream: () => embedded.connect(),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    types,
  })
  return { ...over(pool, 'embedded', () => embedded.close()), dump: () => embedded.dump() }
}

function over(pool: pg.Pool, kind: Database['kind'], ended: () => Promise<void>): Database {
  // an idle connection that breaks is replaced by the pool; the next query reports what is wrong
  pool.on('error', () => {})
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    kind,
    close: async () => {
      await db.destroy()
      await ended()
    },
  }
}
