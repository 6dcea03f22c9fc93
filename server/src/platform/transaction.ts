import { sql } from 'kysely'
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
