import { type Role, roles } from '@stationmaster/contract'
import { idsParam, textParam, wordsParam } from '../../../ui/tables/search-params.ts'

export interface PeopleFilters {
  q?: string | undefined
  roles?: Role[] | undefined
  /** whose drawer is open */
  person?: number | undefined
}

/** Reads the staff list's filters out of the URL's search. */
export function readPeopleFilters(search: Record<string, unknown>): PeopleFilters {
  return {
    q: textParam(search, 'q'),
    roles: wordsParam(search, 'roles', roles),
    person: idsParam(search, 'person')?.[0],
  }
}
