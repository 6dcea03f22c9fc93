import type { GroupedPaymentNode, PaymentNode } from '@stationmaster/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { endOf, startOf } from '../../api/days.ts'
import { graphql } from '../../api/graphql.ts'

/** Sums of a day, location and payment type asked for at once; payments of one group asked for at once. */
const groupsPage = 500
const paymentsPage = 50

/** The payment types that accountants filter by; card holds card and account (domain.md#payments-and-reports). */
export const paymentFilters = ['card', 'terminal', 'cash'] as const
export type PaymentFilter = (typeof paymentFilters)[number]

export interface PaymentsAsked {
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
      id order_id status charging_start charging_finish energy captured_amount refunded_amount payment_method_type rfid
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
  | 'payment_method_type'
  | 'rfid'
  | 'station'
  | 'connector'
  | 'user'
>

const variablesOf = (asked: PaymentsAsked, limit: number, offset: number) => ({
  from: startOf(asked.from),
  to: endOf(asked.to),
  type: asked.type,
  locationIds: asked.locations,
  limit,
  offset,
})

/** Sums by day, location and payment type, newest day first, by pages. */
export function usePaymentSums(asked: PaymentsAsked) {
  const query = useInfiniteQuery({
    queryKey: ['payments', 'sums', asked],
    queryFn: async ({ pageParam, signal }) => {
      const variables = variablesOf(asked, groupsPage, pageParam)
      return (await graphql<{ groupedPayments: PaymentSum[] }>(grouped, variables, signal)).groupedPayments
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < groupsPage ? undefined : pages.length * groupsPage),
    placeholderData: keepPreviousData,
  })
  return { ...query, sums: query.data?.pages.flat() }
}

/** The payments of a day and location, by pages of 50. */
export function usePayments(asked: PaymentsAsked) {
  const query = useInfiniteQuery({
    queryKey: ['payments', 'single', asked],
    queryFn: async ({ pageParam, signal }) => {
      const variables = variablesOf(asked, paymentsPage, pageParam)
      return (await graphql<{ payments: ListedPayment[] }>(single, variables, signal)).payments
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < paymentsPage ? undefined : pages.length * paymentsPage),
  })
  return { ...query, payments: query.data?.pages.flat() }
}
