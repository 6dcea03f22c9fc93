import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import type { AgreedFee, BankRate } from './rules.ts'

export interface LocationTerms {
  ownerId: number | null
  cashbackPercent: number
}

/** Whose the takings of locations are, and the percent of cashback there. */
export async function loadOwners(
  db: Db,
  locationIds: readonly number[],
): Promise<(LocationTerms & { id: number })[]> {
  if (locationIds.length === 0) return []
  const { rows } = await sql<LocationTerms & { id: number }>`
    select id, owner_id as "ownerId", cashback_percent as "cashbackPercent" from location_view where id = any(${locationIds}::bigint[])`.execute(
    db,
  )
  return rows
}

export async function loadFees(db: Db): Promise<(AgreedFee & { ownerId: number })[]> {
  const { rows } = await sql<AgreedFee & { ownerId: number }>`
    select owner_id as "ownerId", agent_fee_bp as "agentFeeBp", valid_from as "validFrom" from contracts`.execute(
    db,
  )
  return rows
}

export async function loadRates(db: Db): Promise<BankRate[]> {
  const { rows } = await sql<BankRate>`
    select provider, method_type as "methodType", rate_bp as "rateBp", valid_from as "validFrom" from bank_rates`.execute(
    db,
  )
  return rows
}
