import { contract, type Location } from '@stationmaster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { requestCounted } from '../../api/request.ts'

/** The first page of locations (spec document 1, section 9: 500), searched on the server. */
export function useLocations(search: string, enabled: boolean) {
  return useQuery({
    queryKey: ['locations', 'list', search],
    queryFn: ({ signal }) =>
      requestCounted(
        contract.locations.list,
        { query: { mode: 'full', limit: 500, search: search || undefined } },
        signal,
      ),
    enabled,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

type Owned = Pick<Location, 'owner_id' | 'owner_first_name' | 'owner_last_name' | 'owner_email'>

/** An owner's full name, else e-mail; empty when there is none. */
export function ownerLabel(location: Owned): string {
  const name = [location.owner_first_name, location.owner_last_name].filter(Boolean).join(' ')
  return name || (location.owner_email ?? '')
}

/** Locations by owner, owners by name, those without one last. */
export function byOwner<T extends Owned>(locations: T[]): { owner: string; locations: T[] }[] {
  const groups = new Map<string, T[]>()
  for (const location of locations) {
    const owner = ownerLabel(location)
    groups.set(owner, [...(groups.get(owner) ?? []), location])
  }
  return [...groups]
    .map(([owner, owned]) => ({ owner, locations: owned }))
    .sort((a, b) => Number(a.owner === '') - Number(b.owner === '') || a.owner.localeCompare(b.owner))
}
