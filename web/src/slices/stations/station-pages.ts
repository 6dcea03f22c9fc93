import { contract, type Station } from '@stationmaster/contract'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { requestCounted } from '../../api/request.ts'
import type { StationFilters } from './filters.ts'

export const STATIONS_PAGE = 50
const REFRESH_MS = 30_000
/** A page that has been scrolled out of sight is forgotten after this. */
const KEEP_MS = 60_000

/**
 * The station list as pages of 50 that are loaded as they come into sight, live, with a poll behind it: however long the
 * list, no more than what is seen is asked for again.
 */
export function useStationPages({ q, status, location, monetized, online }: StationFilters) {
  const [seen, setSeen] = useState({ first: 0, last: 0 })
  const filters = { search: q, status, location_id: location, monetized, online }
  const key = JSON.stringify(filters)
  const [total, setTotal] = useState<{ key: string; count: number }>()
  const numbers = Array.from({ length: seen.last - seen.first + 1 }, (_, nth) => seen.first + nth)
  const pages = useQueries({
    queries: numbers.map((page) => ({
      queryKey: ['stations', 'page', key, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        requestCounted(
          contract.stations.list,
          {
            query: { mode: 'full' as const, limit: STATIONS_PAGE, offset: page * STATIONS_PAGE, ...filters },
          },
          signal,
        ),
      refetchInterval: REFRESH_MS,
      gcTime: KEEP_MS,
      meta: {
        live: (signal: { topic: string }) => signal.topic === 'station' || signal.topic === 'connector',
      },
    })),
  })
  const counted = pages.find(({ data }) => data)?.data?.total
  if (counted !== undefined && (total?.key !== key || total.count !== counted))
    setTotal({ key, count: counted })
  const onRange = useCallback((firstRow: number, lastRow: number) => {
    const first = Math.floor(firstRow / STATIONS_PAGE)
    const last = Math.floor(lastRow / STATIONS_PAGE)
    setSeen((now) => (now.first === first && now.last === last ? now : { first, last }))
  }, [])
  return {
    /** undefined until the first page is there */
    total: counted ?? (total?.key === key ? total.count : undefined),
    error: pages.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const page of pages) void page.refetch()
    },
    rowAt: (index: number): Station | undefined =>
      pages[Math.floor(index / STATIONS_PAGE) - seen.first]?.data?.items[index % STATIONS_PAGE],
    onRange,
  }
}
