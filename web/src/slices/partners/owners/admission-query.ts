import { type Admission, contract } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

/** The admission of an owner; read again when their locations change. */
export const admissionQuery = (ownerId: number) =>
  queryOptions({
    queryKey: ['owners', 'admission', ownerId],
    queryFn: ({ signal }) => request(contract.owners.admission, { params: { id: ownerId } }, signal),
    meta: { live: (signal) => signal.topic === 'location' },
  })

/** Stores the changed admission, and reads again what depends on it. */
export function useKeepAdmission(ownerId: number) {
  const client = useQueryClient()
  return (admission: Admission) => {
    client.setQueryData(admissionQuery(ownerId).queryKey, admission)
    for (const key of ['inbox', 'locations', 'stations'])
      void client.invalidateQueries({ queryKey: [key], refetchType: 'active' })
  }
}
