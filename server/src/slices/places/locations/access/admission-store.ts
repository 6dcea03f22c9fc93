import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** Whether a location (l) waits for its owner (m) to be admitted: administrators and who was let in need not be. */
export const waitsForAdmission = sql<SqlBool>`
  l.self_added and l.owner_id is not null and m.role <> 'administrator' and m.admitted_at is null`

/**
 * Whether a location's owner is admitted: what a manager has added by self-service sells nothing before an administrator has
 * let its owner in. True of a location that an administrator has added or given away, of nobody's, and of one that is not there.
 */
export async function ownerIsAdmitted(db: Db, locationId: number): Promise<boolean> {
  return (await listWaiting(db, [locationId])).size === 0
}

/** Those of some locations whose owners are not admitted. */
export async function listWaiting(db: Db, locationIds: readonly number[]): Promise<Set<number>> {
  if (locationIds.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select l.id from locations l join manager_view m on m.id = l.owner_id
    where l.id = any(${locationIds}::bigint[]) and ${waitsForAdmission}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Keeps that an administrator has given locations their owners: these wait for no admission. */
export async function updateGivenAway(tx: Tx, locationIds: readonly number[]): Promise<void> {
  await sql`update locations set self_added = false where id = any(${locationIds}::bigint[]) and self_added`.execute(
    tx,
  )
}
