import { sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import { Failure } from '../../platform/failure.ts'
import type { Db } from '../../platform/schema.ts'
import { visibleLocations } from '../managers/scope.ts'
import { loadWireStations, type WireConnector, type WireStation } from '../stations/wire-store.ts'

/** A connector that a command is meant for, and how it stands. */
export interface Place {
  station: WireStation
  connector: WireConnector
  openOrderId: number | null
  /** the open order began with the plug, and nobody has asked for it yet */
  awaitsCard: boolean
}

/** The connector, if the caller may see it; throws connector.not_found. */
export async function findPlace(db: Db, caller: Caller, connectorId: number): Promise<Place> {
  const { rows } = await sql<{ stationId: string; openOrderId: number | null; awaitsCard: boolean }>`
    select c.station_id as "stationId", o.id as "openOrderId",
      coalesce(o.awaits_card and o.start_tx_status <> 'wait', false) as "awaitsCard"
    from connectors c left join orders o on o.connector_id = c.id
      and o.status in ('wait_payment', 'active', 'countdown', 'starting', 'started')
    where c.id = ${connectorId}`.execute(db)
  const found = rows[0]
  const station = found && (await findVisibleStation(db, caller, found.stationId))
  const connector = station?.connectors.find((one) => one.id === connectorId)
  if (!found || !station || !connector) throw new Failure('connector.not_found')
  return { station, connector, openOrderId: found.openOrderId, awaitsCard: found.awaitsCard }
}

/** The station, if the caller may see it; undefined where it does not exist for them. */
export async function findVisibleStation(
  db: Db,
  caller: Caller,
  stationId: string,
): Promise<WireStation | undefined> {
  const station = (await loadWireStations(db, [stationId])).get(stationId)
  if (!station) return undefined
  const seen = await sql`select 1 from locations l where l.id = ${station.locationId}
    and ${visibleLocations(caller, 'l.id')}`.execute(db)
  return seen.rows.length > 0 ? station : undefined
}
