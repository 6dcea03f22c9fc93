import { sql } from 'kysely'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'

/** Notes that somebody knows what the network bears of an order; resolves with that, undefined where nothing is to be noted. */
export async function updateBorneNoted(tx: Tx, caller: Caller, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ borneMinor: number }>`
    update orders o set borne_noted_minor = borne_minor
    where o.id = ${id} and o.borne_minor > o.borne_noted_minor and not o.needs_review
      and ${visibleLocations(caller, 'o.location_id')}
    returning borne_minor as "borneMinor"`.execute(tx)
  return rows[0]?.borneMinor
}
