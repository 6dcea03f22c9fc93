import { type PaymentFilter, paymentFilters } from '../../../slices/money/payments/payment-list.ts'
import { daysParam, idsParam, wordParam } from '../../../ui/tables/search-params.ts'

/** What the statistics by day are filtered by; a missing one means the default. */
export interface DayFilters {
  /** First and last settlement day, both or none. */
  from?: string | undefined
  to?: string | undefined
  locations?: number[] | undefined
  type?: PaymentFilter | undefined
}

/** Reads the filters from the URL; values that make no sense are left out. */
export function readDayFilters(search: Record<string, unknown>): DayFilters {
  return {
    ...daysParam(search),
    locations: idsParam(search, 'locations'),
    type: wordParam(search, 'type', paymentFilters),
  }
}
