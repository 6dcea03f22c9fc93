import { contract } from '@stationmaster/contract'
import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { request, requestCounted } from '../../../api/calls/request.ts'
import type { LocationFilters } from './list/filters.ts'

const pageSize = 50
const refreshMs = 60_000

/** Reads a location; again on its own signals and those of its stations, and every minute. */
export const locationQuery = (id: number) =>
  queryOptions({
    queryKey: ['locations', 'one', id],
    queryFn: ({ signal }) => request(contract.locations.get, { params: { id } }, signal),
    refetchInterval: refreshMs,
    meta: { live: (signal) => signal.locationId === id && signal.topic !== 'order' },
  })

/** Locations by pages of 50, searched on the server; live, with a poll behind it. */
export function useLocationList({ q: search, owner }: LocationFilters) {
  const query = useInfiniteQuery({
    queryKey: ['locations', 'pages', search ?? '', owner ?? null],
    queryFn: ({ pageParam, signal }) =>
      requestCounted(
        contract.locations.list,
        { query: { mode: 'full', limit: pageSize, offset: pageParam, search, owner_id: owner } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    meta: { live: (signal) => signal.topic !== 'order' },
  })
  const pages = query.data?.pages
  return { ...query, locations: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}
