import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../../config/config.ts'
import { lockFolder } from '../files/folder-lock.ts'
import { beginFolder } from '../files/unfinished.ts'
import { takeBackups } from '../general/backup.ts'
import { inTime } from '../jobs/in-time.ts'
import { ControlSocket } from '../listeners/control-socket.ts'
import type { Db, Schema } from '../schema/schema.ts'
import { awaitPostgres } from './await-postgres.ts'
import { DatabaseAway, StartError } from './database-fault.ts'
import { type Embedded, openEmbedded } from './pglite.ts'
import { type Done, lookUpPlans, PreparedStatements } from './prepared.ts'

/** How many connections of a pool are there, do nothing, and are waited for. */
export interface PoolUse {
  name: 'people' | 'stations' | 'replica'
  open: number
  idle: number
  waiting: number
}

const useOf = (name: PoolUse['name'], pool: pg.Pool): PoolUse => ({
  name,
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

export interface Database {
  db: Db
  /** The same database for what comes again and again, as stations' messages do: its statements are prepared. */
  stationDb: Db
  kind: 'embedded' | 'postgres'
  /** Through it commands of this machine reach the one process that holds an embedded database. */
  controlSocket?: ControlSocket
  /** Asks the database for a sign of life, within a time-out of its own; rejects when there is none. */
  probe(): Promise<void>
  /** it was made by opening it */
  isNew?: boolean
  /** Abandons the queries that run: a connection to a frozen server would wait for ever. */
  cut(): void
  /** The pools of connections, and how they are used. */
  pools(): PoolUse[]
  /** Free bytes on the disk that holds the database; null: unknown here. */
  freeBytes(): Promise<number | null>
  /** Gives memory back that it took for work which is over; left out: it is none of this process. */
  shrink?(): Promise<void>
  close(): Promise<void>
}

const int8Type = 20
const int8ArrayType = 1016
const dateType = 1082
const dateArrayType = 1182
const numericType = 1700

const textArrayType = 1009

type Parse = (text: string) => unknown
const ofPg = pg.types.getTypeParser as (oid: number, format?: string) => Parse
const arrayOf = (parse: Parse) => (text: string) =>
  (ofPg(textArrayType)(text) as (string | null)[]).map((one) => (one === null ? null : parse(one)))

/** int8 and numeric (sums of int8) become numbers, a date stays 'YYYY-MM-DD'; the rest as pg parses it. */
const ours = new Map<number, Parse>([
  [int8Type, Number],
  [numericType, Number],
  [int8ArrayType, arrayOf(Number)],
  [dateType, (text) => text],
  [dateArrayType, arrayOf((text) => text)],
])

const types = {
  getTypeParser: (oid: number, format?: string) =>
    (format !== 'binary' && ours.get(oid)) || ofPg(oid, format),
}

/**
 * Opens PostgreSQL when DATABASE_URL is set, as soon as it answers, else the embedded database in DATA_DIR; throws StartError when
 * neither can be had. `say` tells what is waited for, `rename` that it was not only opened.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir' | 'fileStore' | 'mode'>,
  say: (line: string) => void = () => undefined,
  rename: (done: string) => void = () => undefined,
): Promise<Database> {
  if (config.databaseUrl) {
    await awaitPostgres(config.databaseUrl, say)
    return openPostgres(config.databaseUrl, config.databasePool)
  }
  const unlock = lockFolder(config.dataDir)
  try {
    const folder = join(config.dataDir, 'database')
    beginFolder(config.dataDir, config.mode, say)
    const isNew = !existsSync(folder)
    if (isNew) rename('Making the embedded database')
    const database = await openPglite(folder).catch((error: Error) => {
      throw new StartError(
        `The embedded database in ${folder} cannot be opened: ${error.message.split('\n')[0]}. Restore a backup, or set another DATA_DIR.`,
      )
    })
    const controlSocket = await ControlSocket.open(config.dataDir)
    takeBackups(controlSocket, config, database.copyTo)
    return {
      ...database,
      isNew,
      controlSocket,
      freeBytes: () => freeBytesAt(folder),
      close: async () => {
        controlSocket.close()
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** queries here are short; what takes longer than this is stuck */
const longestStatementMs = 300_000
/** a transaction whose client is gone, or frozen, holds its locks no longer */
const longestIdleMs = 60_000
const connectMs = 15_000
const probeMs = 1500

/** Two batches of each kind that control/intake/intake.ts knows, and what is gathered beside them. */
const stationConnections = 6
/**
 * the plans of the embedded database lie in our own memory, and what it once took it keeps: 400 made 40 MB of it, these none that could
 * be seen
 */
const embeddedStatements = 128
/** how long a plan is used at most; PostgreSQL also makes a new one after it has analysed a table that has grown */
const longestPlanSeconds = 300

/** Pools of connections to a PostgreSQL server, one of them for stations' messages, and one connection that sees whether it lives. */
export function openPostgres(databaseUrl: string, connections: number): Database {
  const open = new Set<pg.PoolClient>()
  const settings = {
    timezone: 'UTC',
    // compiling a query, as PostgreSQL does on a high estimate, takes longer than any of them
    jit: 'off',
    statement_timeout: longestStatementMs,
    idle_in_transaction_session_timeout: longestIdleMs,
  }
  const pool = openPool({ max: connections, connectionString: databaseUrl }, settings, open)
  const stationPool = openPool(
    { max: stationConnections, maxLifetimeSeconds: longestPlanSeconds, connectionString: databaseUrl },
    { ...settings, ...lookUpPlans },
    open,
  )
  const statements = new PreparedStatements()
  stationPool.on('connect', (client) => prepareOn(client, statements))
  const watching = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: probeMs,
    application_name: 'stationmaster pulse',
  })
  tellLosses(watching)
  const db = over(pool)
  const stationDb = over(stationPool)
  return {
    db,
    stationDb,
    kind: 'postgres',
    probe: () => probeOver(watching),
    cut: () => {
      for (const client of open) streamOf(client).destroy(new Error('given up, as the database is silent'))
    },
    pools: () => [useOf('people', pool), useOf('stations', stationPool)],
    freeBytes: async () => null,
    close: async () => {
      await Promise.all([db.destroy(), stationDb.destroy()])
      await watching.end()
    },
  }
}

/** A pool whose connections have such settings; `open` holds those that there are. */
function openPool(
  options: pg.PoolConfig,
  settings: Record<string, string | number>,
  open: Set<pg.PoolClient>,
): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    types,
    pipeline: true,
    application_name: 'stationmaster',
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  pool.on('connect', (client) => {
    gatherWrites(client)
    open.add(client)
  })
  pool.on('remove', (client) => open.delete(client))
  return pool
}

/** Has the statements of a connection prepared; one whose schema has changed is closed. */
const prepareOn = (client: pg.PoolClient, statements: PreparedStatements) =>
  statements.prepare(client, (error) => streamOf(client).destroy(error))

async function probeOver(watching: pg.Pool): Promise<void> {
  const client = await watching.connect()
  try {
    await inTime(client.query('select 1'), probeMs)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

const streamOf = (client: pg.PoolClient): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream

/**
 * Lets the queries of one turn leave in one packet: the driver would write, and wake the server, for each. Those that follow in
 * its last tick (a commit: transaction.ts) still come in time.
 */
function gatherWrites(client: pg.PoolClient): void {
  const stream = streamOf(client)
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean
  let gathering = false
  const gather = (...given: unknown[]) => {
    if (!gathering) {
      gathering = true
      stream.cork()
      process.nextTick(() =>
        process.nextTick(() => {
          gathering = false
          stream.uncork()
        }),
      )
    }
    return write(...given)
  }
  Object.assign(stream, { write: gather })
}

/**
 * The embedded database. It has one session, so its pool has one connection: connect waits in line, and a transaction
 * has the session to itself until it is released. After `planSeconds` the next connection begins with new plans.
 */
export async function openPglite(
  dataDir: string | null,
  snapshot?: Uint8Array,
  planSeconds = longestPlanSeconds,
): Promise<Database & Pick<Embedded, 'dump' | 'copyTo'>> {
  const embedded = await openEmbedded(dataDir, snapshot)
  const pool = new pg.Pool({
    stream: () => embedded.connect(),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: planSeconds,
    // its session outlives a connection: what an earlier one has left is given up
    onConnect: (client) => client.query('rollback; deallocate all'),
    pipeline: true,
    types,
  })
  pool.on('connect', gatherWrites)
  // each connection chooses its own: what a start does often is not what a day does
  pool.on('connect', (client) => prepareOn(client, new PreparedStatements(embeddedStatements)))
  const db = over(pool)
  return {
    db,
    stationDb: db,
    kind: 'embedded',
    probe: async () => embedded.mustLive(),
    cut: () => undefined,
    // both share its only connection
    pools: () => [useOf('people', pool)],
    freeBytes: async () => null,
    close: async () => {
      await db.destroy()
      await embedded.close()
    },
    shrink: async () => {
      const client = await pool.connect()
      client.release(true)
      await embedded.shrink()
    },
    dump: embedded.dump,
    copyTo: embedded.copyTo,
  }
}

function over(pool: pg.Pool): Db {
  tellLosses(pool)
  const connect = () =>
    pool.connect().catch((error) => {
      throw new DatabaseAway(error)
    })
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } as unknown as pg.Pool }),
  })
}

/**
 * Every connection has an error listener from its first moment to its last: the pool listens to idle ones only, and an error without
 * a listener ends the process. Queries on a broken connection fail with DatabaseAway.
 */
function tellLosses(pool: pg.Pool): void {
  // an idle connection that breaks is replaced by the pool
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    let loss: Error | undefined
    client.on('error', (error) => {
      loss ??= error
    })
    const query = client.query.bind(client) as (config: unknown, values: unknown, done: Done) => void
    // the promises that the driver makes of its answers hold on to one another, and rows that nobody needs any more fill the heap
    Object.assign(client, {
      query: (config: unknown, values?: unknown) =>
        new Promise((resolve, reject) =>
          query(config, values, (error, result) => {
            if (error) reject(loss ? new DatabaseAway(error) : error)
            else resolve(result)
          }),
        ),
    })
  })
}
