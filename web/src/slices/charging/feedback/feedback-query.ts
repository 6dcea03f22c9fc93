import { contract, type feedbackSorts } from '@stationmaster/contract'
import { keepPreviousData, queryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { request, requestCounted } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'

const pageSize = 50

export interface FeedbackFilters {
  sort?: (typeof feedbackSorts)[number] | undefined
  /** one to five */
  stars?: number | undefined
  hidden?: 'true' | undefined
}

const keyOf = (locationId: number) => ['locations', 'feedback', locationId]

/** The reviews of a location in pages, reloaded when a review is written or changed. */
export function useFeedback(locationId: number, { sort, stars: rating, hidden }: FeedbackFilters) {
  const query = useInfiniteQuery({
    queryKey: [...keyOf(locationId), 'pages', sort, rating, hidden],
    queryFn: ({ pageParam, signal }) =>
      requestCounted(
        contract.feedback.list,
        { params: { id: locationId }, query: { limit: pageSize, offset: pageParam, sort, rating, hidden } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: keepPreviousData,
    meta: { live: (signal) => signal.topic === 'location' && signal.id === locationId },
  })
  const pages = query.data?.pages
  return { ...query, items: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}

/** A location's rating by stars and months. */
export const feedbackSummaryQuery = (locationId: number) =>
  queryOptions({
    queryKey: [...keyOf(locationId), 'summary'],
    queryFn: ({ signal }) => request(contract.feedback.summary, { params: { id: locationId } }, signal),
    meta: { live: (signal) => signal.topic === 'location' && signal.id === locationId },
  })

/** The feedback of an order's driver. */
export const orderFeedbackQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'feedback', orderId],
    queryFn: ({ signal }) => request(contract.feedback.ofOrder, { params: { id: orderId } }, signal),
    meta: { live: (signal) => signal.topic === 'order' && signal.id === orderId },
  })

/** A change of a review; everything that shows it is reloaded afterwards. */
export function useFeedbackChange<V>(act: (input: V) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient()
  return useChange({
    mutationFn: act,
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['locations'], refetchType: 'active' }),
  })
}
