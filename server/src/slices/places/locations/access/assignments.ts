import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { lockManager } from '../../../people/managers/store.ts'
import type { LocationsParts } from '../actions.ts'
import { countStanding, listAssigned, updateAssigned } from './assignment-store.ts'

/** Assigns exactly these locations; throws manager.not_found or location.not_found. Holds for the very next call. */
export async function assignLocations(
  { db, clock, live }: Pick<LocationsParts, 'db' | 'clock' | 'live'>,
  caller: Caller,
  { id, locationIds, remoteAddress }: { id: number; locationIds: readonly number[]; remoteAddress: string },
): Promise<void> {
  const wanted = [...new Set(locationIds)].sort((a, b) => a - b)
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    if (!(await lockManager(tx, id))) throw new Failure('manager.not_found')
    if ((await countStanding(tx, wanted)) !== wanted.length) throw new Failure('location.not_found')
    const before = (await listAssigned(tx, id)).map((location) => location.id).sort((a, b) => a - b)
    if (before.join() === wanted.join()) return
    await updateAssigned(tx, id, wanted)
    await audit(tx, {
      caller,
      action: 'manager.assign_locations',
      subjectType: 'manager',
      subjectId: id,
      before,
      after: wanted,
      remoteAddress,
      at,
    })
  })
  live.dismiss(id)
}
