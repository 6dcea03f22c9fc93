import { contract, type FailureStage, type OutcomeGroup } from '@stationmaster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'
import { endOf, startOf } from '../../../../api/days.ts'

/** Which sessions and days are shown. */
export interface InsightScope {
  from: string
  to: string
  locations?: number[] | undefined
  stationId?: string | undefined
}

/** Its sessions in the charging history. */
export const listOf = ({ from, to, locations, stationId }: InsightScope) => ({
  from,
  to,
  locations,
  station: stationId,
})

const refreshMs = 300_000

const queryOf = ({ from, to, locations, stationId }: InsightScope) => ({
  from: startOf(from),
  to: endOf(to),
  location_ids: locations?.join(','),
  station_id: stationId,
})

const common = { placeholderData: keepPreviousData, refetchInterval: refreshMs }

/** Results of sessions, and where most failed. */
export function useOutcomes(scope: InsightScope, by: OutcomeGroup, stage: FailureStage | undefined) {
  return useQuery({
    ...common,
    queryKey: ['statistics', 'outcomes', scope, by, stage ?? null],
    queryFn: ({ signal }) =>
      request(contract.insight.outcomes, { query: { ...queryOf(scope), by, stage } }, signal),
  })
}

export function useUtilisation(scope: InsightScope) {
  return useQuery({
    ...common,
    queryKey: ['statistics', 'utilisation', scope],
    queryFn: ({ signal }) => request(contract.insight.utilisation, { query: queryOf(scope) }, signal),
  })
}

export function usePlaces(scope: InsightScope) {
  return useQuery({
    ...common,
    queryKey: ['statistics', 'places', scope],
    queryFn: ({ signal }) => request(contract.insight.places, { query: queryOf(scope) }, signal),
  })
}

/** How much of their time stations could be used, up to the end of yesterday. */
export function useUptime(scope: InsightScope) {
  return useQuery({
    ...common,
    queryKey: ['statistics', 'uptime', scope],
    queryFn: ({ signal }) => request(contract.insight.uptime, { query: queryOf(scope) }, signal),
  })
}

/** Revenue, sessions and energy of the days, beside those before. */
export function useTakings(scope: InsightScope) {
  return useQuery({
    ...common,
    queryKey: ['statistics', 'takings', scope],
    queryFn: ({ signal }) =>
      request(contract.statistics.get, { query: { ...queryOf(scope), mode: 'full' } }, signal),
  })
}
