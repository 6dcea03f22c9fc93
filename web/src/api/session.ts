import type { Manager, Tokens } from '@stationmaster/contract'
import { useSyncExternalStore } from 'react'

const storageKey = 'stationmaster.session'
const storedVersion = 1

/** What is kept between visits: the manager's part of the state only (domain.md#signing-in). */
export interface Session {
  version: typeof storedVersion
  accessToken: string
  refreshToken: string
  /** ms since the epoch, this computer's clock */
  accessTokenLastUpdatedAt: number
  /** null between the log-in and the first answer of auth/manager */
  manager: Manager | null
  /** logged in at the provider, where one logs out too */
  singleSignOn?: boolean
}

const listeners = new Set<() => void>()
let current = read()

function read(): Session | null {
  try {
    const kept: Session | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return kept?.version === storedVersion && kept.accessToken ? kept : null
  } catch {
    return null
  }
}

function tell() {
  for (const listener of listeners) listener()
}

function keep(session: Session | null) {
  current = session
  if (session) localStorage.setItem(storageKey, JSON.stringify(session))
  else localStorage.removeItem(storageKey)
  tell()
}

/** Follows what other tabs do. */
export function watchSession(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKey && event.key !== null) return
    current = read()
    tell()
  })
}

export const session = {
  get: () => current,
  /** Reads what another tab may have written since. */
  reread: () => {
    current = read()
    return current
  },
  setTokens: (tokens: Tokens, singleSignOn = current?.singleSignOn ?? false) =>
    keep({
      version: storedVersion,
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      accessTokenLastUpdatedAt: Date.now(),
      manager: current?.manager ?? null,
      singleSignOn,
    }),
  setManager: (manager: Manager) => {
    // another tab may have renewed the tokens since
    current = read()
    if (current) keep({ ...current, manager })
  },
  clear: () => current && keep(null),
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** The manager who is signed in, or null; follows every tab. */
export function useManager(): Manager | null {
  const manager = () => current?.manager ?? null
  return useSyncExternalStore(session.subscribe, manager, manager)
}
