import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'

/** The room in the plan of a location's owner; read again with the stations. */
export const roomQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['stations', 'plan-room', locationId],
    queryFn: ({ signal }) => request(contract.planRoom.get, { params: { id: locationId } }, signal),
    staleTime: 0,
  })
