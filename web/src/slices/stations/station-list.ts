import { contract } from '@stationmaster/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { requestCounted } from '../../api/request.ts'

const PAGE = 50
const REFRESH_MS = 30_000

/** Stations by pages of 50, searched on the server; live, with a poll behind it. */
export function useStationList(search: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: ['stations', 'list', search ?? ''],
    queryFn: ({ pageParam, signal }) =>
      requestCounted(
        contract.stations.list,
        { query: { mode: 'full', limit: PAGE, offset: pageParam, search } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < PAGE ? undefined : pages.length * PAGE),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { live: (signal) => signal.topic !== 'order' },
  })
  const pages = query.data?.pages
  return { ...query, stations: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}

/** The stations of a location by number, 50 at a time; live, with a poll behind it. */
export function useLocationStations(locationId: number) {
  const query = useInfiniteQuery({
    queryKey: ['stations', 'of-location', locationId],
    queryFn: ({ pageParam, signal }) =>
      requestCounted(
        contract.stations.ofLocation,
        { params: { id: locationId }, query: { limit: PAGE, offset: pageParam } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < PAGE ? undefined : pages.length * PAGE),
    refetchInterval: REFRESH_MS,
    meta: { live: (signal) => signal.topic !== 'order' && signal.locationId === locationId },
  })
  const pages = query.data?.pages
  return { ...query, stations: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}
