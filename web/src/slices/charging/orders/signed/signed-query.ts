import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'

/** Reads what the meter of an order has signed; again on the order's signals. */
export const signedQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'signed', orderId],
    queryFn: ({ signal }) => request(contract.orders.signedValues, { params: { id: orderId } }, signal),
    meta: { live: (signal) => signal.topic === 'order' && signal.id === orderId },
  })
