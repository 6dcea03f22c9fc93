import { sql } from 'kysely'
import type { Db, Schema } from '../schema/schema.ts'

/** Rows that one statement removes, so that it holds its locks for a moment only. */
const stepMost = 5_000

/**
 * Removes the rows of a table that are older than a moment, step by step, each in a transaction of its own. Several servers may
 * do it at once, and any may be ended in between: what is left goes the next time.
 */
export async function removeBefore(
  db: Db,
  table: keyof Schema | 'frames_default' | 'meter_samples_default',
  column: string,
  before: Date,
  most = stepMost,
): Promise<void> {
  const from = sql.table(table)
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${from} where ctid = any(array(
        select ctid from ${from} where ${sql.ref(column)} < ${before} limit ${most} for update skip locked))`.execute(
      db,
    )
    if (Number(numAffectedRows) < most) return
  }
}
