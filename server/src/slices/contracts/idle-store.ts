import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'

/** What is in force of a location on a day: its own terms, or those of the network. */
export interface IdleTermsRow {
  locationId: number
  graceMinutes: number
  blockMinutes: number
  blockMinor: number
  capMinor: number | null
  nightFrom: number | null
  nightTo: number | null
}

/** The terms that locations have on a day (YYYY-MM-DD); none where neither the location nor the network has any. */
export async function loadIdleTerms(
  db: Db,
  locationIds: readonly number[],
  day: string,
): Promise<Map<number, IdleTermsRow>> {
  if (locationIds.length === 0) return new Map()
  const { rows } = await sql<IdleTermsRow>`
    select l.id as "locationId", t.* from unnest(${locationIds}::bigint[]) as l(id) cross join lateral (
      select grace_minutes as "graceMinutes", block_minutes as "blockMinutes", block_minor as "blockMinor",
        cap_minor as "capMinor", night_from as "nightFrom", night_to as "nightTo"
      from idle_terms where (location_id = l.id or location_id is null) and valid_from <= ${day}
      order by location_id is null, valid_from desc limit 1) t`.execute(db)
  return new Map(rows.map((row) => [row.locationId, row]))
}
