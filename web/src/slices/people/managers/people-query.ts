import { contract, type Person, type Role } from '@stationmaster/contract'
import { keepPreviousData, queryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { request, requestCounted } from '../../../api/calls/request.ts'

const pageSize = 50
const baseKey = ['managers', 'people'] as const

/** The staff by pages of 50, searched and filtered on the server. */
export function usePeople(search: string | undefined, roles: readonly Role[] | undefined) {
  const wanted = roles?.join(',')
  const query = useInfiniteQuery({
    queryKey: [...baseKey, 'list', search ?? '', wanted ?? ''],
    queryFn: ({ pageParam, signal }) =>
      requestCounted(
        contract.managers.list,
        { query: { limit: pageSize, offset: pageParam, search, roles: wanted } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  return { ...query, people: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: [...baseKey, 'one', id],
    queryFn: ({ signal }) => request(contract.managers.get, { params: { id } }, signal),
  })

/** Stores a changed person in the cache and loads the lists again. */
export function useKeepPerson() {
  const client = useQueryClient()
  return (person: Person) => {
    client.setQueryData(personQuery(person.id).queryKey, person)
    return client.invalidateQueries({ queryKey: [...baseKey, 'list'] })
  }
}
