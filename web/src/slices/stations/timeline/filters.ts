import { type TimelineGroup, timelineGroups } from '@stationmaster/contract'
import { dayParam, wordParam, wordsParam } from '../../../ui/tables/search-params.ts'

/** The filters of a timeline; they are in the URL. */
export interface TimelineFilters {
  /** the period of the uptime; 30 days by default */
  days?: '90'
  kinds?: TimelineGroup[]
  /** counted through the whole station */
  connector?: number
  /** only this day, in the location's time zone */
  day?: string
}

/** Reads a timeline's filters from the URL; invalid values are left out. */
export function readTimelineFilters(search: Record<string, unknown>): TimelineFilters {
  const days = wordParam(search, 'days', ['90'] as const)
  const kinds = wordsParam(search, 'kinds', timelineGroups)
  const connector = Number(search.connector)
  const day = dayParam(search, 'day')
  return {
    ...(days ? { days } : {}),
    ...(kinds ? { kinds } : {}),
    ...(Number.isInteger(connector) && connector > 0 && connector <= 100 ? { connector } : {}),
    ...(day ? { day } : {}),
  }
}

/** The filters with some of them changed; undefined removes one. */
export function withFilters(
  filters: TimelineFilters,
  change: { [K in keyof TimelineFilters]: TimelineFilters[K] | undefined },
): TimelineFilters {
  const given = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as TimelineFilters
}
