import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** How a station is connected that has been connected once. */
export interface Contacted {
  stationId: string
  number: number
  locationId: number
  /** null: it has no socket */
  connectedAt: Date | null
  disconnectedAt: Date | null
  /** one of its EVSEs is to be in operation, and it is neither on hold nor under maintenance */
  inOperation: boolean
}

/** All stations of the locations of which one is not connected, or is among some. */
export async function listAway(db: Db, alsoIds: readonly string[]): Promise<Contacted[]> {
  const { rows } = await sql<Contacted>`
    select s.id as "stationId", s.number, s.location_id as "locationId",
      case when p.connection_id is not null then p.connected_at end as "connectedAt", p.disconnected_at as "disconnectedAt",
      s.hold is null and s.deleted_at is null
        and exists (select from evses e where e.station_id = s.id and e.operational)
        and not exists (select from maintenance_view m where m.station_id = s.id and m.state = 'running') as "inOperation"
    from stations s join station_presence p on p.station_id = s.id
    where (s.deleted_at is null or s.id = any(${alsoIds}::text[])) and s.location_id in (
      select a.location_id from stations a join station_presence ap on ap.station_id = a.id
      where a.deleted_at is null and ap.connection_id is null or a.id = any(${alsoIds}::text[]))
    order by s.location_id, s.number`.execute(db)
  return rows
}
