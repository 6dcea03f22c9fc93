import { textParam } from '../../ui/search-params.ts'

/** Reads the station list's filters out of the URL's search. */
export function readStationFilters(search: Record<string, unknown>): { q?: string | undefined } {
  return { q: textParam(search, 'q') }
}
