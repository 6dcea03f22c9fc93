import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** Which of some companies are roaming partners. */
export async function listPartnersAmong(db: Db, fleetIds: readonly number[]): Promise<Set<number>> {
  if (fleetIds.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select c.fleet_id as id from partner_company_view c where c.fleet_id = any(${fleetIds}::bigint[])`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
