import { contract, type StationFigures } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../../api/calls/request.ts'

const refreshMs = 60_000

/** The figures of a location's stations today, their uptime and last faults: one call for all cards. */
export const figuresQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['statistics', 'stations', locationId],
    queryFn: async ({ signal }): Promise<Record<string, StationFigures>> => {
      const all = await request(contract.insight.stations, { query: { location_id: locationId } }, signal)
      return Object.fromEntries(all.map((figures) => [figures.station_id, figures]))
    },
    refetchInterval: refreshMs,
  })
