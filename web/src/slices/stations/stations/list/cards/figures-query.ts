import { contract, type StationFigures } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../../api/calls/request.ts'

const refreshMs = 60_000

/** What the stations of a location did today, their uptime and last faults: one call for all of its cards. */
export const figuresQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['statistics', 'stations', locationId],
    queryFn: async ({ signal }): Promise<Record<string, StationFigures>> => {
      const all = await request(contract.insight.stations, { query: { location_id: locationId } }, signal)
      return Object.fromEntries(all.map((figures) => [figures.station_id, figures]))
    },
    refetchInterval: refreshMs,
  })
