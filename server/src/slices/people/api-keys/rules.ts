import { type KeyState, keyMakers, keyWarnedDays, type Role } from '@stationmaster/contract'
import { DAY_MS, HOUR_MS } from '@stationmaster/units'

/** What decides how a key stands. */
export interface Standing {
  expiresAt: Date
  revokedAt: Date | null
  replacedBy: number | null
  /** blocked here, or shut out by the provider of their log-ins */
  maker: { role: Role; isBlocked: boolean }
}

/** Whether somebody may make keys and use those that they have made. */
export const mayUseKeys = ({ role, isBlocked }: Standing['maker']): boolean =>
  !isBlocked && keyMakers.some((one) => one === role)

/** How a key stands. */
export function stateOf({ expiresAt, revokedAt, replacedBy, maker }: Standing, now: Date): KeyState {
  if (revokedAt) return 'revoked'
  const leftMs = expiresAt.getTime() - now.getTime()
  if (leftMs <= 0) return 'expired'
  if (!mayUseKeys(maker)) return 'idle'
  if (replacedBy !== null) return 'replaced'
  return leftMs <= keyWarnedDays * DAY_MS ? 'ending' : 'active'
}

/** Whether a key still opens calls, or would if its maker could use keys. */
export const isLiving = (state: KeyState): boolean => state !== 'revoked' && state !== 'expired'

/** When a replaced key ends: after the hours that it is kept, and no later than it would have. */
export const keptUntil = (expiresAt: Date, keptHours: number, now: Date): Date =>
  new Date(Math.min(expiresAt.getTime(), now.getTime() + keptHours * HOUR_MS))
