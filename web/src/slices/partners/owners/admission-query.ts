import { type Admission, contract } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

/** How an owner stands before they are let in; read anew with their locations. */
export const admissionQuery = (ownerId: number) =>
  queryOptions({
    queryKey: ['owners', 'admission', ownerId],
    queryFn: ({ signal }) => request(contract.owners.admission, { params: { id: ownerId } }, signal),
    meta: { live: (signal) => signal.topic === 'location' },
  })

/** Puts what has changed in the place of what was known, and has read anew what hangs on it. */
export function useKeepAdmission(ownerId: number) {
  const client = useQueryClient()
  return (admission: Admission) => {
    client.setQueryData(admissionQuery(ownerId).queryKey, admission)
    for (const key of ['inbox', 'locations', 'stations'])
      void client.invalidateQueries({ queryKey: [key], refetchType: 'active' })
  }
}
