import type { ConnectorType, Current, OcppStatus } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** A connector as drivers see it, with what decides about its price. */
export interface ListedConnector {
  id: number
  stationId: string
  stationNumber: number
  locationId: number
  ownerId: number | null
  monetized: boolean
  /** it sells nothing: no plan covers it */
  paused: boolean
  online: boolean
  operational: boolean
  /** null: it is not under maintenance */
  maintenanceUntil: Date | null
  ocppStatus: OcppStatus | null
  evseNumber: number
  number: number
  type: ConnectorType
  current: Current
  powerW: number
}

/** The connectors of some locations, those of one EVSE together. */
export async function listListedConnectors(
  db: Db,
  locationIds: readonly number[],
): Promise<ListedConnector[]> {
  const { rows } = await sql<ListedConnector>`
    select c.id, s.id as "stationId", s.number as "stationNumber", s.location_id as "locationId",
      l.owner_id as "ownerId", s.monetized, s.sales_paused_at is not null as paused, p.connection_id is not null and s.held is null as online, e.operational,
      m.ends_at as "maintenanceUntil", c.ocpp_status as "ocppStatus", c.evse_number as "evseNumber", c.number, c.type, c.current, c.power_w as "powerW"
    from stations s
    join location_view l on l.id = s.location_id
    join connectors c on c.station_id = s.id
    join evses e on e.station_id = s.id and e.number = c.evse_number
    left join station_presence p on p.station_id = s.id
    left join maintenance_view m on m.station_id = s.id and m.state = 'running'
    where s.location_id = any(${locationIds}::bigint[]) and s.deleted_at is null
    order by s.location_id, s.number, s.id, c.evse_number, c.ordinal`.execute(db)
  return rows
}

/** A mark of what stands at each location and how it is, by the location's id: another one as soon as a driver sees a difference. */
export async function markStanding(db: Db): Promise<Map<number, string>> {
  // of the EVSEs only the few that are out of operation are joined: with all of them it takes half as long again
  const { rows } = await sql<{ locationId: number; mark: string }>`
    select s.location_id as "locationId", md5(string_agg(concat_ws(' ', c.id, s.number, s.monetized,
      s.sales_paused_at is not null, p.connection_id is not null and s.held is null, e.number is null, coalesce(c.ocpp_status, '-'), c.evse_number, c.number,
      c.type, c.current, c.power_w, m.ends_at), '|' order by c.id)) as mark
    from stations s
    join connectors c on c.station_id = s.id
    left join evses e on e.station_id = s.id and e.number = c.evse_number and not e.operational
    left join station_presence p on p.station_id = s.id
    left join maintenance_view m on m.station_id = s.id and m.state = 'running'
    where s.deleted_at is null group by s.location_id`.execute(db)
  return new Map(rows.map(({ locationId, mark }) => [locationId, mark]))
}
