import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import type { Command } from './schema.ts'

/** What may be asked of stations of an OCPP version; it changes with the program only. */
export const schemasQuery = (protocol: string | null) =>
  queryOptions({
    queryKey: ['commands', 'schemas', protocol],
    queryFn: async ({ signal }) =>
      (await request(
        contract.journal.schemas,
        { params: { protocol: protocol ?? '' } },
        signal,
      )) as Command[],
    enabled: protocol !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
