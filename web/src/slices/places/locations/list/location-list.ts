import { contract } from '@stationmaster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { requestCounted } from '../../../../api/calls/request.ts'

/** The first page of locations (domain.md#locations: 500), searched on the server. */
export function useLocations(search: string, enabled: boolean) {
  return useQuery({
    queryKey: ['locations', 'list', search],
    queryFn: ({ signal }) =>
      requestCounted(
        contract.locations.list,
        { query: { mode: 'full', limit: 500, search: search || undefined } },
        signal,
      ),
    enabled,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
