import { useCallback, useMemo } from 'react'

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

/**
 * A row of the table for each of what was loaded. One that was made stays the same while more is loaded, so that a long report
 * is not made anew with each batch; `make` has to stay the same too.
 */
export function useRowsOf<T extends object, R>(
  loaded: readonly T[],
  make: (one: T, index: number) => R,
): R[] {
  const made = useMemo(() => ({ make, rows: new WeakMap<T, R>() }), [make])
  return useMemo(
    () =>
      loaded.map((one, index) => {
        const before = made.rows.get(one)
        if (before) return before
        const row = made.make(one, index)
        made.rows.set(one, row)
        return row
      }),
    [loaded, made],
  )
}
