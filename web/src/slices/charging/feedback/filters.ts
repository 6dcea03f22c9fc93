import { feedbackSorts } from '@stationmaster/contract'
import { idsParam, wordParam } from '../../../ui/tables/search-params.ts'
import type { FeedbackFilters } from './feedback-query.ts'

/** Reads the filter and order of reviews from the URL's search. */
export const readFeedbackFilters = (search: Record<string, unknown>): FeedbackFilters => ({
  sort: wordParam(search, 'sort', feedbackSorts),
  stars: idsParam(search, 'stars')?.find((stars) => stars <= 5),
  hidden: wordParam(search, 'hidden', ['true']),
})
