import { textParam } from '../../ui/search-params.ts'

/** Reads the location list's filters out of the URL's search. */
export function readLocationFilters(search: Record<string, unknown>): { q?: string | undefined } {
  return { q: textParam(search, 'q') }
}
