import { contract } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'

const refreshMs = 60_000

/** The photos of a location in their order, the cover first. */
export const photosQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['locations', 'photos', locationId],
    queryFn: ({ signal }) => request(contract.photos.list, { params: { id: locationId } }, signal),
    refetchInterval: refreshMs,
    meta: { live: (signal) => signal.topic === 'location' && signal.id === locationId },
  })

/** A change of photos; everything that shows them is reloaded afterwards. */
export function usePhotoChange<V>(act: (input: V) => Promise<unknown>, onDone?: () => void) {
  const client = useQueryClient()
  return useChange({
    mutationFn: act,
    onSuccess: () => onDone?.(),
    onSettled: () => client.invalidateQueries({ queryKey: ['locations'], refetchType: 'active' }),
  })
}
