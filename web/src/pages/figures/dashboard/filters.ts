import {
  type FailureStage,
  failureStages,
  type OrderStatus,
  orderStatuses,
  type PartnerFilter,
} from '@stationmaster/contract'
import {
  type InsightFilters,
  readInsightFilters,
} from '../../../slices/figures/statistics/insight/insight-filters.ts'
import {
  daysParam,
  idsParam,
  numberParam,
  textParam,
  wordParam,
  wordsParam,
} from '../../../ui/tables/search-params.ts'

/** What the dashboard is filtered by; all of it is in the URL, a missing one means the default. */
export interface DashboardFilters extends InsightFilters {
  period?: 'day' | undefined
  measure?: 'sessions' | 'energy' | undefined
  locations?: number[] | undefined
  /** First and last day of the history, both or none. */
  from?: string | undefined
  to?: string | undefined
  q?: string | undefined
  status?: OrderStatus[] | undefined
  /** Of the history: at which stages sessions failed, where, on what and when. */
  failed?: FailureStage[] | undefined
  station?: string | undefined
  connector?: number | undefined
  model?: string | undefined
  firmware?: string | undefined
  /** 0 is Monday, 00:00 to 01:00 */
  hourOfWeek?: number | undefined
  /** of a roaming partner's drivers, or of any's */
  partner?: PartnerFilter | undefined
}

/** Reads the filters from the URL; values that make no sense are left out. */
export function readDashboardFilters(search: Record<string, unknown>): DashboardFilters {
  return {
    period: wordParam(search, 'period', ['day']),
    measure: wordParam(search, 'measure', ['sessions', 'energy']),
    locations: idsParam(search, 'locations'),
    ...daysParam(search),
    q: textParam(search, 'q'),
    status: wordsParam(search, 'status', orderStatuses),
    failed: wordsParam(search, 'failed', failureStages),
    station: textParam(search, 'station'),
    connector: idsParam(search, 'connector')?.[0],
    model: textParam(search, 'model'),
    firmware: textParam(search, 'firmware'),
    hourOfWeek: numberParam(search, 'hourOfWeek', 0, 167),
    partner: wordParam(search, 'partner', ['any'] as const) ?? idsParam(search, 'partner')?.[0],
    ...readInsightFilters(search),
  }
}
