import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../../platform/http/caller.ts'
import type { Db } from '../../../../platform/schema/schema.ts'

/**
 * The SQL condition that a column (e.g. 'o.location_id') holds a location that the caller may see: the one place where
 * scope is decided. An administrator sees the whole network; a manager the locations they own or are assigned to; operator
 * and accounter those of their owner, or all without one; an app-developer none. An API key may be narrowed to some of them.
 */
export function visibleLocations(caller: Viewer, column: string): RawBuilder<SqlBool> {
  const within = caller.key?.within
  if (!within) return locationsOfRole(caller, column)
  return sql<SqlBool>`(${sql.ref(column)} = any(${within.locationIds}::bigint[])
    and ${locationsOfRole({ ...caller, role: within.of }, column)})`
}

function locationsOfRole(caller: Viewer, column: string): RawBuilder<SqlBool> {
  switch (caller.role) {
    case 'administrator':
      return sql<SqlBool>`true`
    case 'manager':
      return sql<SqlBool>`${sql.ref(column)} in (
        select id from locations where owner_id = ${caller.id}
        union all select location_id from location_managers where manager_id = ${caller.id})`
    case 'operator':
    case 'accounter':
      if (caller.ownerId === null) return sql<SqlBool>`true`
      return sql<SqlBool>`${sql.ref(column)} in (select id from locations where owner_id = ${caller.ownerId})`
    case 'app-developer':
      return sql<SqlBool>`false`
  }
}

/** The ids of the locations that a caller may see; null: all of them. */
export async function loadVisibleIds(db: Db, caller: Viewer): Promise<ReadonlySet<number> | null> {
  if (caller.role === 'administrator') return null
  const rows = await db.selectFrom('locations').select('id').where(visibleLocations(caller, 'id')).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Whether the caller may see a location. */
export async function seesLocation(db: Db, caller: Viewer, id: number): Promise<boolean> {
  const { rows } =
    await sql`select from locations where id = ${id} and ${visibleLocations(caller, 'id')}`.execute(db)
  return rows.length > 0
}
