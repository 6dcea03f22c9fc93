import type { contract, PayPage } from '@stationmaster/contract'
import { errorOf } from '../../../api/calls/api-error.ts'
import { driverFetch } from '../../../api/driver/driver-fetch.ts'
import { learnServerTime } from '../../../api/live/server-clock.ts'

export type Card = (typeof contract.pay.checkCard)['body']['_zod']['input']
export type Purchase = (typeof contract.pay.buy)['body']['_zod']['input']
export type CodeRequest = (typeof contract.pay.serviceCode)['body']['_zod']['input']
export type Payment = (typeof contract.pay.payment)['body']['_zod']['input']
export type DebtPayment = (typeof contract.pay.payDebt)['body']['_zod']['input']
export type Review = (typeof contract.pay.review)['body']['_zod']['input']
export type Problem = (typeof contract.pay.report)['body']['_zod']['input']

type PowerPoint = (typeof contract.pay.curve)['answer']['_zod']['output'][number]

type Act =
  | 'payment'
  | 'debt'
  | 'balance-code'
  | 'card'
  | 'cancel'
  | 'start'
  | 'stop'
  | 'services'
  | 'services/code'
  | `services/${number}/cancel`
  | 'feedback'
  | 'problem'

/** The power of the session of a link over time. */
export async function readCurve(token: string, signal: AbortSignal): Promise<PowerPoint[]> {
  const answer = await driverFetch(`/api/v1/pay/${encodeURIComponent(token)}/curve`, { signal })
  if (!answer.ok) throw await errorOf(answer)
  return answer.json()
}

/** A call of the page of one link, by the driver who is logged in or by anybody else; without the contract, whose validator a phone would have to load. */
export async function callPay(
  token: string,
  {
    act,
    body,
    signal,
  }: {
    act?: Act
    body?: Payment | DebtPayment | Purchase | CodeRequest | Card | Review | Problem
    signal?: AbortSignal
  },
): Promise<PayPage> {
  const url = `/api/v1/pay/${encodeURIComponent(token)}${act ? `/${act}` : ''}`
  const init = {
    method: act ? 'POST' : 'GET',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  }
  const first = await driverFetch(url, init)
  // the log-in is over: the page is that of its link again
  const answer = first.status === 401 ? await driverFetch(url, init) : first
  learnServerTime(answer.headers.get('date'), Date.now())
  if (!answer.ok) throw await errorOf(answer)
  return answer.json()
}
