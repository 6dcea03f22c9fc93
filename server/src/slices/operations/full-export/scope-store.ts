import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

/** The locations of an owner, those that were removed included. */
export async function listOwnLocations(db: Db, ownerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from location_view where owner_id = ${ownerId} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether there is, or was, a location. */
export async function isLocation(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from location_view where id = ${id}`.execute(db)
  return rows.length > 0
}
