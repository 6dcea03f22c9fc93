import { useCallback, useMemo } from 'react'

/** The height of a report's box, and how many rows before its end the next batch is loaded (domain.md#screens). */
export const boxPx = 500
const prefetchRows = 10

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Loads the next batch when the drawn rows come near the end of the loaded ones. */
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
 * One row of the table for each loaded item. A row that was made stays the same object when more is loaded, so that a long report is
 * not rebuilt with each batch; `make` must stay the same too.
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
