import { isObject, type Json } from './form/schema.ts'

/** A command that was sent from this browser. */
export interface RecentCommand {
  action: string
  payload: Json
}

const storageKey = 'stationmaster.recent-commands'
const keptMost = 12
/** A command that holds a secret is not kept in the browser. */
const secret = /password|secret|authorizationkey|privatekey/i

/** The commands that were sent last, newest first. */
export function readRecent(): RecentCommand[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter(
      (one): one is RecentCommand => isObject(one) && typeof one.action === 'string' && isObject(one.payload),
    )
  } catch {
    return []
  }
}

/** Remembers a command, equal ones only once. */
export function remember(command: RecentCommand): void {
  const text = JSON.stringify(command)
  if (secret.test(text)) return
  const others = readRecent().filter((one) => JSON.stringify(one) !== text)
  localStorage.setItem(storageKey, JSON.stringify([command, ...others].slice(0, keptMost)))
}
