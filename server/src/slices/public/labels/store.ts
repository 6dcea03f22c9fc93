import { sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { isSelected, type Selection } from '../../stations/stations/lists/selected-store.ts'

/** A station that gets a label. */
export interface LabeledStation {
  id: string
  number: number
  locationId: number
  locationName: string
  ownerId: number | null
  monetized: boolean
}

/** The stations of a selection that a caller may see, those of a location together; one more than `most` at most. */
export async function listLabeled(
  db: Db,
  caller: Caller,
  selection: Selection,
  most: number,
): Promise<LabeledStation[]> {
  const { rows } = await sql<LabeledStation>`
    select s.id, s.number, s.location_id as "locationId", l.name as "locationName", l.owner_id as "ownerId", s.monetized
    from station_view s join location_view l on l.id = s.location_id
    where ${isSelected(caller, selection)}
    order by lower(l.name) collate "C", s.location_id, s.number, s.id limit ${most + 1}`.execute(db)
  return rows
}
