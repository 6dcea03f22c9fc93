import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

/** Reads the keys of a station's meters; again on the signals of the station, which may have named another one. */
export const meterKeysQuery = (stationId: string) =>
  queryOptions({
    queryKey: ['stations', 'meter-keys', stationId],
    queryFn: ({ signal }) => request(contract.meterKeys.list, { params: { id: stationId } }, signal),
    meta: { live: (signal) => signal.topic === 'station' && signal.id === stationId },
  })
