import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'
import type { Command } from './schema.ts'

const careful = { hurts: true, templates: [] } satisfies Partial<Command>

/** The commands of an OCPP version with their schemas; they change only with the program. */
export const schemasQuery = (protocol: string | null) =>
  queryOptions({
    queryKey: ['commands', 'schemas', protocol],
    queryFn: async ({ signal }) => {
      const input = { params: { protocol: protocol ?? '' } }
      const commands = (await request(contract.journal.schemas, input, signal)) as Command[]
      // a browser caches the answer for an hour, maybe one of an older server without these fields
      return commands.map((command) => ({ ...careful, ...command }))
    },
    enabled: protocol !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
