import { contract, type MapMarker } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../../../api/calls/request.ts'
import { onSignals } from '../../../api/live/live.ts'

const refreshMs = 60_000
const idsMost = 200

/** Every location that the person may see and that has a point. */
export const markersQuery = queryOptions({
  queryKey: ['maps', 'markers'],
  queryFn: ({ signal }) => request(contract.locations.markers, { query: {} }, signal),
  refetchInterval: refreshMs,
})

/** Keeps the markers live: reloads only those whose stations or names have changed. */
export function useLiveMarkers(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onSignals(async (signals) => {
        const changed = new Set(
          signals.filter(({ topic }) => topic !== 'journal').map(({ locationId }) => locationId),
        )
        changed.delete(0)
        if (changed.size === 0 || !client.getQueryData(markersQuery.queryKey)) return
        const ids = [...changed].slice(0, idsMost)
        const fresh = await request(contract.locations.markers, { query: { ids: ids.join(',') } }).catch(
          () => undefined,
        )
        if (fresh) client.setQueryData(markersQuery.queryKey, (known) => known && merged(known, fresh, ids))
      }),
    [client],
  )
}

/** Replaces the reloaded markers (`ids`) in the known ones; a deleted location is removed. */
export function merged(known: MapMarker[], fresh: MapMarker[], ids: readonly number[]): MapMarker[] {
  const byId = new Map(fresh.map((marker) => [marker.id, marker]))
  const kept = known.flatMap((marker) => {
    if (!ids.includes(marker.id)) return marker
    const renewed = byId.get(marker.id)
    byId.delete(marker.id)
    return renewed ?? []
  })
  return [...kept, ...byId.values()]
}
