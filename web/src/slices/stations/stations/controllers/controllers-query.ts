import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'
import { isOfStation } from '../details/station-query.ts'

const pollMs = 30_000

/** Reads what a station's controllers report; again on its own and its connectors' signals, and every 30 s. */
export const controllersQuery = (id: string) =>
  queryOptions({
    queryKey: ['stations', 'controllers', id],
    queryFn: ({ signal }) => request(contract.stations.controllers, { params: { id } }, signal),
    refetchInterval: pollMs,
    meta: { live: (signal) => isOfStation(signal, id) },
  })
