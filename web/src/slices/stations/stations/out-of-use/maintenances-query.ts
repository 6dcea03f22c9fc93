import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'

/** What runs and is planned for a station, in order. */
export const maintenancesQuery = (id: string) =>
  queryOptions({
    queryKey: ['stations', 'maintenances', id],
    queryFn: () => request(contract.maintenances.list, { params: { id } }),
  })
