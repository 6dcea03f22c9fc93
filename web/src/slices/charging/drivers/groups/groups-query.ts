import { contract } from '@stationmaster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'

/** Groups of charging cards, by name, searched on the server. */
export const useTagGroups = (search: string | undefined) =>
  useQuery({
    queryKey: ['drivers', 'groups', search ?? ''],
    queryFn: ({ signal }) => request(contract.tagGroups.list, { query: { search } }, signal),
    placeholderData: keepPreviousData,
  })
