import { contract, type StationColumn, type StationOrder } from '@stationmaster/contract'
import { requestCounted } from '../../../../api/calls/request.ts'
import { usePages } from '../../../../api/calls/use-pages.ts'
import { choiceOf, type StationFilters } from '../choosing/filters.ts'

export const stationsPage = 50
const pagesRefreshMs = 30_000

/** The station list; only the rows in sight are loaded, and uptime only if it is one of the columns. */
export function useStationPages(
  filters: StationFilters,
  order: StationOrder | undefined,
  columns: readonly StationColumn[] | undefined,
) {
  const more = columns?.includes('uptime') ? { with: 'uptime' as const } : {}
  const choice = { ...choiceOf(filters), order_by: order, ...more }
  return usePages({
    queryKey: ['stations', 'page', JSON.stringify(choice)],
    size: stationsPage,
    load: (offset, signal) =>
      requestCounted(
        contract.stations.list,
        { query: { mode: 'full' as const, limit: stationsPage, offset, ...choice } },
        signal,
      ),
    refreshMs: pagesRefreshMs,
    live: ({ topic }) => topic === 'station' || topic === 'connector',
  })
}
