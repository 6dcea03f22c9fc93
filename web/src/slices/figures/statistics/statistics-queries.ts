import { contract } from '@stationmaster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'
import { endOf, startOf } from '../../../api/days.ts'

/** The statistics panel reloads this often (domain.md#screens). */
const statisticsRefreshMs = 300_000
const networkRefreshMs = 15_000

const idList = (locations: number[] | undefined) => locations?.join(',')

/** Totals and daily points from a first to a last calendar day, of some locations or all. */
export function useStatistics(firstDay: string, lastDay: string, locations: number[] | undefined) {
  return useQuery({
    queryKey: ['statistics', 'period', firstDay, lastDay, locations ?? null],
    queryFn: ({ signal }) =>
      request(
        contract.statistics.get,
        {
          query: {
            from: startOf(firstDay),
            to: endOf(lastDay),
            mode: 'full',
            location_ids: idList(locations),
          },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: statisticsRefreshMs,
  })
}

/** What the network does at this moment; live, with a poll behind it. */
export function useNetwork(locations: number[] | undefined, enabled = true) {
  return useQuery({
    queryKey: ['statistics', 'network', locations ?? null],
    queryFn: ({ signal }) =>
      request(contract.statistics.network, { query: { location_ids: idList(locations) } }, signal),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: networkRefreshMs,
    meta: { live: (signal) => signal.topic !== 'order' },
  })
}

export type Network = NonNullable<ReturnType<typeof useNetwork>['data']>
