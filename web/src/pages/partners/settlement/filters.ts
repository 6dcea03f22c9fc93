import { textParam } from '../../../ui/tables/search-params.ts'

/** Which statements are shown; a missing year is that of the last whole month. */
export interface SettlementFilters {
  year?: number | undefined
}

export function readSettlementFilters(search: Record<string, unknown>): SettlementFilters {
  const year = Number(textParam(search, 'year'))
  return { year: Number.isInteger(year) && year >= 2000 && year <= 2099 ? year : undefined }
}
