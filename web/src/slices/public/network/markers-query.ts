import { contract, type MapMarker, type NetworkFeature } from '@stationmaster/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '../../../api/calls/request.ts'

const names = new Intl.Collator()
const availabilityMs = 5000
const placesMs = 60_000

const placesQuery = queryOptions({
  queryKey: ['network', 'places'],
  queryFn: ({ signal }) => request(contract.network.geojson, {}, signal),
  refetchInterval: placesMs,
})

/** The markers of a large network are many kilobytes, the states of its EVSEs only a few. */
const availabilityQuery = queryOptions({
  queryKey: ['network', 'availability'],
  queryFn: ({ signal }) => request(contract.network.availability, {}, signal),
  refetchInterval: availabilityMs,
})

/** Every location of the public network that has a point, as the map marks it, with its availability of now. */
export function usePublicMarkers() {
  const places = useQuery(placesQuery)
  const availability = useQuery(availabilityQuery).data
  const markers = useMemo(() => {
    const counts = new Map(availability?.map(([id, available, busy]) => [id, { available, busy }]))
    return places.data?.features
      .map((feature) => markerOf(feature, counts.get(feature.id)))
      .sort((a, b) => names.compare(a.name, b.name))
  }, [places.data, availability])
  return { markers, error: places.error, refetch: places.refetch }
}

function markerOf(
  { id, geometry, properties: { evses, available, busy, status, ...place } }: NetworkFeature,
  now: Omit<MapMarker['evse_statuses'], 'faulted'> | undefined,
): MapMarker {
  const [lng, lat] = geometry.coordinates
  const counts = now ?? { available, busy }
  return {
    ...place,
    id,
    coordinates: { lat, lng },
    // drivers see what is free and what is not
    evse_statuses: { ...counts, faulted: 0 },
    status: counts.available > 0 ? 'available' : counts.busy > 0 ? 'busy' : 'offline',
  }
}
