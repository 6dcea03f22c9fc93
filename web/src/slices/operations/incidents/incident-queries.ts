import {
  contract,
  type IncidentCounts,
  type IncidentKind,
  type IncidentSeverity,
  type IncidentState,
  incidentKinds,
  incidentSeverities,
  incidentStates,
  type LiveSignal,
} from '@stationmaster/contract'
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { request, requestCounted } from '../../../api/calls/request.ts'
import { addDays, endOf, startOf, today } from '../../../api/days.ts'
import { numberParam, textParam, wordParam } from '../../../ui/tables/search-params.ts'

const pageSize = 50
/** Live signals tell of most changes; this is how old anything may get beside them. */
const refreshMs = 10_000
const countMs = 30_000
const timesMs = 300_000

const live = (signal: LiveSignal) => signal.topic === 'incident'

export interface IncidentFilters {
  q?: string | undefined
  state?: IncidentState | undefined
  severity?: IncidentSeverity | undefined
  kind?: IncidentKind | undefined
  location?: number | undefined
}

/** Reads the filters of the incidents' list out of the URL's search. */
export const readIncidentFilters = (search: Record<string, unknown>): IncidentFilters => ({
  q: textParam(search, 'q'),
  state: wordParam(search, 'state', incidentStates),
  severity: wordParam(search, 'severity', incidentSeverities),
  kind: wordParam(search, 'kind', incidentKinds),
  location: numberParam(search, 'location', 1, 999_999_999),
})

const queryOf = ({ q, state, severity, kind, location }: IncidentFilters) => ({
  search: q,
  state,
  severity,
  kind,
  location_id: location,
})

type Page<T> = { items: T[]; total: number }

/** A list in pages of 50, loaded again by itself. */
function usePaged<T>(
  queryKey: readonly unknown[],
  ask: (query: { limit: number; offset: number }, signal: AbortSignal) => Promise<Page<T>>,
) {
  const query = useInfiniteQuery({
    queryKey: ['incidents', ...queryKey],
    queryFn: ({ pageParam, signal }) => ask({ limit: pageSize, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    meta: { live },
  })
  const pages = query.data?.pages
  return { ...query, items: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 }
}

/** Incidents that fit the filters; those that are not closed come first. */
export const useIncidents = (filters: IncidentFilters) =>
  usePaged(['list', filters], (page, signal) =>
    requestCounted(contract.incidents.list, { query: { ...queryOf(filters), ...page } }, signal),
  )

export const useMembers = (id: number) =>
  usePaged(['members', id], (query, signal) =>
    requestCounted(contract.incidents.members, { params: { id }, query }, signal),
  )

export const useTimeline = (id: number) =>
  usePaged(['timeline', id], (query, signal) =>
    requestCounted(contract.incidents.timeline, { params: { id }, query }, signal),
  )

export const incidentQuery = (id: number) =>
  queryOptions({
    queryKey: ['incidents', 'one', id],
    queryFn: ({ signal }) => request(contract.incidents.get, { params: { id } }, signal),
    refetchInterval: refreshMs,
    meta: { live },
  })

export const peopleQuery = (id: number) =>
  queryOptions({
    queryKey: ['incidents', 'people', id],
    queryFn: ({ signal }) => request(contract.incidents.people, { params: { id } }, signal),
  })

/** How quickly incidents of the last days were acknowledged and repaired, at a location or anywhere. */
export const timesQuery = (days: number, location: number | undefined) =>
  queryOptions({
    queryKey: ['incidents', 'times', days, location ?? null],
    queryFn: ({ signal }) => {
      const last = today()
      const query = { from: startOf(addDays(last, 1 - days)), to: endOf(last), location_id: location }
      return request(contract.incidents.times, { query }, signal)
    },
    placeholderData: keepPreviousData,
    refetchInterval: timesMs,
  })

/** How many of those that fit are in each state, whatever state the filters name. */
const countsQuery = (filters: IncidentFilters) =>
  queryOptions({
    queryKey: ['incidents', 'counts', { ...filters, state: undefined }],
    queryFn: ({ signal }) => {
      const { state: _, ...query } = queryOf(filters)
      return request(contract.incidents.counts, { query }, signal)
    },
    placeholderData: keepPreviousData,
    refetchInterval: countMs,
    meta: { live },
  })

/** How many incidents nobody looks after yet; undefined until it is known. */
export const useOpenCount = (): number | undefined => useQuery(countsQuery({})).data?.open

/** The same, and how many of them are critical. */
export function useOpenIncidents(enabled: boolean, location?: number) {
  const { open = 0, critical = 0 } = useQuery({ ...countsQuery({ location }), enabled }).data ?? {}
  return { open, critical }
}

/** How many of those that fit all other filters are in each state; undefined until it is known. */
export const useStateCounts = (filters: IncidentFilters): IncidentCounts | undefined =>
  useQuery(countsQuery(filters)).data
