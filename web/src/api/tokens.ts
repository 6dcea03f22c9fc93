import { contract, type Tokens } from '@stationmaster/contract'
import { ApiError } from './calls/api-error.ts'
import { doubtContact, heardAnswer } from './live/contact.ts'
import { session } from './session.ts'

/** Age at which a token is renewed at start-up (domain.md#signing-in). */
const refreshAgeMs = 12 * 60 * 60 * 1000
/** Distinguishes a refused token from a server that cannot be reached. */
type Renewal = 'renewed' | 'refused' | 'unreachable'

const inOneTab = <T>(act: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('stationmaster.refresh', act) : act()

let underWay: Promise<Renewal> | null = null

/** Exchanges the refresh token once, however many calls and tabs ask at the same time. */
function renewTokens(usedToken: string): Promise<Renewal> {
  underWay ??= inOneTab(() => renew(usedToken)).finally(() => {
    underWay = null
  })
  return underWay
}

async function renew(usedToken: string): Promise<Renewal> {
  const kept = session.reread()
  if (!kept?.manager) return 'refused'
  if (kept.accessToken !== usedToken) return 'renewed'
  try {
    const answer = await fetch(`/api/v1/${contract.auth.createToken.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: kept.manager.email, refresh_token: kept.refreshToken }),
    })
    // a server that is down or throttles has said nothing about the token
    if (answer.status >= 500 || answer.status === 429) return 'unreachable'
    if (!answer.ok) return 'refused'
    const tokens: Tokens = await answer.json()
    session.setTokens(tokens)
    return 'renewed'
  } catch {
    return 'unreachable'
  }
}

/** Renews a token that is 12 hours old or more; called once at start-up. */
export async function renewOldTokens(): Promise<void> {
  const kept = session.get()
  if (kept && Date.now() - kept.accessTokenLastUpdatedAt >= refreshAgeMs) await renewTokens(kept.accessToken)
}

/** Sends with the session's token; a 401 renews it and sends once more, a second one ends the session. */
export async function authorized(send: (token: string | undefined) => Promise<Response>): Promise<Response> {
  const token = session.get()?.accessToken
  const first = await send(token)
  if (first.status !== 401 || !token) return first
  const renewal = await renewTokens(token)
  if (renewal === 'unreachable') throw unreachable()
  const again = renewal === 'renewed' ? await send(session.get()?.accessToken) : first
  if (again.status === 401) forcedLogOut()
  return again
}

/** fetch with the bearer token, as `authorized` does. */
export const authorizedFetch = (url: string, init: RequestInit = {}): Promise<Response> =>
  authorized((token) => send(url, init, token))

/** fetch with any bearer token; throws ApiError where no answer comes. */
export async function send(url: string, init: RequestInit, token: string | undefined): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  headers.set('accept-language', document.documentElement.lang)
  try {
    const answer = await fetch(url, { ...init, headers })
    heardAnswer(answer)
    return answer
  } catch (error) {
    if (init.signal?.aborted) throw error
    void doubtContact()
    throw unreachable()
  }
}

/** No answer came. */
export const unreachable = () => new ApiError('network.unreachable', 0, 'The server cannot be reached')

const logOutListeners = new Set<() => void>()

/** Calls back when the server has ended the session. */
export function onForcedLogOut(listener: () => void): () => void {
  logOutListeners.add(listener)
  return () => void logOutListeners.delete(listener)
}

function forcedLogOut() {
  if (!session.get()) return
  session.clear()
  for (const listener of logOutListeners) listener()
}
