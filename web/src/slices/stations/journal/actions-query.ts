import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

/** What stations call; it changes with the program only. */
export const actionsQuery = queryOptions({
  queryKey: ['journal', 'actions'],
  queryFn: ({ signal }) => request(contract.journal.actions, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
})
