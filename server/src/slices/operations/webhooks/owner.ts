import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { findManager } from '../../people/managers/store.ts'

/** The person whose endpoint it is, as a caller of the interface; undefined: nobody who may call. */
export async function ownerOf(db: Db, managerId: number): Promise<Caller | undefined> {
  const found = await findManager(db, managerId)
  if (!found || found.blocked_at) return undefined
  const { id, role, owner_id: ownerId, email } = found
  return { id, role, ownerId, email }
}
