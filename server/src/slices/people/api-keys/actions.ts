import { type ApiKey, type MadeKey, type Scope, scopesFor } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { readNetworks } from '../../../platform/listeners/proxies.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import type { ManagersParts } from '../managers/parts.ts'
import { provePassword } from '../managers/signing-in/proof.ts'
import { beginningOf, drawKey } from './format.ts'
import { keptUntil } from './rules.ts'
import {
  countLiving,
  insertKey,
  listKeys,
  lockKey,
  type NewKey,
  updateReplaced,
  updateRevoked,
} from './store.ts'
import { keyView } from './view.ts'

/** so many keys of one maker live at once */
const livingMost = 50
/** keys that have ended are shown for so long */
const shownMs = 90 * DAY_MS

/** Keys that are in use or have ended lately: an administrator's view has those of all. */
export async function viewKeys({ db, clock }: ManagersParts, caller: Caller): Promise<ApiKey[]> {
  const now = clock.now()
  const of = caller.role === 'administrator' ? null : caller.id
  const rows = await listKeys(db, of, new Date(now.getTime() - shownMs))
  return rows.map((row) => keyView(caller, row, now))
}

interface KeyTerms {
  name: string
  scopes: readonly Scope[]
  locationIds: readonly number[] | null
  addresses: readonly string[]
  days: number
}

interface By {
  remoteAddress: string
  currentPassword: string | undefined
}

/** Makes a key. Throws key.address_invalid, key.too_many, auth.forbidden for a scope that opens the caller nothing, or what `provePassword` does. */
export async function addKey(
  parts: ManagersParts,
  caller: Caller,
  terms: KeyTerms,
  by: By,
): Promise<MadeKey> {
  const open = scopesFor(caller.role)
  if (!terms.scopes.every((one) => open.includes(one))) throw new Failure('auth.forbidden')
  for (const address of terms.addresses)
    if (!readNetworks(address)) throw new Failure('key.address_invalid', undefined, { address })
  await provePassword(parts, caller, { currentPassword: by.currentPassword })
  const drawn = drawKey()
  const id = await inRepeatableTransaction(parts.db, (tx) =>
    insertAudited(tx, { parts, caller, by, action: 'api_key.add' }, { ...terms, ...drawn }),
  )
  return madeOf(parts, caller, id, drawn.key)
}

/** Makes a key in place of one of the caller's, which lives for some hours more. Throws key.not_found or key.ended. */
export async function rotateKey(
  parts: ManagersParts,
  caller: Caller,
  { id: oldId, days, keptHours }: { id: number; days: number; keptHours: number },
  by: By,
): Promise<MadeKey> {
  await provePassword(parts, caller, { currentPassword: by.currentPassword })
  const now = parts.clock.now()
  const drawn = drawKey()
  const id = await inRepeatableTransaction(parts.db, async (tx) => {
    const old = await lockKey(tx, oldId, caller.id)
    if (!old) throw new Failure('key.not_found')
    if (old.revoked_at || old.expires_at <= now || old.replaced_by !== null) throw new Failure('key.ended')
    const { name, scopes, location_ids: locationIds, addresses } = old
    const terms = { name, scopes: scopes as Scope[], locationIds, addresses, days }
    const made = await insertAudited(
      tx,
      { parts, caller, by, action: 'api_key.rotate', oldId },
      { ...terms, ...drawn },
    )
    await updateReplaced(tx, oldId, { by: made, expiresAt: keptUntil(old.expires_at, keptHours, now) })
    return made
  })
  parts.access.forget(caller.id)
  return madeOf(parts, caller, id, drawn.key)
}

/** Writes a new key and who made it into the audit log. */
async function insertAudited(
  tx: Tx,
  made: { parts: ManagersParts; caller: Caller; by: By; action: string; oldId?: number },
  terms: KeyTerms & { publicId: string; secretHash: string },
): Promise<number> {
  const { parts, caller, by, action, oldId } = made
  const at = parts.clock.now()
  if ((await countLiving(tx, caller.id, at)) >= livingMost)
    throw new Failure('key.too_many', undefined, { most: livingMost })
  const { name, scopes, locationIds, addresses, publicId, secretHash, days } = terms
  const expiresAt = new Date(at.getTime() + days * DAY_MS)
  const key: NewKey = {
    publicId,
    secretHash,
    managerId: caller.id,
    name,
    scopes: [...new Set(scopes)],
    locationIds: locationIds && [...new Set(locationIds)],
    addresses: [...new Set(addresses)],
    createdAt: at,
    expiresAt,
  }
  const id = await insertKey(tx, key)
  await audit(tx, {
    caller,
    action,
    subjectType: 'api_key',
    subjectId: id,
    ...(oldId === undefined ? {} : { before: { replaced: oldId } }),
    after: {
      name,
      begins: beginningOf(publicId),
      scopes,
      location_ids: locationIds,
      addresses,
      expires_at: expiresAt,
    },
    remoteAddress: by.remoteAddress,
    at,
  })
  return id
}

async function madeOf(parts: ManagersParts, caller: Caller, id: number, key: string): Promise<MadeKey> {
  const made = (await viewKeys(parts, caller)).find((one) => one.id === id)
  if (!made) throw new Error(`API key ${id} is gone after it was made`)
  return { key, made }
}

/** Ends a key at once, on all servers. Throws key.not_found; a key that has ended stays as it is. */
export async function revokeKey(
  parts: ManagersParts,
  caller: Caller,
  { id, remoteAddress }: { id: number; remoteAddress: string },
): Promise<void> {
  const { db, clock, access } = parts
  const at = clock.now()
  const makerId = await inRepeatableTransaction(db, async (tx) => {
    const key = await lockKey(tx, id, caller.role === 'administrator' ? null : caller.id)
    if (!key) throw new Failure('key.not_found')
    if (key.revoked_at) return key.manager_id
    await updateRevoked(tx, id, at)
    const begins = beginningOf(key.public_id)
    await audit(tx, {
      caller,
      action: 'api_key.revoke',
      subjectType: 'api_key',
      subjectId: id,
      before: { name: key.name, begins, maker: key.manager_id },
      remoteAddress,
      at,
    })
    return key.manager_id
  })
  access.forget(makerId)
}
