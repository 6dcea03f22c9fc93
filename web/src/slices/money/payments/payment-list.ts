import type { GroupedPaymentNode, PaymentNode } from '@stationmaster/contract'
import { keepPreviousData, useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { graphql } from '../../../api/calls/graphql.ts'
import { endOf, startOf } from '../../../api/days.ts'

/** How many sums (by day, location and payment type) one request loads, and how many payments of a group. */
const groupsPage = 500
const paymentsPage = 50

/** The payment types that accountants filter by; card holds card and account (domain.md#payments-and-reports). */
export const paymentFilters = ['card', 'terminal', 'cash'] as const
export type PaymentFilter = (typeof paymentFilters)[number]

export interface PaymentsFilter {
  /** First and last calendar day of settlement. */
  from: string
  to: string
  locations: number[] | undefined
  type: PaymentFilter | undefined
}

const place = 'location { id name country city street }'
const grouped = /* GraphQL */ `
  query GroupedPayments($from: String, $to: String, $type: String, $locationIds: [ID!], $limit: Int, $offset: Int) {
    groupedPayments(
      from: $from, to: $to, payment_method_type: $type, locationIds: $locationIds, limit: $limit, offset: $offset
    ) { day ${place} payment_method_type count kwh amount }
  }
`
const single = /* GraphQL */ `
  query Payments($from: String, $to: String, $type: String, $locationIds: [ID!], $limit: Int, $offset: Int) {
    payments(
      from: $from, to: $to, payment_method_type: $type, locationIds: $locationIds, limit: $limit, offset: $offset
    ) {
      id order_id status charging_start charging_finish energy captured_amount refunded_amount charged_back_amount payment_method_type rfid
      station { id number } connector { id type evse_number number power } user { id first_name last_name phone }
    }
  }
`

export type PaymentSum = Pick<
  GroupedPaymentNode,
  'day' | 'location' | 'payment_method_type' | 'count' | 'kwh' | 'amount'
>
export type ListedPayment = Pick<
  PaymentNode,
  | 'id'
  | 'order_id'
  | 'status'
  | 'charging_start'
  | 'charging_finish'
  | 'energy'
  | 'captured_amount'
  | 'refunded_amount'
  | 'charged_back_amount'
  | 'payment_method_type'
  | 'rfid'
  | 'station'
  | 'connector'
  | 'user'
>

const variablesOf = (filter: PaymentsFilter, limit: number, offset: number) => ({
  from: startOf(filter.from),
  to: endOf(filter.to),
  type: filter.type,
  locationIds: filter.locations,
  limit,
  offset,
})

/** Sums by day, location and payment type, newest day first, by pages. */
export function usePaymentSums(filter: PaymentsFilter) {
  const query = useInfiniteQuery({
    queryKey: ['payments', 'sums', filter],
    queryFn: async ({ pageParam, signal }) => {
      const variables = variablesOf(filter, groupsPage, pageParam)
      return (await graphql<{ groupedPayments: PaymentSum[] }>(grouped, variables, signal)).groupedPayments
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < groupsPage ? undefined : pages.length * groupsPage),
    placeholderData: keepPreviousData,
  })
  return { ...query, sums: query.data?.pages.flat() }
}

interface Wanted {
  filter: PaymentsFilter
  /** how many pages of 50 are open */
  pages: number
}

/** The payments of open days and locations, page by page. */
export function useOpenPayments(wanted: readonly Wanted[]) {
  const requests = wanted.flatMap(({ filter, pages }, index) =>
    Array.from({ length: pages }, (_, page) => ({ index, filter, page })),
  )
  const answers = useQueries({
    queries: requests.map(({ filter, page }) => ({
      queryKey: ['payments', 'single', filter, page],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const variables = variablesOf(filter, paymentsPage, page * paymentsPage)
        return (await graphql<{ payments: ListedPayment[] }>(single, variables, signal)).payments
      },
    })),
  })
  return wanted.map((_, index) => {
    // there is an answer for each request, in the same order
    const own = answers.filter((_, at) => requests[at]!.index === index)
    const failed = own.find(({ isError }) => isError)
    return {
      payments: own.flatMap(({ data }) => data ?? []),
      error: failed?.error ?? null,
      isPending: own.some(({ isPending }) => isPending),
      hasMore: own.at(-1)?.data?.length === paymentsPage,
      retry: () => void failed?.refetch(),
    }
  })
}
