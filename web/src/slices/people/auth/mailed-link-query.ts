import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

/** How a mailed link stands, looked up when it is opened; fails with auth.token_invalid for one that nobody was mailed. */
export const mailedLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['mailed-link', token],
    queryFn: ({ signal }) => request(contract.auth.mailedLink, { body: { token } }, signal),
    // while somebody types behind it, only the act itself tells that it has ended
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

/** Has a new link mailed to where an old or used one went. */
export const renewLink = (token: string): Promise<unknown> =>
  request(contract.auth.renewLink, { body: { token } })
