import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/schema.ts'

export interface OwnedStation {
  id: string
  locationId: number
  monetized: boolean
}

/** The stations at the locations of an owner, by id, locked where they are to be changed. */
export async function listOwnedStations(db: Db, ownerId: number, locked = false): Promise<OwnedStation[]> {
  const { rows } = await sql<OwnedStation>`
    select s.id, s.location_id as "locationId", s.monetized
    from stations s join location_view l on l.id = s.location_id
    where l.owner_id = ${ownerId} and l.deleted_at is null and s.deleted_at is null
    order by s.id ${locked ? sql`for update of s` : sql``}`.execute(db)
  return rows
}

/** Monetizes exactly these of an owner's stations; resolves to those that are another way now. */
export async function updateMonetizedAmong(
  tx: Tx,
  ownerId: number,
  monetizedIds: readonly string[],
): Promise<OwnedStation[]> {
  const wanted = new Set(monetizedIds)
  const owned = await listOwnedStations(tx, ownerId, true)
  const changed = owned.filter(({ id, monetized }) => wanted.has(id) !== monetized)
  if (changed.length > 0)
    await tx
      .updateTable('stations')
      .set({ monetized: sql`not monetized` })
      .where(
        'id',
        'in',
        changed.map(({ id }) => id),
      )
      .execute()
  return changed
}
