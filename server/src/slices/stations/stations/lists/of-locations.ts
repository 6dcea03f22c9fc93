import type { ConnectorType } from '@stationmaster/contract'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { LocationStations } from '../../../places/locations/view.ts'
import { connectorStatus, evseStatus } from '../status/status.ts'
import { listConnectorStates } from '../store.ts'

interface Found {
  stations: Set<string>
  types: Set<ConnectorType>
  powerW: number
  connectors: LocationStations['connectors']
  evses: Map<string, LocationStations['connectors']>
}

/** What stands at some locations, and how it is: one query however many locations. */
export async function loadLocationStations(
  db: Db,
  locationIds: readonly number[],
): Promise<Map<number, LocationStations>> {
  const found = new Map<number, Found>()
  for (const row of await listConnectorStates(db, locationIds)) {
    let location = found.get(row.location_id)
    if (!location) {
      location = { stations: new Set(), types: new Set(), powerW: 0, connectors: [], evses: new Map() }
      found.set(row.location_id, location)
    }
    const { online, operational, paused, ocpp_status: ocppStatus } = row
    const status = connectorStatus({ online, operational, paused, ocppStatus })
    location.stations.add(row.station_id)
    location.types.add(row.type)
    location.powerW = Math.max(location.powerW, row.power_w)
    location.connectors.push(status)
    const evse = `${row.evse_number} ${row.station_id}`
    location.evses.set(evse, [...(location.evses.get(evse) ?? []), status])
  }
  return new Map(
    [...found].map(([id, { stations, types, powerW, connectors, evses }]) => {
      const statuses = [...evses.values()].map(evseStatus)
      const count = (wanted: string) => statuses.filter((status) => status === wanted).length
      const evse_statuses = { available: count('available'), busy: count('busy'), faulted: count('faulted') }
      return [id, { stations: stations.size, types: [...types], powerW, connectors, evse_statuses }]
    }),
  )
}
