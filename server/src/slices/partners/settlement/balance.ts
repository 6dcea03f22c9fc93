import type { Viewer } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { sumRevenue } from '../../figures/statistics/store.ts'
import { sumDue } from './store.ts'

/** Whose money somebody looks at: an owner's, or with null the network's. */
export const ownerOf = ({ id, role, ownerId }: Viewer): number | null => (role === 'manager' ? id : ownerId)

/** What is due to the owner by the ledger, in minor units; for callers of no owner, what the network has captured. */
export function loadBalance(db: Db, viewer: Viewer): Promise<number> {
  const ownerId = ownerOf(viewer)
  return ownerId === null ? sumRevenue(db, viewer) : sumDue(db, ownerId)
}
