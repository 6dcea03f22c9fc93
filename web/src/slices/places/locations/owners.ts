import type { Location } from '@stationmaster/contract'

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
