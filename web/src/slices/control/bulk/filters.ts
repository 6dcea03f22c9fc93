import { type BulkResult, bulkResults } from '@stationmaster/contract'
import { textParam, wordParam } from '../../../ui/tables/search-params.ts'

/** What the results of a run are filtered by; all of it is in the URL. */
export interface RunFilters {
  q?: string | undefined
  result?: BulkResult | undefined
}

/** Reads the filters out of the URL's search; invalid values are left out. */
export const readRunFilters = (search: Record<string, unknown>): RunFilters => ({
  q: textParam(search, 'q'),
  result: wordParam(search, 'result', bulkResults),
})
