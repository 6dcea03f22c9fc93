import { contract } from '@stationmaster/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { requestCounted } from '../../../../api/calls/request.ts'

const pageSize = 100
const refreshMs = 30_000

/**
 * The stations of a location by number, 100 at a time (domain.md#stations); live, with a poll behind it. `power`: so is what cars
 * take, with each of their meter values.
 */
export function useLocationStations(locationId: number, { power = false } = {}) {
  const query = useInfiniteQuery({
    queryKey: ['stations', 'of-location', locationId, { power }],
    queryFn: ({ pageParam, signal }) =>
      requestCounted(
        contract.stations.ofLocation,
        { params: { id: locationId }, query: { order_by: 'number:asc', limit: pageSize, offset: pageParam } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length * pageSize),
    refetchInterval: refreshMs,
    meta: { live: (signal) => (power || signal.topic !== 'order') && signal.locationId === locationId },
  })
  const pages = query.data?.pages
  return { ...query, stations: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}
