import { sql } from 'kysely'
import { codeOf } from './database-fault.ts'
import type { Db, Tx } from './schema.ts'

/**
 * Runs work in a transaction whose first queries leave together with its BEGIN: one wait for the database less than
 * `db.transaction()`, which counts where a batch is all that is under way. Rolls back when the work throws.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const tx = connection as Tx
    const begun = sql`begin`.execute(connection)
    try {
      const [result] = await Promise.all([work(tx), begun])
      await sql`commit`.execute(connection)
      return result
    } catch (error) {
      // where that fails too, the connection is lost and the pool lets go of it
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}

const attemptsMost = 4

/** Another transaction was in the way, and the database ended this one: a deadlock, a serialization failure. */
const isCollision = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** The same, or another transaction was first with a unique key: work that looks again may decide otherwise. */
export const isRace = (error: unknown): boolean => isCollision(error) || codeOf(error) === '23505'

/**
 * Runs work in a transaction, anew where the database has ended it for another's sake: for work that locks many rows beside the
 * stations' batches. The work does nothing but read and write the database.
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
    }
  }
}
