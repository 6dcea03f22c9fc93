import { contract, type Location } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { requestCounted } from '../../../../api/calls/request.ts'

const pageSize = 500
/** The most locations that one change of a tariff accepts. */
const locationsMost = 5000

/** Reads every location that the person sees, page after page. */
export const allLocationsQuery = () =>
  queryOptions({
    queryKey: ['locations', 'all'],
    queryFn: async ({ signal }) => {
      const found: Location[] = []
      for (;;) {
        const query = { limit: pageSize, offset: found.length }
        const { items, total } = await requestCounted(contract.locations.list, { query }, signal)
        found.push(...items)
        if (items.length < pageSize || found.length >= Math.min(total, locationsMost)) return found
      }
    },
    staleTime: 60_000,
  })
