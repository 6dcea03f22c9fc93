import {
  type Call,
  type ConnectorStatus,
  type ConnectorType,
  type Location,
  locations,
  type MapMarker,
  photos,
  type Service,
  services,
  stations,
  tariffs,
} from '@stationmaster/contract'
import { photoOf } from '../../../platform/files/photos.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { openAt } from './opening-hours.ts'
import type { LocationRow, MarkerRow } from './store.ts'

/** What stands at a location. */
export interface LocationStations {
  stations: number
  connectors: ConnectorStatus[]
  evse_statuses: Location['evse_statuses']
  types: ConnectorType[]
  powerW: number
}

/** What stands around a location. */
interface Around {
  stations: LocationStations | undefined
  services: Service[]
  /** before it sells anything its owner needs a plan */
  needsPro: boolean
}

const may = ({ role }: Caller, { roles }: Call): boolean => roles === 'public' || roles.includes(role)

const nothing = { available: 0, busy: 0, faulted: 0 }

/** A location as the map marks it. */
export function markerOf({ lat, lng, ...row }: MarkerRow, standing: LocationStations | undefined): MapMarker {
  const evse_statuses = standing?.evse_statuses ?? nothing
  return {
    ...row,
    coordinates: { lat, lng },
    status: evse_statuses.available > 0 ? 'available' : evse_statuses.busy > 0 ? 'busy' : 'offline',
    evse_statuses,
    types: standing?.types ?? [],
    power: (standing?.powerW ?? 0) / 1000,
  }
}

/** A location as a caller sees it at an instant. */
export function viewOf(
  caller: Caller,
  { lat, lng, opening_hours: periods, ...row }: LocationRow,
  { stations: standing, services: sold, needsPro }: Around,
  now: Date,
): Location {
  return {
    ...row,
    photos: row.photos.map(photoOf),
    coordinates: lat === null || lng === null ? null : { lat, lng },
    opening_hours: { open_now: openAt(periods, row.time_zone, now), periods: periods ?? [] },
    evse_statuses: standing?.evse_statuses ?? nothing,
    number_of_stations: standing?.stations ?? 0,
    connectors: (standing?.connectors ?? []).map((status) => ({ status })),
    services: sold,
    needs_pro: needsPro,
    can: {
      edit: may(caller, locations.change),
      delete: may(caller, locations.remove),
      price: may(caller, tariffs.priceLocation),
      add_station: may(caller, stations.add),
      add_photo: may(caller, photos.add),
      sell: may(caller, services.add),
    },
  }
}
