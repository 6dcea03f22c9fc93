import { contract } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'
import { session } from '../../../api/session.ts'

const refreshMs = 3000
const pageSize = 500

/** The plan of the user; read again as charges are decided. */
export const planQuery = (managerId: number) =>
  queryOptions({
    queryKey: ['plan', managerId],
    queryFn: ({ signal }) => request(contract.plan.get, { params: { id: managerId } }, signal),
    refetchInterval: refreshMs,
  })

export const invoicesQuery = (managerId: number) =>
  queryOptions({
    queryKey: ['plan', managerId, 'invoices'],
    queryFn: ({ signal }) => request(contract.plan.invoices, { params: { id: managerId } }, signal),
  })

/** The locations of an owner with all their stations, by number. */
export const ownStationsQuery = (ownerId: number) =>
  queryOptions({
    queryKey: ['plan', ownerId, 'stations'],
    queryFn: async ({ signal }) => {
      const query = { mode: 'full', limit: pageSize, owner_id: ownerId } as const
      const locations = await allPages((offset) =>
        request(contract.locations.list, { query: { ...query, offset } }, signal),
      )
      return Promise.all(
        locations.map(async ({ id, name }) => {
          const input = { params: { id }, query: { limit: pageSize } }
          const stations = await allPages((offset) =>
            request(contract.stations.ofLocation, { ...input, query: { limit: pageSize, offset } }, signal),
          )
          return { id, name, stations: stations.toSorted((a, b) => a.number - b.number) }
        }),
      )
    },
    staleTime: 0,
  })

async function allPages<T>(page: (offset: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const more = await page(all.length)
    all.push(...more)
    if (more.length < pageSize) return all
  }
}

/** Reads the plan again, and the user with it. */
export function usePlanChanged() {
  const client = useQueryClient()
  return async () => {
    session.setManager(await request(contract.auth.currentManager, {}))
    await client.invalidateQueries({ queryKey: ['plan'] })
  }
}
