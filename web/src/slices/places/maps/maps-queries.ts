import { contract } from '@stationmaster/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'
import type { Language } from '../../../i18n/index.ts'

/** The base map; it does not change while the server runs. */
export const mapSettingsQuery = queryOptions({
  queryKey: ['maps', 'settings'],
  queryFn: ({ signal }) => request(contract.maps.settings, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

/** The largest towns in a part of the map, named in a language. */
export const townsQuery = (bounds: Bounds | undefined, limit: number, language: Language) =>
  queryOptions({
    queryKey: ['maps', 'towns', bounds, limit, language],
    // without bounds the query is not enabled
    queryFn: ({ signal }) => request(contract.maps.towns, { query: { ...bounds!, limit, language } }, signal),
    enabled: bounds !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

/** The point of an address; null: not found. */
export const pointOfAddress = (address: string, language: Language) =>
  request(contract.maps.geocode, { query: { address, language } })

/** The address of a point; null: none is near. */
export const addressOfPoint = ({ lat, lng }: { lat: number; lng: number }, language: Language) =>
  request(contract.maps.geocode, { query: { latlng: `${lat.toFixed(6)},${lng.toFixed(6)}`, language } })
