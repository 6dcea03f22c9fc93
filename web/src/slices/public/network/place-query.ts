import { contract, type NetworkPlace } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

const refreshMs = 5000

/** A location as drivers see it; fresh while the page is seen. */
export const placeQuery = (id: number) =>
  queryOptions({
    queryKey: ['network', 'place', id],
    queryFn: ({ signal }) => request(contract.network.location, { params: { id } }, signal),
    initialData: () => servedPlace(id),
    // the served page may be some time old
    initialDataUpdatedAt: 0,
    refetchInterval: refreshMs,
  })

/** What the page was served with (server/src/slices/public/network/pages.ts). */
function servedPlace(id: number): NetworkPlace | undefined {
  if (typeof document === 'undefined') return undefined
  const text = document.getElementById('place')?.textContent
  const place = text ? (JSON.parse(text) as NetworkPlace) : undefined
  return place?.location.id === id ? place : undefined
}
