import { idsParam, textParam } from '../../../../ui/tables/search-params.ts'

export interface LocationFilters {
  q?: string | undefined
  /** the owner's id */
  owner?: number | undefined
}

/** Reads the location list's filters out of the URL's search. */
export const readLocationFilters = (search: Record<string, unknown>): LocationFilters => ({
  q: textParam(search, 'q'),
  owner: idsParam(search, 'owner')?.[0],
})
