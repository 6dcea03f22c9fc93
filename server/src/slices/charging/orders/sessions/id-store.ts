import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

const epochMs = Date.UTC(2026, 0, 1)

/**
 * Raises the next order's number above the number of seconds since 2026. A database restored from a backup does not know numbers
 * that stations still hold; as long as fewer than one a second are used, none is used twice. Numbers stay below 2^31, the highest
 * transaction id of OCPP 1.6, until 2094.
 */
export async function raiseOrderIds(db: Db, now: Date): Promise<void> {
  const least = Math.floor((now.getTime() - epochMs) / 1000)
  await sql`select setval('orders_id_seq', ${least}::bigint) from orders_id_seq where last_value < ${least}::bigint`.execute(
    db,
  )
}
