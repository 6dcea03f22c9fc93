import type { ConnectorStatus } from '@stationmaster/contract'
import type { Db, Tx } from '../../platform/schema.ts'
import { connectorStatus } from './status.ts'
import { listConnectorStates } from './store.ts'

/** How many stations some locations have, and how their connectors are: one query however many locations. */
export async function loadLocationStations(
  db: Db,
  locationIds: readonly number[],
): Promise<Map<number, { stations: number; connectors: ConnectorStatus[] }>> {
  const found = new Map<number, { stations: Set<string>; connectors: ConnectorStatus[] }>()
  for (const row of await listConnectorStates(db, locationIds)) {
    let location = found.get(row.location_id)
    if (!location) {
      location = { stations: new Set(), connectors: [] }
      found.set(row.location_id, location)
    }
    location.stations.add(row.station_id)
    const { online, operational, ocpp_status: ocppStatus } = row
    location.connectors.push(connectorStatus({ online, operational, ocppStatus }))
  }
  return new Map(
    [...found].map(([id, { stations, connectors }]) => [id, { stations: stations.size, connectors }]),
  )
}

/**
 * Deletes the stations of a location and answers their ids; they are let in no more. Waits for what charges there at this
 * moment: an order that is being written holds its station's row.
 */
export async function removeStationsOf(tx: Tx, locationId: number, at: Date): Promise<string[]> {
  await tx
    .selectFrom('stations')
    .select('id')
    .where('location_id', '=', locationId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const removed = await tx
    .updateTable('stations')
    .set({ deleted_at: at })
    .where('location_id', '=', locationId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return removed.map(({ id }) => id)
}
