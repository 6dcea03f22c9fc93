import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

/** The state of a mailed link, read when it is opened; fails with auth.token_invalid for a link that was never mailed. */
export const mailedLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['mailed-link', token],
    queryFn: ({ signal }) => request(contract.auth.mailedLink, { body: { token } }, signal),
    // not read again while a person fills the form: the server checks the link when it is sent
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

/** Mails a new link to the address of an old or used one. */
export const renewLink = (token: string): Promise<unknown> =>
  request(contract.auth.renewLink, { body: { token } })
