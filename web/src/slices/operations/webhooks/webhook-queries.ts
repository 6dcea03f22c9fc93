import { contract, type WebhookEventType, type WebhookMessageState } from '@stationmaster/contract'
import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { request, requestCursored } from '../../../api/calls/request.ts'
import { endOf, startOf } from '../../../api/days.ts'

const refreshMs = 30_000
/** while an attempt is awaited */
const soonMs = 1000
const pageSize = 50

export const endpointsQuery = queryOptions({
  queryKey: ['webhooks', 'endpoints'],
  queryFn: ({ signal }) => request(contract.webhookEndpoints.list, {}, signal),
  refetchInterval: refreshMs,
})

/** What the person may hear of. */
export const eventsQuery = queryOptions({
  queryKey: ['webhooks', 'events'],
  queryFn: ({ signal }) => request(contract.webhookEndpoints.events, {}, signal),
})

export interface MessageFilters {
  state: WebhookMessageState | null
  type: WebhookEventType | 'webhook.test' | null
  /** calendar days */
  from: string
  to: string
}

/** The instants of the days that are chosen. */
export const spanOf = ({ from, to }: Pick<MessageFilters, 'from' | 'to'>) => ({
  from: startOf(from),
  to: endOf(to),
})

/** What an endpoint was sent, newest first, by pages. */
export function useMessages(id: number, filters: MessageFilters) {
  const { state, type } = filters
  const query = useInfiniteQuery({
    queryKey: ['webhooks', 'messages', id, filters],
    queryFn: ({ pageParam, signal }) =>
      requestCursored(
        contract.webhookEndpoints.messages,
        {
          params: { id },
          query: {
            ...spanOf(filters),
            limit: pageSize,
            ...(state ? { state } : {}),
            ...(type ? { type } : {}),
            ...(pageParam ? { before: pageParam } : {}),
          },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  return { ...query, messages: query.data?.pages.flatMap(({ items }) => items) }
}

/** A message with its attempts; read again until the first one has been made. */
export const messageQuery = (id: number, messageId: number) =>
  queryOptions({
    queryKey: ['webhooks', 'message', id, messageId],
    queryFn: ({ signal }) =>
      request(contract.webhookEndpoints.message, { params: { id, messageId } }, signal),
    refetchInterval: ({ state }) =>
      state.data && state.data.attempts > 0 && state.data.state !== 'new' ? false : soonMs,
  })

/** How many messages of some days were given up. */
export const deadQuery = (id: number, days: Pick<MessageFilters, 'from' | 'to'>) =>
  queryOptions({
    queryKey: ['webhooks', 'dead', id, days.from, days.to],
    queryFn: ({ signal }) =>
      request(
        contract.webhookEndpoints.sendAgain,
        { params: { id }, body: { ...spanOf(days), only_count: true } },
        signal,
      ),
    staleTime: 0,
  })
