import type { MapMarker } from '@stationmaster/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listMarkers } from './store.ts'
import { type LocationStations, markerOf } from './view.ts'

/** What stands at some locations; told by the stations. */
export type LoadStations = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, LocationStations>>

/** The locations that a caller may see and that have a point, as the map marks them; only some where their ids are told. */
export async function viewMarkers(
  db: Db,
  loadStations: LoadStations,
  caller: Caller,
  ids?: readonly number[],
): Promise<MapMarker[]> {
  const rows = await listMarkers(db, caller, ids)
  const standing = await loadStations(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => markerOf(row, standing.get(row.id)))
}
