import { setTimeout as delay } from 'node:timers/promises'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutor,
  sql,
} from 'kysely'
import type { Db, Schema, Tx } from '../schema/schema.ts'
import { codeOf } from './database-fault.ts'

/**
 * Sends the commit right behind queries that are under way, which saves a round trip; resolves with their results once it is
 * committed. No query may follow, and their results can undo nothing any more: a condition must stand in the query itself.
 */
export type CommitWith = <T>(queries: Promise<T>) => Promise<T>

/**
 * Runs work in a transaction. Queries that the work does not await one by one are sent together, the first of them with BEGIN, which
 * matters where stations wait: `db.transaction()` sends each only after the answer to the one before. They are carried out in the
 * order in which they were sent. Rolls back when the work throws.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx, commitWith: CommitWith) => Promise<T>): Promise<T> {
  const executor = db.getExecutor()
  return executor.provideConnection(async (connection) => {
    const observed = new TransactionConnection(connection)
    const tx = boundTo(executor.withConnectionProvider({ provideConnection: (use) => use(observed) })) as Tx
    let committed: Promise<unknown> | undefined
    const commit = () => {
      committed = sql`commit`.execute(tx)
      return committed
    }
    const begun = sql`begin`.execute(tx)
    try {
      const [result] = await Promise.all([work(tx, (last) => committedWith(last, commit)), begun])
      await (committed ?? commit())
      return result
    } catch (error) {
      // where that fails too, the connection is lost and the pool drops it
      await sql`rollback`.execute(tx).catch(() => undefined)
      throw isFollowing(error) ? observed.fault : error
    }
  })
}

/**
 * A query that could not even be sent has failed by the end of this turn, and the others are not committed without it. One that the
 * database refuses makes its COMMIT a rollback.
 */
async function committedWith<T>(queries: Promise<T>, commit: () => Promise<unknown>): Promise<T> {
  let isLost = false
  queries.catch(() => {
    isLost = true
  })
  // from here on, the next tick comes when nothing is left to be resolved
  await undefined
  await new Promise<void>((resolve, reject) => {
    process.nextTick(() => {
      if (isLost) resolve()
      else commit().then(() => resolve(), reject)
    })
  })
  return queries
}

/** What a Kysely needs whose connection is there already. */
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const bound = { config: { dialect }, dialect, driver: new DummyDriver() }

/** A database that asks what an executor provides, whose connections somebody else opens and closes; `driver` begins its transactions. */
export const boundTo = (executor: QueryExecutor, driver: Driver = bound.driver): Db =>
  new Kysely<Schema>({ ...bound, driver, executor })

/**
 * A connection in a transaction. It keeps the first error it gave: queries that left behind it fail for its sake, and may be heard of
 * sooner. A query that comes after the end belongs to no transaction and would be kept by itself: it fails, and is not sent. Work that runs
 * beside work which has failed sends some.
 */
class TransactionConnection implements DatabaseConnection {
  fault: unknown
  #hasEnded = false

  constructor(private readonly connection: DatabaseConnection) {}

  async executeQuery<R>(query: Parameters<DatabaseConnection['executeQuery']>[0]) {
    const ends = query.sql === 'commit' || query.sql === 'rollback'
    // a commit that has failed is followed by a rollback
    if (this.#hasEnded && query.sql !== 'rollback')
      throw new Error(`A query came after the end of its transaction: ${query.sql}`)
    if (ends) this.#hasEnded = true
    try {
      return await this.connection.executeQuery<R>(query)
    } catch (error) {
      this.fault ??= error
      throw error
    }
  }

  streamQuery<R>(...given: Parameters<DatabaseConnection['streamQuery']>) {
    return this.connection.streamQuery<R>(...given)
  }
}

/** A query was refused only because one before it had failed (SQLSTATE in_failed_sql_transaction). */
const isFollowing = (error: unknown): boolean => codeOf(error) === '25P02'

const attemptsMost = 6
/** the pause before an attempt is random and at most this, doubled each time: who waits for the same rows gets them meanwhile */
const pauseMs = 20

/** Another transaction was in the way, and the database ended this one: a deadlock, a serialization failure. */
export const isCollision = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** The same, or another transaction was first with a unique key: work that looks again may decide otherwise. */
export const isRace = (error: unknown): boolean => isCollision(error) || codeOf(error) === '23505'

/**
 * Runs work in a transaction, and again where the database ended it because of a deadlock or a conflict: for work that locks many
 * rows beside the stations' batches. The work must only read and write the database.
 */
export async function inRepeatableTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  isRepeated: (error: unknown) => boolean = isCollision,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, work)
    } catch (error) {
      if (attempt >= attemptsMost || !isRepeated(error)) throw error
      await delay(Math.random() * pauseMs * 2 ** attempt)
    }
  }
}
