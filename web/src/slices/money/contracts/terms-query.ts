import { contract } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

const baseKey = ['contracts'] as const

export const contractsQuery = queryOptions({
  queryKey: [...baseKey, 'owners'],
  queryFn: ({ signal }) => request(contract.contracts.list, {}, signal),
})

export const ratesQuery = queryOptions({
  queryKey: [...baseKey, 'rates'],
  queryFn: ({ signal }) => request(contract.contracts.rates, {}, signal),
})

export const legalQuery = queryOptions({
  queryKey: [...baseKey, 'legal'],
  queryFn: ({ signal }) => request(contract.contracts.legal, {}, signal),
})

export const debtRulesQuery = queryOptions({
  queryKey: [...baseKey, 'debts'],
  queryFn: ({ signal }) => request(contract.contracts.debtRules, {}, signal),
})

export const idleTermsQuery = queryOptions({
  queryKey: [...baseKey, 'idle'],
  queryFn: ({ signal }) => request(contract.contracts.idleTerms, {}, signal),
})

/** Reloads all terms, and the payments that are shared by them. */
export function useTermsChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: baseKey }),
      client.invalidateQueries({ queryKey: ['payments'] }),
    ])
}
