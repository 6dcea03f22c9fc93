import type { ConnectorFacet, ConnectorType, Current } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'
import type { ConnectorFilter } from '../../../places/tariffs/changes/assign.ts'
import type {
  PricedConnector,
  PricedConnectors,
  PricedStation,
} from '../../../places/tariffs/pricing/priced.ts'

async function listConnectorKinds(
  db: Db,
  caller: Caller,
  locationIds: readonly number[] | null,
): Promise<ConnectorFacet[]> {
  const here = locationIds === null ? sql`true` : sql`s.location_id = any(${locationIds}::bigint[])`
  const { rows } = await sql<{ type: ConnectorType; current: Current; power_w: number; count: number }>`
    select c.type, c.current, c.power_w, count(*) as count
    from connectors c join stations s on s.id = c.station_id
    where s.deleted_at is null and ${here} and ${visibleLocations(caller, 's.location_id')}
    group by 1, 2, 3 order by c.current, c.type, c.power_w`.execute(db)
  return rows.map(({ power_w, ...kind }) => ({ ...kind, power: power_w / 1000 }))
}

/** The connectors of some locations, alike ones of each together. */
export async function listPricedConnectors(
  db: Db,
  locationIds: readonly number[],
): Promise<PricedConnector[]> {
  const { rows } = await sql<PricedConnector>`
    select c.id, c.station_id as "stationId", s.location_id as "locationId", l.owner_id as "ownerId", c.type, c.current,
      c.power_w as "powerW"
    from connectors c join stations s on s.id = c.station_id join location_view l on l.id = s.location_id
    where s.location_id = any(${locationIds}::bigint[]) and s.deleted_at is null
    order by s.location_id, c.current, c.type, c.power_w, c.id`.execute(db)
  return rows
}

async function listStations(db: Db, locationIds: readonly number[]): Promise<PricedStation[]> {
  const { rows } = await sql<PricedStation>`
    select s.id, s.number, s.location_id as "locationId" from stations s
    where s.location_id = any(${locationIds}::bigint[]) and s.deleted_at is null`.execute(db)
  return rows
}

async function countStations(
  tx: Tx,
  locationIds: readonly number[],
  filters: readonly ConnectorFilter[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct s.id) as count
    from stations s join connectors c on c.station_id = s.id
    join json_to_recordset(${JSON.stringify(filters)}::json) as f(type text, current text, "powerW" int, "stationId" text)
      on (f.type is null or f.type = c.type) and (f.current is null or f.current = c.current)
        and (f."powerW" is null or f."powerW" = c.power_w) and (f."stationId" is null or f."stationId" = s.id)
    where s.location_id = any(${locationIds}::bigint[]) and s.deleted_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

export const pricedConnectors: PricedConnectors = {
  listKinds: listConnectorKinds,
  list: (db, locationId) => listPricedConnectors(db, [locationId]),
  listStations,
  countStations,
}
