import { textParam, wordParam } from '../../../../ui/tables/search-params.ts'
import type { TimeRange } from '../time/time-range.ts'

/** The console's filters of a station's history; they are in the URL. */
export interface ConsoleFilters extends TimeRange {
  /** who sent the frame */
  from?: 'station' | 'server'
  action?: string[]
  errors?: 'yes'
  q?: string
  /** an instant (ISO 8601): the history as it was then, instead of the newest */
  at?: string
}

/** Reads the console's filters from the URL; invalid values are left out. */
export function readConsoleFilters(search: Record<string, unknown>): ConsoleFilters {
  const actions = (textParam(search, 'action') ?? '').split(',').filter((one) => /^\w{1,50}$/.test(one))
  const from = wordParam(search, 'from', ['station', 'server'] as const)
  const errors = wordParam(search, 'errors', ['yes'] as const)
  const q = textParam(search, 'q')
  return {
    ...(from ? { from } : {}),
    ...(actions.length > 0 ? { action: actions } : {}),
    ...(errors ? { errors } : {}),
    ...(q ? { q } : {}),
    ...instantParam(search, 'since'),
    ...instantParam(search, 'until'),
    ...instantParam(search, 'at'),
  }
}

function instantParam<K extends string>(search: Record<string, unknown>, name: K): { [key in K]?: string } {
  const text = textParam(search, name)
  const valid = text !== undefined && !Number.isNaN(Date.parse(text))
  return (valid ? { [name]: new Date(text).toISOString() } : {}) as { [key in K]?: string }
}

/** The filters as the calls take them. */
export const filterQuery = ({ from, action, errors, q, since, until }: ConsoleFilters) => ({
  ...(from ? { direction: from } : {}),
  ...(action ? { action: action.join(',') } : {}),
  ...(q ? { search: q } : {}),
  ...(errors ? { errors: 'true' as const } : {}),
  ...(since ? { from: since } : {}),
  ...(until ? { to: until } : {}),
})

/** Whether the filters hide frames, so that an exchange may show only one half. */
export const isFiltered = ({ from, action, errors, q }: ConsoleFilters): boolean =>
  Boolean(from || action || errors || q)

/** Whether only a part of the history is shown. */
export const isRanged = ({ since, until }: ConsoleFilters): boolean => Boolean(since || until)

/** Whether the shown range ends in the past, so that no new frame belongs to it. */
export const isPast = ({ at, until }: ConsoleFilters): boolean => Boolean(at || until)
