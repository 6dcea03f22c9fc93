import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

const epochMs = Date.UTC(2026, 0, 1)

/**
 * Has the next order's number lie above the seconds since 2026. A database that was restored from a backup has forgotten numbers
 * that stations still hold; while fewer than one a second are given out, none of them comes again. They stay below 2^31, the
 * most that a transaction of OCPP 1.6 may bear, until 2094.
 */
export async function raiseOrderIds(db: Db, now: Date): Promise<void> {
  const least = Math.floor((now.getTime() - epochMs) / 1000)
  await sql`select setval('orders_id_seq', ${least}::bigint) from orders_id_seq where last_value < ${least}::bigint`.execute(
    db,
  )
}
