import { contract } from '@stationmaster/contract'
import { keepPreviousData, queryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { request, requestCounted } from '../../../api/calls/request.ts'

const pageSize = 50
const baseKey = 'drivers'

type Paged<T> = { items: T[]; total: number }

/** A list in pages of 50. */
export function usePages<T>(
  key: readonly unknown[],
  ask: (page: { limit: number; offset: number }, signal: AbortSignal) => Promise<Paged<T>>,
) {
  const query = useInfiniteQuery({
    queryKey: [baseKey, ...key],
    queryFn: ({ pageParam, signal }) => ask({ limit: pageSize, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  return { ...query, items: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}

/** Drivers, newest first, searched on the server. */
export const useDrivers = (search: string | undefined, fleet?: number) =>
  usePages(['list', search ?? '', fleet ?? null], (page, signal) =>
    requestCounted(contract.drivers.list, { query: { ...page, search, fleet } }, signal),
  )

/** The postings on a driver's balance, newest first. */
export const usePostings = (id: number) =>
  usePages(['postings', id], (page, signal) =>
    requestCounted(contract.drivers.postings, { params: { id }, query: page }, signal),
  )

export const driverQuery = (id: number) =>
  queryOptions({
    queryKey: [baseKey, 'one', id],
    queryFn: ({ signal }) => request(contract.drivers.get, { params: { id } }, signal),
    meta: { live: (signal) => signal.topic === 'order' },
  })

/** Reloads everything that is shown of drivers. */
export function useReloadDrivers() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [baseKey] })
}
