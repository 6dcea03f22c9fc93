import type { DriverTokens } from '@stationmaster/contract'
import { send, unreachable } from '../tokens.ts'
import { driverSession } from './driver-session.ts'

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
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: kept.refresh_token }),
  }
  const answer = await send('/api/v1/driver/auth/refresh', init, undefined)
  // a server that is down or throttles has said nothing about the token
  if (answer.status >= 500 || answer.status === 429) throw unreachable()
  if (answer.ok) driverSession.keep((await answer.json()) as DriverTokens)
  return answer.ok
}

/**
 * fetch with the token of the driver who is logged in, if somebody is. A 401 renews it and sends once more; a second one ends the log-in
 * and is answered.
 */
export async function driverFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const token = driverSession.get()?.access_token
  const first = await send(url, init, token)
  if (first.status !== 401 || !token) return first
  const again = (await renew(token)) ? await send(url, init, driverSession.get()?.access_token) : first
  if (again.status === 401) driverSession.clear()
  return again
}
