import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import type { Caller } from '../../platform/caller.ts'
import { Failure } from '../../platform/failure.ts'
import type { Db } from '../../platform/schema.ts'
import { inRepeatableTransaction } from '../../platform/transaction.ts'
import type { StaffParts } from './change.ts'
import { lockManager } from './store.ts'

/** The locations that are assigned to a manager, by name. */
export const listAssigned = (db: Db, managerId: number) =>
  db
    .selectFrom('location_managers')
    .innerJoin('locations', 'locations.id', 'location_managers.location_id')
    .select(['locations.id', 'locations.name', 'locations.city', 'locations.street'])
    .where('location_managers.manager_id', '=', managerId)
    .where('locations.deleted_at', 'is', null)
    .orderBy('locations.name')
    .orderBy('locations.id')
    .execute()

/** Assigns exactly these locations; throws manager.not_found or location.not_found. Holds for the very next call. */
export async function assignLocations(
  { db, clock, live }: StaffParts,
  caller: Caller,
  { id, locationIds, remoteAddress }: { id: number; locationIds: readonly number[]; remoteAddress: string },
): Promise<void> {
  const wanted = [...new Set(locationIds)].sort((a, b) => a - b)
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    if (!(await lockManager(tx, id))) throw new Failure('manager.not_found')
    const known = await tx
      .selectFrom('locations')
      .select('id')
      .where('id', 'in', wanted.length > 0 ? wanted : [0])
      .where('deleted_at', 'is', null)
      .execute()
    if (known.length !== wanted.length) throw new Failure('location.not_found')
    const before = (await listAssigned(tx, id)).map((location) => location.id).sort((a, b) => a - b)
    if (before.join() === wanted.join()) return
    await tx.deleteFrom('location_managers').where('manager_id', '=', id).execute()
    await sql`insert into location_managers (location_id, manager_id)
      select unnest(${wanted}::bigint[]), ${id}::bigint`.execute(tx)
    await audit(tx, {
      caller,
      action: 'manager.assign_locations',
      subjectType: 'manager',
      subjectId: id,
      before,
      after: wanted,
      remoteAddress,
      at,
    })
  })
  live.dismiss(id)
}
