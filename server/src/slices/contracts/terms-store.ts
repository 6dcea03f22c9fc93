import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import type { AgreedFee, BankRate } from './rules.ts'

/** Whose a location's takings are, and the fees that were agreed on with them. */
export interface Sharing {
  locationId: number
  ownerId: number | null
  fees: AgreedFee[]
}

export async function loadSharing(db: Db, locationIds: readonly number[]): Promise<Sharing[]> {
  if (locationIds.length === 0) return []
  const { rows } = await sql<Sharing>`
    select l.id as "locationId", l.owner_id as "ownerId", coalesce(
      (select json_agg(json_build_object('validFrom', c.valid_from, 'agentFeeBp', c.agent_fee_bp))
        from contracts c where c.owner_id = l.owner_id), '[]'::json) as fees
    from location_view l where l.id = any(${locationIds}::bigint[])`.execute(db)
  return rows
}

export async function loadRates(db: Db): Promise<BankRate[]> {
  const { rows } = await sql<BankRate>`
    select provider, method_type as "methodType", rate_bp as "rateBp", valid_from as "validFrom" from bank_rates`.execute(
    db,
  )
  return rows
}
