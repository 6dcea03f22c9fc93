import type { MapMarker } from '@stationmaster/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listMarkers } from './store.ts'
import { type LocationStations, markerOf } from './view.ts'

/** Loads the stations of locations; implemented by the slice of stations. */
export type LoadStations = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, LocationStations>>

/** The markers of locations that a caller may see and that have a point; only those in `ids`, if given. */
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
