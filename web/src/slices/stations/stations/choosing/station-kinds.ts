import { contract, type StationKind } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'
import type { StationFilters } from './filters.ts'

/** The kinds by which the list's filters distinguish stations. */
export const kindFilters = ['vendor', 'model', 'firmware'] as const
export type KindFilter = (typeof kindFilters)[number]

const fields = {
  vendor: 'vendor_name',
  model: 'model',
  firmware: 'firmware_version',
} as const satisfies Record<KindFilter, keyof StationKind>

/** Manufacturers, models and firmware of all stations that are seen. */
export function useStationKinds() {
  return useQuery({
    queryKey: ['stations', 'kinds'],
    queryFn: ({ signal }) => request(contract.stations.kinds, {}, signal),
    staleTime: 60_000,
  })
}

/** The choices of one filter, given the others; the chosen value is always among them. */
export function choicesOf(
  filter: KindFilter,
  kinds: readonly StationKind[],
  filters: StationFilters,
): string[] {
  const others = kindFilters.filter((one) => one !== filter && filters[one] !== undefined)
  const fitting = kinds.filter((kind) => others.every((one) => kind[fields[one]] === filters[one]))
  const found = [filters[filter], ...fitting.map((kind) => kind[fields[filter]])].filter((one) => !!one)
  return [...new Set(found as string[])].sort()
}
