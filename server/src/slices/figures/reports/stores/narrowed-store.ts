import { sql } from 'kysely'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'

/** The name of a station, if the caller may see it. */
export async function findStationName(db: Db, caller: Caller, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select s.id as name from station_view s where s.id = ${id} and ${visibleLocations(caller, 's.location_id')}`.execute(
    db,
  )
  return rows[0]?.name
}

/** The station, number and type of a connector, if the caller may see it. */
export async function findConnectorName(db: Db, caller: Caller, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', s.id, c.number, c.type) as name from connector_view c join station_view s on s.id = c.station_id
    where c.id = ${id} and ${visibleLocations(caller, 's.location_id')}`.execute(db)
  return rows[0]?.name
}
