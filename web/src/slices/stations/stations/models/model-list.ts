import { contract } from '@stationmaster/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { requestCounted } from '../../../../api/calls/request.ts'

const pageSize = 50

/** Station models by pages of 50, searched on the server. */
export function useModelList(search: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: ['station-models', search ?? ''],
    queryFn: ({ pageParam, signal }) =>
      requestCounted(
        contract.stationModels.list,
        { query: { group_by: 'model', limit: pageSize, offset: pageParam, search } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  return { ...query, models: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}
