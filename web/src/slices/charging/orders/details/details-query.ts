import { contract, type OrderDetails, openOrderStatuses } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../../api/calls/query-client.ts'
import { request } from '../../../../api/calls/request.ts'

/** How often an open order is loaded again when no signal arrives. */
const pollMs = 15_000

const readDetails = (id: number, signal: AbortSignal) =>
  request(contract.orders.details, { params: { id } }, signal)

/** An order with its chronology and, for administrators, its frames. */
export type Details = Awaited<ReturnType<typeof readDetails>>

/** True until the order has ended. */
export const isOpen = ({ status }: Pick<OrderDetails, 'status'>): boolean =>
  openOrderStatuses.some((open) => open === status)

const keyOf = (id: number) => ['orders', 'details', id] as const

/** Reads an order; again on its own, its station's and its connectors' signals, and every 15 s while it is open or a car is connected. */
export const orderDetailsQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readDetails(id, signal),
    refetchInterval: ({ state }) =>
      state.data && (isOpen(state.data.order) || state.data.order.ev_connected) ? pollMs : false,
    meta: {
      live: (signal) => {
        if (signal.topic === 'order') return signal.id === id
        const stationId = queryClient.getQueryData<Details>(keyOf(id))?.order.station_id
        return signal.topic === 'station'
          ? signal.id === stationId
          : signal.topic === 'connector' && signal.stationId === stationId
      },
    },
  })
