import type { Photo } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { PhotoRow } from '../../../platform/files/photos.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

const selected = ['id', 'caption', 'sizes'] as const

/** The photos of a location in their order. */
export const listPhotos = (db: Db, locationId: number): Promise<PhotoRow[]> =>
  db
    .selectFrom('location_photos')
    .select(selected)
    .where('location_id', '=', locationId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const findPhoto = (
  db: Db,
  { locationId, id }: { locationId: number; id: number },
): Promise<PhotoRow | undefined> =>
  db
    .selectFrom('location_photos')
    .select(selected)
    .where('location_id', '=', locationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Adds a photo behind the others. */
export async function insertPhoto(
  tx: Tx,
  { locationId, sizes, by, at }: { locationId: number; sizes: Photo['sizes']; by: number; at: Date },
): Promise<PhotoRow> {
  const { rows } = await sql<PhotoRow>`
    insert into location_photos (location_id, position, caption, sizes, created_at, created_by)
    select ${locationId}, coalesce(max(position) + 1, 0), '', ${JSON.stringify(sizes)}, ${at}, ${by}
    from location_photos where location_id = ${locationId}
    returning id, caption, sizes`.execute(tx)
  return first(rows)
}

/** Puts photos in the order of their ids. */
export async function arrangePhotos(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update location_photos p set position = o.position
    from unnest(${ids}::bigint[]) with ordinality as o (id, position) where p.id = o.id`.execute(tx)
}

export async function updateCaption(tx: Tx, id: number, caption: string): Promise<void> {
  await tx.updateTable('location_photos').set({ caption }).where('id', '=', id).execute()
}

export async function removePhoto(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('location_photos').where('id', '=', id).execute()
}
