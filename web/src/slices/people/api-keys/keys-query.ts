import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

export const keysQuery = queryOptions({
  queryKey: ['api-keys', 'list'],
  queryFn: ({ signal }) => request(contract.apiKeys.list, {}, signal),
})

/** What the person may give a key. */
export const scopesQuery = queryOptions({
  queryKey: ['api-keys', 'scopes'],
  queryFn: ({ signal }) => request(contract.apiKeys.choices, {}, signal),
})
