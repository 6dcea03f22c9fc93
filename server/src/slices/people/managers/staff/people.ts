import type { Person } from '@stationmaster/contract'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { PlanFacts } from '../view.ts'
import type { PersonRow } from './people-store.ts'

/** Nobody may change their own role or block themselves, so that one administrator always remains. */
export function mayChange(caller: Caller, id: number, hasSecondFactor = false): Person['can'] {
  const other = caller.role === 'administrator' && caller.id !== id
  return { change_role: other, block: other, reset_second_factor: other && hasSecondFactor }
}

/** A person of the staff, as the caller may see them. */
export const viewOf = (
  caller: Caller,
  { last_seen_at, created_at, ...row }: PersonRow,
  locations: number,
  plan: PlanFacts | undefined,
): Person => ({
  ...row,
  number_of_locations: locations,
  subscription_id: plan?.subscription_id ?? null,
  last_seen_at: last_seen_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  can: mayChange(caller, row.id, row.second_factor),
})
