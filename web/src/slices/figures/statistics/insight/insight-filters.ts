import { type FailureStage, failureStages, type OutcomeGroup, outcomeGroups } from '@stationmaster/contract'
import { wordParam } from '../../../../ui/tables/search-params.ts'

/** How failed sessions are looked at; it is in the URL. */
export interface InsightFilters {
  by?: OutcomeGroup | undefined
  stage?: FailureStage | undefined
}

/** Reads them from the URL; values that make no sense are left out. */
export const readInsightFilters = (search: Record<string, unknown>): InsightFilters => ({
  by: wordParam(search, 'by', outcomeGroups),
  stage: wordParam(search, 'stage', failureStages),
})
