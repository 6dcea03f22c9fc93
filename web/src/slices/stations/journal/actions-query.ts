import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

/** The actions that stations call; they change only with the program. */
export const actionsQuery = queryOptions({
  queryKey: ['journal', 'actions'],
  queryFn: ({ signal }) => request(contract.journal.actions, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
})
