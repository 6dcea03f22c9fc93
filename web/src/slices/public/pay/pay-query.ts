import type { PayPage } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { codeOf } from '../../../api/calls/api-error.ts'
import { useChange } from '../../../api/use-change.ts'
import {
  type Card,
  type CodeRequest,
  callPay,
  type DebtPayment,
  type Payment,
  type Problem,
  type Purchase,
  type Review,
} from './pay-call.ts'

/** Steps in which only the payment is still running. */
const over: readonly PayPage['step'][] = ['finished', 'canceled', 'expired']
/** Steps in which the driver waits for an answer. */
const asks: readonly PayPage['step'][] = ['confirming', 'action', 'starting', 'stopping']

function everyMs(page: PayPage | undefined): number {
  if (page?.card_check?.state === 'asking' || page?.card_check?.state === 'action') return 1000
  if (page?.services.sold.some(({ state }) => state === 'asked')) return 1000
  if (page?.debt?.under_way) return 1000
  if (page && over.includes(page.step)) return 5000
  return page && asks.includes(page.step) ? 1000 : 2000
}

/** The page of a link, loaded again while something may change. */
export const payQuery = (token: string) =>
  queryOptions({
    queryKey: ['pay', token],
    queryFn: ({ signal }) => callPay(token, { signal }),
    refetchInterval: ({ state: { data, error } }) =>
      codeOf(error) === 'payment.not_found' ? false : everyMs(data),
    retry: (count, error) => codeOf(error) !== 'payment.not_found' && count < 2,
  })

/** The actions of a driver on the page; each answers the new state of the order. */
export function usePayActions(token: string) {
  const client = useQueryClient()
  const options = {
    onSuccess: (page: PayPage) => client.setQueryData(payQuery(token).queryKey, page),
    onError: () => client.invalidateQueries({ queryKey: payQuery(token).queryKey }),
  }
  return {
    pay: useChange({
      ...options,
      mutationFn: async (given: Payment | Promise<Payment>) =>
        callPay(token, { act: 'payment', body: await given }),
    }),
    payDebt: useChange({
      ...options,
      mutationFn: async (given: DebtPayment | Promise<DebtPayment>) =>
        callPay(token, { act: 'debt', body: await given }),
    }),
    checkCard: useChange({
      ...options,
      mutationFn: async (given: Promise<Card>) => callPay(token, { act: 'card', body: await given }),
    }),
    mailCode: useChange({ ...options, mutationFn: () => callPay(token, { act: 'balance-code' }) }),
    buy: useChange({
      ...options,
      mutationFn: async (body: Purchase | Promise<Purchase>) =>
        callPay(token, { act: 'services', body: await body }),
    }),
    mailServiceCode: useChange({
      ...options,
      mutationFn: (body: CodeRequest) => callPay(token, { act: 'services/code', body }),
    }),
    takeBack: useChange({
      ...options,
      mutationFn: (id: number) => callPay(token, { act: `services/${id}/cancel` }),
    }),
    cancel: useChange({ ...options, mutationFn: () => callPay(token, { act: 'cancel' }) }),
    start: useChange({ ...options, mutationFn: () => callPay(token, { act: 'start' }) }),
    stop: useChange({ ...options, mutationFn: () => callPay(token, { act: 'stop' }) }),
    review: useChange({
      ...options,
      mutationFn: (body: Review) => callPay(token, { act: 'feedback', body }),
    }),
    report: useChange({
      ...options,
      mutationFn: (body: Problem) => callPay(token, { act: 'problem', body }),
    }),
  }
}
export type PayActions = ReturnType<typeof usePayActions>
