import {
  type CsvFormat,
  contract,
  type SubscriberOrder,
  type SubscriptionState,
} from '@stationmaster/contract'
import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { request, requestCounted } from '../../../../api/calls/request.ts'
import { saveCsvFile } from '../../../../api/files/save-file.ts'
import { textParam, wordParam } from '../../../../ui/tables/search-params.ts'

const pageSize = 50

export interface SubscriberFilters {
  q?: string | undefined
  state?: SubscriptionState | undefined
  sort?: SubscriberOrder | undefined
}

const shownStates = ['active', 'past_due', 'pending', 'ended'] as const satisfies readonly SubscriptionState[]
export const sorts = [
  'next:asc',
  'next:desc',
  'name:asc',
  'stations:desc',
] as const satisfies readonly SubscriberOrder[]
export { shownStates }

/** Reads the filters of the subscribers' list out of the URL's search. */
export const readSubscriberFilters = (search: Record<string, unknown>): SubscriberFilters => ({
  q: textParam(search, 'q'),
  state: wordParam(search, 'state', shownStates),
  sort: wordParam(search, 'sort', sorts),
})

const queryOf = ({ q, state, sort }: SubscriberFilters) => ({ search: q, state, order_by: sort })

/** Who pays for the product, by pages of 50. */
export function useSubscribers(filters: SubscriberFilters) {
  const query = useInfiniteQuery({
    queryKey: ['subscribers', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      requestCounted(
        contract.subscribers.list,
        { query: { ...queryOf(filters), limit: pageSize, offset: pageParam } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  return { ...query, items: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}

export const subscriberSummaryQuery = queryOptions({
  queryKey: ['subscribers', 'summary'],
  queryFn: ({ signal }) => request(contract.subscribers.summary, {}, signal),
})

export const subscriberQuery = (id: number) =>
  queryOptions({
    queryKey: ['subscribers', 'one', id],
    queryFn: ({ signal }) => request(contract.subscribers.get, { params: { id } }, signal),
  })

/** Hands over the list as a file. */
export async function keepSubscribers(filters: SubscriberFilters, format: CsvFormat): Promise<void> {
  const query = { ...queryOf(filters), format }
  saveCsvFile('subscribers.csv', await request(contract.subscribers.export, { query }))
}
