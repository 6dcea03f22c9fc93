import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

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

/** How many of some locations stand. */
export async function countStanding(tx: Tx, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from locations
    where id = any(${ids}::bigint[]) and deleted_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Assigns exactly these locations to a manager. */
export async function updateAssigned(tx: Tx, managerId: number, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('location_managers').where('manager_id', '=', managerId).execute()
  await sql`insert into location_managers (location_id, manager_id)
    select unnest(${ids}::bigint[]), ${managerId}::bigint`.execute(tx)
}

/** Assigns to a manager exactly those of some locations that stand. */
export async function assignStanding(tx: Tx, managerId: number, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('location_managers').where('manager_id', '=', managerId).execute()
  await sql`insert into location_managers (location_id, manager_id)
    select id, ${managerId}::bigint from locations
    where id = any(${ids}::bigint[]) and deleted_at is null`.execute(tx)
}

/** How many locations some managers own or run; who has none is absent. */
export async function countLocationsOf(db: Db, managerIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select id, count(*) as count from (
      select owner_id as id, id as location_id from locations
      where owner_id = any(${managerIds}::bigint[]) and deleted_at is null
      union
      select a.manager_id, a.location_id from location_managers a
      join locations l on l.id = a.location_id and l.deleted_at is null
      where a.manager_id = any(${managerIds}::bigint[])) of_manager
    group by id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
