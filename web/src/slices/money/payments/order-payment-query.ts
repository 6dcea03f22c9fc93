import { contract } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

/** What was paid for an order; read again on its signals. */
export const orderPaymentQuery = (id: number) =>
  queryOptions({
    queryKey: ['payments', 'order', id],
    queryFn: ({ signal }) => request(contract.payments.get, { params: { id } }, signal),
    meta: { live: (signal) => signal.topic === 'order' && signal.id === id },
  })

/** Reloads everything that shows moved money. */
export function usePaymentMoved() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['payments'] }),
      client.invalidateQueries({ queryKey: ['orders'] }),
      client.invalidateQueries({ queryKey: ['services'] }),
    ])
}
