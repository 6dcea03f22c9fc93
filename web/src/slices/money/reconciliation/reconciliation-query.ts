import { contract, type Remittance } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'

const key = 'reconciliation'
const daysShown = 60
const differencesShown = 100
const paymentsShown = 1000

/** The days that were compared, newest first. */
export const useComparedDays = () =>
  useQuery({
    queryKey: [key, 'days'],
    queryFn: ({ signal }) => request(contract.reconciliation.days, { query: { limit: daysShown } }, signal),
  })

/** What the provider and we tell differently, what nobody has explained first. */
export const useDifferences = () =>
  useQuery({
    queryKey: [key, 'differences'],
    queryFn: ({ signal }) =>
      request(contract.reconciliation.differences, { query: { limit: differencesShown } }, signal),
  })

/** What providers have paid and owe, and what of the bank's statements answers to none of it. */
export const useRemittances = () =>
  useQuery({
    queryKey: [key, 'remittances'],
    queryFn: ({ signal }) => request(contract.bank.list, {}, signal),
  })

/** The payments beneath a remittance. */
export const useRemittedPayments = ({ provider, from, to }: Pick<Remittance, 'provider' | 'from' | 'to'>) =>
  useQuery({
    queryKey: [key, 'remittances', provider, from, to],
    queryFn: ({ signal }) =>
      request(contract.bank.payments, { query: { provider, from, to, limit: paymentsShown } }, signal),
  })

/** An action on a difference; days and differences are reloaded after it. */
export function useMending<T, R>(mend: (input: T) => Promise<R>, onDone: () => void = () => undefined) {
  const client = useQueryClient()
  return useChange({
    mutationFn: mend,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [key] })
      onDone()
    },
  })
}
