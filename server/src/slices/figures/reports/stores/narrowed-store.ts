import { sql } from 'kysely'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'

/** How a station is named that the caller sees. */
export async function findStationName(db: Db, caller: Caller, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select s.id as name from station_view s where s.id = ${id} and ${visibleLocations(caller, 's.location_id')}`.execute(
    db,
  )
  return rows[0]?.name
}

/** How a connector is named that the caller sees: its station, number and type. */
export async function findConnectorName(db: Db, caller: Caller, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', s.id, c.number, c.type) as name from connector_view c join station_view s on s.id = c.station_id
    where c.id = ${id} and ${visibleLocations(caller, 's.location_id')}`.execute(db)
  return rows[0]?.name
}
