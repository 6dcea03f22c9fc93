import type { LiveSignal } from '@stationmaster/contract'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Counted } from './request.ts'

/** A page that has been scrolled out of sight is forgotten after this. */
const keepMs = 60_000

interface Pages<Row> {
  /** names the list with everything that it is filtered by */
  queryKey: readonly unknown[]
  size: number
  load: (offset: number, signal: AbortSignal) => Promise<Counted<Row[]>>
  /** false: nothing changes any more */
  refreshMs: number | false
  live: (signal: LiveSignal) => boolean
}

/**
 * A list as pages that are loaded as they come into sight, kept live and polled besides: however long the list, only the visible pages
 * are requested again.
 */
export function usePages<Row>({ queryKey, size, load, refreshMs, live }: Pages<Row>) {
  const [seen, setSeen] = useState({ first: 0, last: 0 })
  const key = JSON.stringify(queryKey)
  const [total, setTotal] = useState<{ key: string; count: number }>()
  const numbers = Array.from({ length: seen.last - seen.first + 1 }, (_, nth) => seen.first + nth)
  const pages = useQueries({
    queries: numbers.map((page) => ({
      queryKey: [...queryKey, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => load(page * size, signal),
      refetchInterval: refreshMs,
      gcTime: keepMs,
      meta: { live },
    })),
  })
  const counted = pages.find(({ data }) => data)?.data?.total
  if (counted !== undefined && (total?.key !== key || total.count !== counted))
    setTotal({ key, count: counted })
  const onRange = useCallback(
    (firstRow: number, lastRow: number) => {
      const first = Math.floor(firstRow / size)
      const last = Math.floor(lastRow / size)
      setSeen((now) => (now.first === first && now.last === last ? now : { first, last }))
    },
    [size],
  )
  return {
    /** undefined until the first page is there */
    total: counted ?? (total?.key === key ? total.count : undefined),
    error: pages.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const page of pages) void page.refetch()
    },
    rowAt: (index: number): Row | undefined =>
      pages[Math.floor(index / size) - seen.first]?.data?.items[index % size],
    onRange,
  }
}
