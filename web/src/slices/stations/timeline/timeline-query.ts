import { contract, type LiveSignal } from '@stationmaster/contract'
import { DAY_MS, instantOf } from '@stationmaster/units'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request, requestCursored } from '../../../api/calls/request.ts'
import type { TimelineFilters } from './filters.ts'

const pollMs = 60_000
const pageSize = 50

const concerns = (stationId: string) => (signal: LiveSignal) =>
  signal.topic === 'station'
    ? signal.id === stationId
    : signal.topic === 'connector' && signal.stationId === stationId

/** Reads the uptime of a station and its connectors; again on their signals and every minute. */
export const uptimeQuery = (stationId: string, days: number) =>
  queryOptions({
    queryKey: ['timeline', 'uptime', stationId, days],
    queryFn: ({ signal }) =>
      request(contract.timeline.uptime, { params: { id: stationId }, query: { days } }, signal),
    refetchInterval: pollMs,
    meta: { live: concerns(stationId) },
  })

/** Reads what happened to a station, newest first; again on its signals. A day needs the time zone that it is one of. */
export const eventsQuery = (
  stationId: string,
  { kinds, connector, day }: TimelineFilters,
  timeZone: string | undefined,
) =>
  infiniteQueryOptions({
    queryKey: ['timeline', 'events', stationId, { kinds, connector, day }, day ? timeZone : null],
    enabled: day === undefined || timeZone !== undefined,
    queryFn: ({ pageParam, signal }) =>
      requestCursored(
        contract.timeline.events,
        {
          params: { id: stationId },
          query: {
            limit: pageSize,
            ...(kinds ? { kinds: kinds.join(',') } : {}),
            ...(connector === undefined ? {} : { connector }),
            ...(day && timeZone ? boundsOf(day, timeZone) : {}),
            ...(pageParam ? { before: pageParam } : {}),
          },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: pollMs,
    meta: { live: concerns(stationId) },
  })

function boundsOf(day: string, timeZone: string): { from: string; to: string } {
  const next = new Date(Date.parse(`${day}T12:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  const at = (name: string) => instantOf(name, 0, timeZone).toISOString()
  return { from: at(day), to: at(next) }
}
