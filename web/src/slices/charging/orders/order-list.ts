import {
  contract,
  type FailureStage,
  type OrderNode,
  type OrderStatus,
  openOrderStatuses,
  type PartnerFilter,
} from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { graphql } from '../../../api/calls/graphql.ts'
import { request } from '../../../api/calls/request.ts'
import { endOf, startOf } from '../../../api/days.ts'
import { serverNow } from '../../../api/live/server-clock.ts'

const pageSize = 50
/** The statuses of the history without a status filter: open orders are shown in Charging now. */
export const finishedStatuses: readonly OrderStatus[] = ['completed', 'canceled', 'expired']
/** The fallback beside the live feed (domain.md#screens). */
export const openOrdersRefreshMs = 15_000

const common = /* GraphQL */ `
  id status created_at
  location { id name country city street }
  station { id number }
  connector { id type evse_number number power }
  user { id first_name last_name avatar_url phone }
  rfid payment_method_type transaction_start transaction_finish charging_start charging_finish
  energy meter_soc_start meter_soc_stop charging_price warning priority partner { id name }
`
const openOrders = /* GraphQL */ `
  query ChargingNow($from: String, $to: String, $locationIds: [ID!], $statuses: [String!], $limit: Int) {
    orders(from: $from, to: $to, locationIds: $locationIds, statuses: $statuses, limit: $limit) {
      total_count
      edges { node { ${common} current_charging_amount current_wh current_w metered_at countdown_finish reservation_finish } }
    }
  }
`
const orderHistory = /* GraphQL */ `
  query ChargingHistory(
    $from: String, $to: String, $locationIds: [ID!], $driverId: ID, $statuses: [String!], $search: String, $limit: Int,
    $offset: Int, $failed: [String!], $station: ID, $connector: ID, $model: String, $firmware: String
    $hourOfWeek: Int, $partner: ID
  ) {
    orders(
      from: $from, to: $to, locationIds: $locationIds, driverId: $driverId, statuses: $statuses, search: $search,
      limit: $limit, offset: $offset, failed: $failed, stationId: $station, connectorId: $connector, model: $model,
      firmware: $firmware, hourOfWeek: $hourOfWeek, partner: $partner
    ) {
      total_count
      edges { node { ${common} captured_amount parking_time parking_amount wrong_captured_amount } }
    }
  }
`

type Common =
  | 'id'
  | 'status'
  | 'created_at'
  | 'location'
  | 'station'
  | 'connector'
  | 'user'
  | 'rfid'
  | 'payment_method_type'
  | 'transaction_start'
  | 'transaction_finish'
  | 'charging_start'
  | 'charging_finish'
  | 'energy'
  | 'meter_soc_start'
  | 'meter_soc_stop'
  | 'charging_price'
  | 'warning'
  | 'priority'
  | 'partner'

/** An order in either list. */
export type ListedOrder = Pick<OrderNode, Common>
/** An order of Charging now. */
export type OpenOrder = Pick<
  OrderNode,
  | Common
  | 'current_charging_amount'
  | 'current_wh'
  | 'current_w'
  | 'metered_at'
  | 'countdown_finish'
  | 'reservation_finish'
>
/** An order of the charging history. */
export type PastOrder = Pick<
  OrderNode,
  Common | 'captured_amount' | 'parking_time' | 'parking_amount' | 'wrong_captured_amount'
>

interface OrdersAnswer<T> {
  orders: { total_count: number; edges: { node: T }[] }
}

const pageOf = <T>({ orders }: OrdersAnswer<T>) => ({
  total: orders.total_count,
  orders: orders.edges.map((edge) => edge.node),
})

/** Open orders of the last 3 days and the next day, at most 50; live, and polled every 15 s. */
export function useOpenOrders(locations: number[] | undefined) {
  return useQuery({
    queryKey: ['orders', 'open', locations ?? null],
    queryFn: async ({ signal }) => {
      const now = serverNow()
      const variables = {
        from: new Date(now - 3 * DAY_MS).toISOString(),
        to: new Date(now + DAY_MS).toISOString(),
        locationIds: locations,
        statuses: openOrderStatuses,
        limit: pageSize,
      }
      return pageOf(await graphql<OrdersAnswer<OpenOrder>>(openOrders, variables, signal))
    },
    placeholderData: keepPreviousData,
    refetchInterval: openOrdersRefreshMs,
    meta: { live: (signal) => signal.topic === 'order' },
  })
}

export interface HistoryFilter {
  /** First and last calendar day. */
  from: string
  to: string
  locations: number[] | undefined
  statuses: OrderStatus[] | undefined
  search: string | undefined
  narrowed?: Narrowing | undefined
}

/** Filters from the success statistics (failure stages, station, connector, model, firmware, hour of the week), and by roaming partner. */
export interface Narrowing {
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

/** The charging history in pages of 50, newest first. */
export const useOrderHistory = (filter: HistoryFilter) =>
  usePastOrders(['history', filter], {
    from: startOf(filter.from),
    to: endOf(filter.to),
    locationIds: filter.locations,
    statuses: filter.statuses ?? finishedStatuses,
    search: filter.search,
    ...filter.narrowed,
  })

/** Roaming partners by which the history can be filtered; only for those who may see them. */
export const useOrderPartners = (enabled: boolean) =>
  useQuery({
    queryKey: ['order-partners'],
    queryFn: ({ signal }) => request(contract.orders.partners, {}, signal),
    enabled,
    staleTime: 60_000,
  }).data

/** All orders of a driver in pages of 50, newest first. */
export const useDriverOrders = (driverId: number) => usePastOrders(['driver', driverId], { driverId })

function usePastOrders(key: readonly unknown[], filter: object) {
  const query = useInfiniteQuery({
    queryKey: ['orders', ...key],
    queryFn: async ({ pageParam, signal }) => {
      const variables = { ...filter, limit: pageSize, offset: pageParam }
      return pageOf(await graphql<OrdersAnswer<PastOrder>>(orderHistory, variables, signal))
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.orders.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  return {
    ...query,
    orders: pages && withoutRepeats(pages.flatMap((page) => page.orders)),
    total: pages?.at(-1)?.total ?? 0,
  }
}

/** Orders that are added between two requests push older ones onto the next page, so that they appear twice. */
function withoutRepeats<T extends { id: number }>(orders: T[]): T[] {
  return [...new Map(orders.map((order) => [order.id, order])).values()]
}
