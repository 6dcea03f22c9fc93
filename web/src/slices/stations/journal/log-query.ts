import { contract } from '@stationmaster/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { requestCursored } from '../../../api/calls/request.ts'

const pollMs = 30_000

/** Reads the lines of a station's controller, newest first; again when its journal grows and every 30 s. */
export const logQuery = (stationId: string, connector: number | null) =>
  infiniteQueryOptions({
    queryKey: ['journal', 'log', stationId, connector],
    queryFn: ({ pageParam, signal }) =>
      requestCursored(
        contract.journal.controllerLog,
        {
          params: { stationId },
          query: {
            ...(connector === null ? {} : { connector_id: connector }),
            ...(pageParam ? { before: pageParam } : {}),
          },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: pollMs,
    meta: { live: (signal) => signal.topic === 'journal' && signal.id === stationId },
  })
