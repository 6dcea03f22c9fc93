import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'
import type { Command } from './schema.ts'

const careful = { hurts: true, templates: [] } satisfies Partial<Command>

/** What may be asked of stations of an OCPP version; it changes with the program only. */
export const schemasQuery = (protocol: string | null) =>
  queryOptions({
    queryKey: ['commands', 'schemas', protocol],
    queryFn: async ({ signal }) => {
      const input = { params: { protocol: protocol ?? '' } }
      const commands = (await request(contract.journal.schemas, input, signal)) as Command[]
      // for an hour a browser may hold the answer of a server that told less
      return commands.map((command) => ({ ...careful, ...command }))
    },
    enabled: protocol !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
