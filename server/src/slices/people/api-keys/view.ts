import type { ApiKey } from '@stationmaster/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import { beginningOf } from './format.ts'
import { isLiving, mayUseKeys, stateOf } from './rules.ts'
import type { KeyRow } from './store.ts'

/** A key as the caller sees it. */
export function keyView(caller: Caller, row: KeyRow, now: Date): ApiKey {
  const { managerId, makerName, email, role, isBlocked } = row
  const maker = { role, isBlocked }
  const state = stateOf({ ...row, maker }, now)
  const isOwn = managerId === caller.id
  return {
    id: row.id,
    name: row.name,
    begins: beginningOf(row.publicId),
    scopes: row.scopes,
    locations: row.locations,
    addresses: row.addresses,
    maker: { id: managerId, name: makerName || email, email },
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_from: row.lastUsedFrom,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    state,
    can: {
      rotate: isOwn && mayUseKeys(maker) && (state === 'active' || state === 'ending'),
      revoke: isLiving(state) && (isOwn || caller.role === 'administrator'),
    },
  }
}
