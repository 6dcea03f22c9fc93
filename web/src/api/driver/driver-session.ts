import type { DriverTokens } from '@stationmaster/contract'
import { useSyncExternalStore } from 'react'

/** Apart from the staff's: the same browser may have both. */
const storageKey = 'stationmaster.driver'

const listeners = new Set<() => void>()
let current = read()

function read(): DriverTokens | null {
  try {
    const kept: DriverTokens | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return kept?.access_token && kept.refresh_token ? kept : null
  } catch {
    return null
  }
}

function take(tokens: DriverTokens | null) {
  current = tokens
  for (const listener of listeners) listener()
}

window.addEventListener('storage', (event) => {
  if (event.key === storageKey || event.key === null) take(read())
})

/** The log-in of a driver's own account in this browser; follows every tab. */
export const driverSession = {
  get: () => current,
  /** Reads what another tab may have written since. */
  reread: () => {
    current = read()
    return current
  },
  keep: (tokens: DriverTokens) => {
    localStorage.setItem(storageKey, JSON.stringify(tokens))
    take(tokens)
  },
  clear: () => {
    localStorage.removeItem(storageKey)
    take(null)
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether a driver is logged in. */
export const useIsLoggedIn = (): boolean => useSyncExternalStore(subscribe, () => current !== null)
