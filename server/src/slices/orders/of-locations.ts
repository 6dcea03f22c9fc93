import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'

/** How many orders a location has, and how many of them are open. */
export async function countOrdersOf(db: Db, locationId: number): Promise<{ all: number; open: number }> {
  const { rows } = await sql<{ all: number; open: number }>`
    select count(*) as all, count(*) filter (
      where status in ('wait_payment', 'active', 'countdown', 'starting', 'started')) as open
    from orders where location_id = ${locationId}`.execute(db)
  return rows[0] ?? { all: 0, open: 0 }
}
