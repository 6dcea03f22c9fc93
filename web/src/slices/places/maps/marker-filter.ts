import {
  type ConnectorType,
  connectorTypes,
  type MapMarker,
  mapStatuses,
  type PlaceFeature,
  placeFeatures,
} from '@stationmaster/contract'
import { idsParam, textParam, wordParam, wordsParam } from '../../../ui/tables/search-params.ts'

/** Amenities that drivers filter by: features of a location, but not the barrier. */
export type Amenity = Exclude<PlaceFeature, 'barrier'> | 'free_parking' | 'cashback' | 'no_barrier'
export const amenities: readonly Amenity[] = [
  'free_parking',
  'cashback',
  'no_barrier',
  ...placeFeatures.filter((feature) => feature !== 'barrier'),
]

/** Statuses to filter by: that of the marker, or that an EVSE there is faulted. */
export const markerStates = [...mapStatuses, 'faulted'] as const

export interface MapFilters {
  q?: string | undefined
  type?: ConnectorType | undefined
  /** lowest power of its strongest connector, kW */
  power?: number | undefined
  /** faulted: at least one EVSE is faulted */
  status?: (typeof markerStates)[number] | undefined
  with?: Amenity[] | undefined
  /** height of the vehicle, cm */
  height?: number | undefined
  /** the id of the location whose panel is open */
  location?: number | undefined
}

/** Reads the map's filters and the opened location from the URL. */
export const readMapFilters = (search: Record<string, unknown>): MapFilters => ({
  q: textParam(search, 'q'),
  type: wordParam(search, 'type', connectorTypes),
  power: idsParam(search, 'power')?.[0],
  status: wordParam(search, 'status', markerStates),
  with: wordsParam(search, 'with', amenities),
  height: idsParam(search, 'height')?.[0],
  location: idsParam(search, 'location')?.[0],
})

function has(marker: MapMarker, amenity: Amenity): boolean {
  if (amenity === 'free_parking') return marker.free_parking
  if (amenity === 'cashback') return marker.cashback_percent > 0
  return amenity === 'no_barrier' ? !marker.features.includes('barrier') : marker.features.includes(amenity)
}

const isIn = (marker: MapMarker, status: NonNullable<MapFilters['status']>): boolean =>
  status === 'faulted' ? marker.evse_statuses.faulted > 0 : marker.status === status

/** The markers that match the filters; name or address contains each searched word. */
export function found(
  markers: readonly MapMarker[],
  { q = '', type, power = 0, status, with: required = [], height = 0 }: MapFilters,
): MapMarker[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return markers.filter((marker) => {
    if (type && !marker.types.includes(type)) return false
    if (marker.power < power || (status && !isIn(marker, status))) return false
    if (height > (marker.height_limit_cm ?? height)) return false
    if (!required.every((amenity) => has(marker, amenity))) return false
    if (words.length === 0) return true
    const text = [marker.name, marker.city, marker.street, marker.country].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

interface Point {
  lat: number
  lng: number
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const earthKm = 6371

/** How far two points are from each other on the ground, km. */
export function distanceKm(a: Point, b: Point): number {
  const [dLat, dLng] = [radians(b.lat - a.lat), radians(b.lng - a.lng)]
  const chord =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}
