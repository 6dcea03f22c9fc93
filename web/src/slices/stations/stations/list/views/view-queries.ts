import { contract } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../../../api/calls/request.ts'

const queryKey = ['stations', 'views'] as const

/** The caller's own views of the station list, and the shared ones. */
export const savedViewsQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => request(contract.savedViews.list, {}, signal),
  staleTime: 60_000,
})

export function useViewsChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey })
}
