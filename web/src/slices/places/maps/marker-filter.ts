import {
  type ConnectorType,
  connectorTypes,
  type MapMarker,
  mapStatuses,
  type PlaceFeature,
  placeFeatures,
} from '@stationmaster/contract'
import { idsParam, textParam, wordParam, wordsParam } from '../../../ui/tables/search-params.ts'

/** What people wish for at a place: its features, but none that would keep them out. */
export type Wish = Exclude<PlaceFeature, 'barrier'> | 'free_parking' | 'cashback' | 'no_barrier'
export const wishes: readonly Wish[] = [
  'free_parking',
  'cashback',
  'no_barrier',
  ...placeFeatures.filter((feature) => feature !== 'barrier'),
]

/** What a place can be searched by: how it is marked, or that something there is faulted. */
export const markerStates = [...mapStatuses, 'faulted'] as const

export interface MapFilters {
  q?: string | undefined
  type?: ConnectorType | undefined
  /** kW that its strongest connector has at least */
  power?: number | undefined
  /** faulted: some EVSE there is, whatever the others are */
  status?: (typeof markerStates)[number] | undefined
  with?: Wish[] | undefined
  /** cm of a vehicle that is to come in */
  height?: number | undefined
  /** the id of the location whose panel is open */
  location?: number | undefined
}

/** Reads the map's filters and the opened location out of the URL's search. */
export const readMapFilters = (search: Record<string, unknown>): MapFilters => ({
  q: textParam(search, 'q'),
  type: wordParam(search, 'type', connectorTypes),
  power: idsParam(search, 'power')?.[0],
  status: wordParam(search, 'status', markerStates),
  with: wordsParam(search, 'with', wishes),
  height: idsParam(search, 'height')?.[0],
  location: idsParam(search, 'location')?.[0],
})

function grants(marker: MapMarker, wish: Wish): boolean {
  if (wish === 'free_parking') return marker.free_parking
  if (wish === 'cashback') return marker.cashback_percent > 0
  return wish === 'no_barrier' ? !marker.features.includes('barrier') : marker.features.includes(wish)
}

const isIn = (marker: MapMarker, status: NonNullable<MapFilters['status']>): boolean =>
  status === 'faulted' ? marker.evse_statuses.faulted > 0 : marker.status === status

/** The markers that filters leave, by name; each word that is looked for stands in name or address. */
export function found(
  markers: readonly MapMarker[],
  { q = '', type, power = 0, status, with: wished = [], height = 0 }: MapFilters,
): MapMarker[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return markers.filter((marker) => {
    if (type && !marker.types.includes(type)) return false
    if (marker.power < power || (status && !isIn(marker, status))) return false
    if (height > (marker.height_limit_cm ?? height)) return false
    if (!wished.every((wish) => grants(marker, wish))) return false
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
