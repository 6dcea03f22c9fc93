import { contract } from '@stationmaster/contract'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { requestCounted } from '../../api/request.ts'
import { useChange } from '../../api/use-change.ts'

/** kWh that may be decided. */
export const energyBounds = { min: 0, max: 10_000, decimals: 3 }

const pageSize = 50
const baseKey = 'inbox'

/** Transactions that no order answers to, by pages of 50. */
export function useUnmatched() {
  const query = useInfiniteQuery({
    queryKey: [baseKey, 'transactions'],
    queryFn: ({ pageParam, signal }) =>
      requestCounted(contract.inbox.unmatched, { query: { limit: pageSize, offset: pageParam } }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length * pageSize),
    meta: { live: (signal) => signal.topic === 'order' },
  })
  const pages = query.data?.pages
  return { ...query, items: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}

/** Sessions that need review, by pages of 50. */
export function useReviews() {
  const query = useInfiniteQuery({
    queryKey: [baseKey, 'orders'],
    queryFn: ({ pageParam, signal }) =>
      requestCounted(contract.inbox.reviews, { query: { limit: pageSize, offset: pageParam } }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length * pageSize),
    meta: { live: (signal) => signal.topic === 'order' },
  })
  const pages = query.data?.pages
  return { ...query, items: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}

/** How many wait for a decision; asked once a minute and after every decision. Undefined until it is known. */
export function useWaitingCount(): number | undefined {
  const counts = useQuery({
    queryKey: [baseKey, 'count'],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, offset: 0 }
      const [reviews, transactions] = await Promise.all([
        requestCounted(contract.inbox.reviews, { query }, signal),
        requestCounted(contract.inbox.unmatched, { query }, signal),
      ])
      return reviews.total + transactions.total
    },
    refetchInterval: 60_000,
  })
  return counts.data
}

/** A decision; the inbox, the orders and the dashboard's list are read anew after it. */
export function useDecision<T>(decide: (input: T) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient()
  return useChange({
    mutationFn: decide,
    onSuccess: () => {
      for (const key of [baseKey, 'orders', 'statistics'])
        void client.invalidateQueries({ queryKey: [key], refetchType: 'active' })
      onDone()
    },
  })
}
