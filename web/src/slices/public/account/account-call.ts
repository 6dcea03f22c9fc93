import type { DriverTokens } from '@stationmaster/contract'
import { errorOf } from '../../../api/calls/api-error.ts'
import { saveFile } from '../../../api/files/save-file.ts'
import { learnServerTime } from '../../../api/live/server-clock.ts'
import { send, unreachable } from '../../../api/tokens.ts'
import { driverSession } from './driver-session.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Sent {
  method?: Method
  body?: unknown
  signal?: AbortSignal
}

const initOf = ({ method = 'GET', body, signal }: Sent): RequestInit => ({
  method,
  ...(body === undefined
    ? {}
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  ...(signal ? { signal } : {}),
})

const urlOf = (path: string) => `/api/v1/driver/${path}`

async function checked(answer: Response): Promise<Response> {
  learnServerTime(answer.headers.get('date'), Date.now())
  if (!answer.ok) throw await errorOf(answer)
  return answer
}

const read = async <A>(answer: Response): Promise<A> =>
  answer.status === 204 ? (undefined as A) : ((await answer.json()) as A)

/** A call before the log-in; without the contract, whose validator a phone would have to load. */
export const callAuth = async <A = void>(path: string, body: unknown): Promise<A> =>
  read(await checked(await send(urlOf(`auth/${path}`), initOf({ method: 'POST', body }), undefined)))

let underWay: Promise<boolean> | null = null

/** Exchanges the refresh token once, however many calls and tabs ask; false: the log-in is over. */
function renew(usedToken: string): Promise<boolean> {
  const act = () => exchange(usedToken)
  underWay ??= (
    navigator.locks ? navigator.locks.request('stationmaster.driver-refresh', act) : act()
  ).finally(() => {
    underWay = null
  })
  return underWay
}

async function exchange(usedToken: string): Promise<boolean> {
  const kept = driverSession.reread()
  if (!kept) return false
  if (kept.access_token !== usedToken) return true
  const body = { refresh_token: kept.refresh_token }
  const answer = await send(urlOf('auth/refresh'), initOf({ method: 'POST', body }), undefined)
  // a server that is down or throttles has said nothing about the token
  if (answer.status >= 500 || answer.status === 429) throw unreachable()
  if (answer.ok) driverSession.keep((await answer.json()) as DriverTokens)
  return answer.ok
}

/** Sends with the driver's token; a 401 renews it and sends once more, a second one ends the log-in. */
async function authorized(path: string, sent: Sent): Promise<Response> {
  const token = driverSession.get()?.access_token
  const first = await send(urlOf(path), initOf(sent), token)
  if (first.status !== 401 || !token) return checked(first)
  const again = (await renew(token))
    ? await send(urlOf(path), initOf(sent), driverSession.get()?.access_token)
    : first
  if (again.status === 401) driverSession.clear()
  return checked(again)
}

/** A call of the driver who is logged in. Throws ApiError. */
export const callAccount = async <A = void>(path: string, sent: Sent = {}): Promise<A> =>
  read(await authorized(path, sent))

/** The same for a page of a list, with how many there are in all. */
export async function callCounted<A>(
  path: string,
  signal: AbortSignal,
): Promise<{ items: A[]; total: number }> {
  const answer = await authorized(path, { signal })
  return { items: await read(answer), total: Number(answer.headers.get('x-total-count') ?? 0) }
}

/** Fetches a file of the driver and has the browser save it. */
export async function saveAccountFile(path: string): Promise<void> {
  const answer = await authorized(path, {})
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'file'
  saveFile(name, [await answer.arrayBuffer()], answer.headers.get('content-type') ?? '')
}
