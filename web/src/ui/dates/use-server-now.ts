import { useSyncExternalStore } from 'react'
import { useLostSince } from '../../api/live/contact.ts'
import { serverNow } from '../../api/live/server-clock.ts'

const listeners = new Set<() => void>()
let second = Math.floor(serverNow() / 1000)
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  second = Math.floor(serverNow() / 1000)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    tick()
    timer = setInterval(tick, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The server's present instant in ms, ticking every second, or every minute with a step of 60. */
export function useServerNow(stepSeconds = 1): number {
  return useSyncExternalStore(subscribe, () => Math.floor(second / stepSeconds) * stepSeconds) * 1000
}

/** The same for what runs as long as the server says so: it stands still while there is no contact. */
export function useRunningNow(): number {
  const now = useServerNow()
  const since = useLostSince()
  return since === null ? now : Math.floor(since / 1000) * 1000
}
