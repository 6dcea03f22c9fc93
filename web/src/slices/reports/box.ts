import { useCallback } from 'react'

/** The height of a report's box, and how many rows before its end more of them are asked for (domain.md#screens). */
export const boxPx = 500
const prefetchRows = 10

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Asks for the next batch when the rows that are drawn come near the end of those that are there. */
export function usePrefetch(query: Paged, count: number): (last: number) => void {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return useCallback(
    (last) => {
      if (hasNextPage && !isFetchingNextPage && last >= count - prefetchRows) void fetchNextPage()
    },
    [hasNextPage, isFetchingNextPage, fetchNextPage, count],
  )
}
