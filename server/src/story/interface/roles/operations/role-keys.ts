import type { Scope } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import type { Db } from '../../../../platform/schema/schema.ts'
import { drawKey } from '../../../../slices/people/api-keys/format.ts'
import { insertKey } from '../../../../slices/people/api-keys/store.ts'

/** Writes an API key of a manager, narrowed to some locations where they are given; answers its id and the key itself. */
export async function insertKeyOf(
  db: Db,
  managerId: number,
  { at, scopes, locationIds }: { at: Date; scopes: readonly Scope[]; locationIds?: readonly number[] },
): Promise<{ id: number; key: string }> {
  const { key, ...drawn } = drawKey()
  const id = await db.transaction().execute((tx) =>
    insertKey(tx, {
      ...drawn,
      managerId,
      name: 'Key',
      scopes,
      locationIds: locationIds ?? null,
      addresses: [],
      createdAt: at,
      expiresAt: new Date(at.getTime() + 3650 * DAY_MS),
    }),
  )
  return { id, key }
}
