import {
  type Call,
  type ConnectorStatus,
  type Location,
  locations,
  stations,
  tariffs,
} from '@stationmaster/contract'
import type { Caller } from '../../platform/caller.ts'
import { openAt } from './opening-hours.ts'
import type { LocationRow } from './store.ts'

/** What stands at a location. */
export interface LocationStations {
  stations: number
  connectors: ConnectorStatus[]
}

const may = ({ role }: Caller, { roles }: Call): boolean => roles === 'public' || roles.includes(role)

/** A location as a caller sees it at an instant. */
export function viewOf(
  caller: Caller,
  { lat, lng, opening_hours: periods, ...row }: LocationRow,
  standing: LocationStations | undefined,
  now: Date,
): Location {
  return {
    ...row,
    coordinates: lat === null || lng === null ? null : { lat, lng },
    opening_hours: { open_now: openAt(periods, row.time_zone, now), periods: periods ?? [] },
    number_of_stations: standing?.stations ?? 0,
    connectors: (standing?.connectors ?? []).map((status) => ({ status })),
    can: {
      edit: may(caller, locations.change),
      delete: may(caller, locations.remove),
      price: may(caller, tariffs.priceLocation),
      add_station: may(caller, stations.add),
    },
  }
}
