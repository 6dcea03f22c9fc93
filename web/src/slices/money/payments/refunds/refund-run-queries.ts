import { contract, type RefundSelection } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'

const refreshMs = 2000

/** How many orders of a selection have something to give back, and how much. */
export const refundReachQuery = (selection: RefundSelection) =>
  queryOptions({
    queryKey: ['refunds', 'reach', selection],
    queryFn: ({ signal }) => request(contract.refundRuns.reach, { body: { selection } }, signal),
    staleTime: 0,
    gcTime: 0,
  })

const live = (id: number) => ({
  live: (signal: { topic: string; id: unknown }) => signal.topic === 'refunds' && signal.id === id,
})

/** Refunds of many orders, followed while they go on. */
export const refundRunQuery = (id: number) =>
  queryOptions({
    queryKey: ['refunds', id],
    queryFn: ({ signal }) => request(contract.refundRuns.get, { params: { id } }, signal),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : refreshMs),
    meta: live(id),
  })

/** Its payments, each with its result. */
export const refundPaymentsQuery = (id: number, over: boolean) =>
  queryOptions({
    queryKey: ['refunds', id, 'payments', over],
    queryFn: ({ signal }) => request(contract.refundRuns.payments, { params: { id } }, signal),
    refetchInterval: over ? false : refreshMs,
    placeholderData: (before) => before,
    meta: live(id),
  })

/** Nothing waits, neither here nor at the provider. */
export const isOver = ({
  finished_at,
  counts,
}: {
  finished_at: string | null
  counts: { pending: number }
}) => finished_at !== null && counts.pending === 0
