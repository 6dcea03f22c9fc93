import type { ConnectorStatus } from '@stationmaster/contract'
import type { Db } from '../../platform/schema.ts'
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
