import { contract } from '@stationmaster/contract'
import { keepPreviousData, queryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { request, requestCounted } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'

const { roamingPublishing: calls } = contract
const baseKey = 'roaming-publishing'
const pageSize = 50

/** Locations by name with whether partners are shown them, in pages. */
export function useRoamingLocations(search: string) {
  const query = useInfiniteQuery({
    queryKey: [baseKey, 'locations', search],
    queryFn: ({ pageParam, signal }) =>
      requestCounted(calls.locations, { query: { limit: pageSize, offset: pageParam, search } }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  return { ...query, items: pages?.flatMap(({ items }) => items), total: pages?.at(-1)?.total ?? 0 }
}

/** Tariffs of the published locations, with what partners cannot know of them. */
export const roamingTariffsQuery = queryOptions({
  queryKey: [baseKey, 'tariffs'],
  queryFn: ({ signal }) => request(calls.tariffs, {}, signal),
})

/** A location and its tariffs as partners of each version see them. */
export const previewQuery = (id: number) =>
  queryOptions({
    queryKey: [baseKey, 'preview', id],
    queryFn: ({ signal }) => request(calls.preview, { params: { id } }, signal),
  })

interface Choice {
  ids: number[]
  published: boolean
}

/** Shows locations or tariffs to partners, or no longer. */
export function usePublish(what: 'locations' | 'tariffs', onSuccess?: () => void) {
  const client = useQueryClient()
  const change = useChange({
    mutationFn: async (body: Choice, idempotency) => {
      if (what === 'locations') await request(calls.setLocations, { body, idempotency })
      else await request(calls.setTariffs, { body, idempotency })
    },
    ...(onSuccess ? { onSuccess } : {}),
    onSettled: () => client.invalidateQueries({ queryKey: [baseKey] }),
  })
  const { isPending, variables } = change
  return {
    ...change,
    /** how the switch of one stands: as it was set, until the server has said how it is */
    stateOf: ({ id, published }: { id: number; published: boolean }) =>
      isPending && variables?.ids.includes(id) ? variables.published : published,
  }
}
export type Publish = ReturnType<typeof usePublish>
