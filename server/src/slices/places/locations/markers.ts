import type { MapMarker } from '@stationmaster/contract'
import { type Caller, seesNetwork } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listMarkers } from './store.ts'
import { type LocationStations, markerOf } from './view.ts'

/** Loads the stations of locations; implemented by the slice of stations. */
export type LoadStations = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, LocationStations>>

/** Counts the sessions of roaming partners that run now, by location; implemented by the slice of orders. */
export type CountRoaming = (db: Db) => Promise<ReadonlyMap<number, number>>

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

/** The same with the sessions of roaming partners that run, for who sees the whole network. */
export async function viewStaffMarkers(
  parts: { db: Db; loadStations: LoadStations; countRoaming: CountRoaming },
  caller: Caller,
  ids?: readonly number[],
): Promise<MapMarker[]> {
  const { db, loadStations, countRoaming } = parts
  const markers = await viewMarkers(db, loadStations, caller, ids)
  if (!seesNetwork(caller)) return markers
  const roaming = await countRoaming(db)
  return markers.map((marker) => ({ ...marker, roaming_sessions: roaming.get(marker.id) ?? 0 }))
}
