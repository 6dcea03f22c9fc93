import { contract, type InboxCount } from '@stationmaster/contract'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { request, requestCounted } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'

/** kWh that may be decided. */
export const energyBounds = { min: 0, max: 10_000, decimals: 3 }

const pageSize = 50
const baseKey = 'inbox'

interface Page {
  limit: number
  offset: number
}

/** A list of the inbox in pages of 50, loaded again when an order changes. */
function useQueue<T>(
  name: string,
  ask: (query: Page, signal: AbortSignal) => Promise<{ items: T[]; total: number }>,
) {
  const query = useInfiniteQuery({
    queryKey: [baseKey, name],
    queryFn: ({ pageParam, signal }) => ask({ limit: pageSize, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length * pageSize),
    meta: { live: (signal) => signal.topic === 'order' },
  })
  const pages = query.data?.pages
  return { ...query, items: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}

/** Transactions that no order answers to. */
export const useUnmatched = () =>
  useQueue('transactions', (query, signal) => requestCounted(contract.inbox.unmatched, { query }, signal))

/** Sessions that need review. */
export const useReviews = () =>
  useQueue('orders', (query, signal) => requestCounted(contract.inbox.reviews, { query }, signal))

/** Unpaid debts of orders, or of one driver's orders. */
export const useDebts = (driverId?: number) =>
  useQueue(driverId === undefined ? 'debts' : `debts of ${driverId}`, (query, signal) =>
    requestCounted(contract.inbox.debts, { query: { ...query, driver_id: driverId } }, signal),
  )

/** What the network pays of sessions that cost more than their drivers were promised. */
export const useBorne = () =>
  useQueue('borne', (query, signal) => requestCounted(contract.inbox.borne, { query }, signal))

/** Payments at stations' own terminals that do not fit an order. */
export const useTerminalPayments = () =>
  useQueue('terminal payments', (query, signal) =>
    requestCounted(contract.inbox.terminalPayments, { query }, signal),
  )

/** Energy between sessions, by station model. */
export const useGaps = () =>
  useQueue('gaps', (query, signal) => requestCounted(contract.gaps.list, { query }, signal))

/** Stations that report connectors which are not set up. */
export const useReporting = () =>
  useQueue('connectors', (query, signal) => requestCounted(contract.inbox.connectors, { query }, signal))

/** Feedback of drivers that nobody has read yet. */
export const useWords = () =>
  useQueue('feedback', (query, signal) => requestCounted(contract.feedback.unseen, { query }, signal))

/** Owners who wait for admission; for administrators. */
export const useWaitingOwners = () =>
  useQueue('owners', (query, signal) => requestCounted(contract.owners.waiting, { query }, signal))

/** Locations that managers have requested; for administrators. */
export const useRequestedLocations = () =>
  useQueue('locations', (query, signal) => requestCounted(contract.owners.requested, { query }, signal))

/** Receipts that are not registered; for administrators. */
export const useFailedReceipts = () =>
  useQueue('receipts', (query, signal) => requestCounted(contract.receipts.failed, { query }, signal))

/** Months of roaming partners whose lists differ; for administrators. */
export const useDifferingSettlements = () =>
  useQueue('settlements', (query, signal) =>
    requestCounted(contract.partnerSettlements.differing, { query }, signal),
  )

/** Roots of ISO 15118 that somebody has to see to; for administrators. */
export const useRootNeeds = () =>
  useQueue('roots', async (_query, signal) => {
    const items = await request(contract.plugAndCharge.needs, {}, signal)
    return { items, total: items.length }
  })

/** Receipts that wait for the legal details of the seller; for administrators. */
export const useReceiptsWithoutSeller = () =>
  useQuery({
    queryKey: [baseKey, 'no seller'],
    queryFn: ({ signal }) => request(contract.receipts.withoutSeller, {}, signal),
    meta: { live: (signal) => signal.topic === 'order' },
  })

/** How much waits in the inbox, by kind; loaded twice a minute and after every decision. Undefined until it is known. */
export function useWaiting(enabled = true): InboxCount | undefined {
  const counts = useQuery({
    queryKey: [baseKey, 'count'],
    queryFn: ({ signal }) => request(contract.inbox.count, {}, signal),
    enabled,
    refetchInterval: 30_000,
    meta: { live: (signal) => signal.topic === 'order' },
  })
  return counts.data
}

/** The sum of all kinds; undefined until it is known. */
export function useWaitingCount(enabled = true): number | undefined {
  const waiting = useWaiting(enabled)
  return waiting && Object.values(waiting).reduce((sum, count) => sum + count, 0)
}

/** A decision; after it the inbox, the orders and the list of the dashboard are loaded again. */
export function useDecision<T>(decide: (input: T) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient()
  return useChange({
    mutationFn: decide,
    onSuccess: () => {
      for (const key of [baseKey, 'orders', 'payments', 'statistics', 'drivers'])
        void client.invalidateQueries({ queryKey: [key], refetchType: 'active' })
      onDone()
    },
  })
}
