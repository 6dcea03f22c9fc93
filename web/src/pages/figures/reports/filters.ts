import { daysParam, idsParam, textParam } from '../../../ui/tables/search-params.ts'

/** What the payment statistics are filtered by; a missing one means the default. */
export interface ReportFilters {
  /** First and last settlement day, both or none. */
  from?: string | undefined
  to?: string | undefined
  locations?: number[] | undefined
  /** a report; none, or one that is not theirs: payments by day and location */
  mode?: string | undefined
}

/** Reads the filters from the URL; values that make no sense are left out. */
export function readReportFilters(search: Record<string, unknown>): ReportFilters {
  return {
    ...daysParam(search),
    locations: idsParam(search, 'locations'),
    mode: textParam(search, 'mode'),
  }
}
