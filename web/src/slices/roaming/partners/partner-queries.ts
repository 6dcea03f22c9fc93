import { type ConnectFailureView, contract, type RoamingPartner } from '@stationmaster/contract'
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { request, requestCounted, requestCursored } from '../../../api/calls/request.ts'

const { roamingPartners: calls } = contract
const baseKey = 'roaming'
/** Partners act of their own accord: they register, call, and go away. */
const refreshMs = 10_000
const partnersMost = 500
const pageSize = 50
const partiesMost = 200

/** Who we are in OCPI. */
export const partyQuery = queryOptions({
  queryKey: [baseKey, 'party'],
  queryFn: ({ signal }) => request(calls.party, {}, signal),
})

/** All partners, by name. */
export const partnersQuery = queryOptions({
  queryKey: [baseKey, 'partners'],
  queryFn: ({ signal }) => requestCounted(calls.list, { query: { limit: partnersMost } }, signal),
  refetchInterval: refreshMs,
})

export const partnerQuery = (id: number) =>
  queryOptions({
    queryKey: [baseKey, 'partner', id],
    queryFn: ({ signal }) => request(calls.get, { params: { id } }, signal),
    refetchInterval: refreshMs,
  })

/** What a partner is still to be sent. */
export const queueQuery = (id: number) =>
  queryOptions({
    queryKey: [baseKey, 'queue', id],
    queryFn: ({ signal }) => request(contract.partnerQueue.queue, { params: { id }, query: {} }, signal),
    refetchInterval: refreshMs,
  })

/** What a partner and we have agreed on. */
export const contractsQuery = (id: number) =>
  queryOptions({
    queryKey: [baseKey, 'contracts', id],
    queryFn: ({ signal }) => request(contract.partnerContracts.list, { params: { id } }, signal),
  })

/** How many tokens of a partner's drivers we have. */
export const tokensQuery = (id: number) =>
  queryOptions({
    queryKey: [baseKey, 'tokens', id],
    queryFn: ({ signal }) => request(contract.partnerTokens.tokens, { params: { id } }, signal),
    refetchInterval: refreshMs,
  })

/** The parties behind a hub. */
export const partiesQuery = (id: number) =>
  queryOptions({
    queryKey: [baseKey, 'parties', id],
    queryFn: ({ signal }) =>
      request(contract.partnerParties.parties, { params: { id }, query: { limit: partiesMost } }, signal),
    refetchInterval: refreshMs,
  })

export interface MessageFilter {
  module: string | undefined
  failed: boolean
}

/** The calls between a partner and us, newest first, in pages. */
export function useMessages(id: number, { module, failed }: MessageFilter) {
  const query = useInfiniteQuery({
    queryKey: [baseKey, 'messages', id, module, failed],
    queryFn: ({ pageParam, signal }) =>
      requestCursored(
        calls.messages,
        {
          params: { id },
          query: { limit: pageSize, before: pageParam, module, failed: failed ? 'true' : undefined },
        },
        signal,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => (next === null ? undefined : Number(next)),
    // whoever reads further down is not disturbed
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : refreshMs),
  })
  return { ...query, items: query.data?.pages.flatMap(({ items }) => items) }
}

/** One of them with its bodies. */
export const messageQuery = (id: number, messageId: number) =>
  queryOptions({
    queryKey: [baseKey, 'message', id, messageId],
    queryFn: ({ signal }) => request(calls.message, { params: { id, messageId } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Reloads everything that is shown of partners. */
export function useReloadRoaming() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [baseKey] })
}

const failureKey = (id: number) => ['roaming-failure', id]

/** Why a partner could not be connected when it was last tried from this screen; null: it could, or it was not tried. */
export function useConnectFailure(id: number) {
  return useQuery<ConnectFailureView | null>({
    queryKey: failureKey(id),
    queryFn: () => null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

/** Remembers what came of an attempt to connect a partner. */
export function useKeepFailure() {
  const client = useQueryClient()
  return ({ id }: Pick<RoamingPartner, 'id'>, failure: ConnectFailureView | null) =>
    client.setQueryData(failureKey(id), failure)
}
