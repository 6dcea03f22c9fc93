import { contract } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

/** What a location sells beside charging. */
export const servicesQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['services', 'location', locationId],
    queryFn: ({ signal }) => request(contract.services.list, { params: { id: locationId } }, signal),
    meta: { live: (signal) => signal.topic === 'location' && signal.id === locationId },
  })

/** The kinds of services that there are. */
export const serviceTypesQuery = queryOptions({
  queryKey: ['services', 'types'],
  queryFn: ({ signal }) => request(contract.services.types, {}, signal),
})

/** Reloads everything that shows services. */
export function useServicesChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['services'] }),
      client.invalidateQueries({ queryKey: ['locations'] }),
    ])
}
