import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

export const rulesQuery = queryOptions({
  queryKey: ['repairs', 'rules'],
  queryFn: ({ signal }) => request(contract.repairCalls.rules, {}, signal),
})

const everyMs = 15_000

export const attemptsQuery = queryOptions({
  queryKey: ['repairs', 'attempts'],
  queryFn: ({ signal }) => request(contract.repairCalls.attempts, {}, signal),
  refetchInterval: everyMs,
})

export const outcomesQuery = queryOptions({
  queryKey: ['repairs', 'outcomes'],
  queryFn: ({ signal }) => request(contract.repairCalls.outcomes, {}, signal),
})

export const switchQuery = queryOptions({
  queryKey: ['repairs', 'switch'],
  queryFn: ({ signal }) => request(contract.repairCalls.state, {}, signal),
  refetchInterval: everyMs,
})
