import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import type { AgreedFee, BankRate } from './rules.ts'

/** Whose the takings of locations are. */
export async function loadOwners(
  db: Db,
  locationIds: readonly number[],
): Promise<{ id: number; ownerId: number | null }[]> {
  if (locationIds.length === 0) return []
  const { rows } = await sql<{ id: number; ownerId: number | null }>`
    select id, owner_id as "ownerId" from location_view where id = any(${locationIds}::bigint[])`.execute(db)
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
