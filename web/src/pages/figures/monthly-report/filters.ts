import { textParam } from '../../../ui/tables/search-params.ts'

/** Whose month is shown; a missing month is the last one that is over, a missing owner oneself. */
export interface MonthlyFilters {
  owner?: number | undefined
  /** YYYY-MM */
  month?: string | undefined
}

export function readMonthlyFilters(search: Record<string, unknown>): MonthlyFilters {
  const owner = Number(textParam(search, 'owner'))
  const month = textParam(search, 'month')
  return {
    owner: Number.isSafeInteger(owner) && owner > 0 ? owner : undefined,
    month: month && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
  }
}
