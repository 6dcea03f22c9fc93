import type { contract, PayPage } from '@stationmaster/contract'
import { errorOf } from '../../api/api-error.ts'
import { learnServerTime } from '../../api/server-clock.ts'
import { authorizedFetch } from '../../api/tokens.ts'

export type Payment = (typeof contract.pay.payment)['body']['_zod']['input']

/** A call of the page of one link; without the contract, whose validator a phone would have to load. */
export async function callPay(
  token: string,
  {
    act,
    body,
    signal,
  }: { act?: 'payment' | 'balance-code' | 'cancel' | 'start' | 'stop'; body?: Payment; signal?: AbortSignal },
): Promise<PayPage> {
  const answer = await authorizedFetch(`/api/v1/pay/${encodeURIComponent(token)}${act ? `/${act}` : ''}`, {
    method: act ? 'POST' : 'GET',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  })
  learnServerTime(answer.headers.get('date'), Date.now())
  if (!answer.ok) throw await errorOf(answer)
  return answer.json()
}
