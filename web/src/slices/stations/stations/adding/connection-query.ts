import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'

/** Attempts of unknown stations send no live signal. */
const pollMs = 4000

const readConnection = (id: string, signal: AbortSignal) =>
  request(contract.stations.connection, { params: { id } }, signal)
export type StationConnection = Awaited<ReturnType<typeof readConnection>>

/** Reads where a station connects to and how it was refused; again on its signals, and every 4 s while it is awaited. */
export const connectionQuery = (id: string, awaited: boolean) =>
  queryOptions({
    queryKey: ['stations', 'connection', id],
    queryFn: ({ signal }) => readConnection(id, signal),
    refetchInterval: awaited && pollMs,
    meta: { live: (signal) => signal.topic === 'station' && signal.id === id },
  })
