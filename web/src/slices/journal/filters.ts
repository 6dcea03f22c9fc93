import { textParam, wordParam } from '../../ui/search-params.ts'

/** What the console shows of a station's history; it stands in the URL. */
export interface ConsoleFilters {
  /** who sent the frame */
  from?: 'station' | 'server'
  action?: string[]
  errors?: 'yes'
  q?: string
  /** an instant (ISO 8601): the history as it was then, instead of the newest */
  at?: string
}

/** Reads the console's filters from the URL; what makes no sense is left out. */
export function readConsoleFilters(search: Record<string, unknown>): ConsoleFilters {
  const at = textParam(search, 'at')
  const actions = (textParam(search, 'action') ?? '').split(',').filter((one) => /^\w{1,50}$/.test(one))
  const from = wordParam(search, 'from', ['station', 'server'] as const)
  const errors = wordParam(search, 'errors', ['yes'] as const)
  const q = textParam(search, 'q')
  return {
    ...(from ? { from } : {}),
    ...(actions.length > 0 ? { action: actions } : {}),
    ...(errors ? { errors } : {}),
    ...(q ? { q } : {}),
    ...(at && !Number.isNaN(Date.parse(at)) ? { at } : {}),
  }
}

/** The filters as the calls take them. */
export const filterQuery = ({ from, action, errors, q }: ConsoleFilters) => ({
  ...(from ? { direction: from } : {}),
  ...(action ? { action: action.join(',') } : {}),
  ...(q ? { search: q } : {}),
  ...(errors ? { errors: 'true' as const } : {}),
})

/** Whether frames are left out, so that an exchange may show one half only. */
export const isFiltered = ({ from, action, errors, q }: ConsoleFilters): boolean =>
  Boolean(from || action || errors || q)
