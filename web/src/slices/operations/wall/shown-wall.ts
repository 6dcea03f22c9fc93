import type { Wall, WallMarker } from '@stationmaster/contract'

/** A wall with all its markers, also when the last answer held only some. */
export type ShownWall = Omit<Wall, 'markers'> & { markers: WallMarker[]; markersVersion: string }

/** Adds an answer to the shown wall: changed markers replace the old ones, new markers come last. */
export function shownWall(
  known: ShownWall | undefined,
  { markers: { version, whole, items }, ...wall }: Wall,
): ShownWall {
  const markers = whole || !known ? items : merged(known.markers, items)
  return { ...wall, markers, markersVersion: version }
}

function merged(known: WallMarker[], changed: readonly WallMarker[]): WallMarker[] {
  // the same list, where nothing is new: the map is not drawn again
  if (changed.length === 0) return known
  const left = new Map(changed.map((marker) => [marker.id, marker]))
  const kept = known.map((marker) => {
    const renewed = left.get(marker.id)
    left.delete(marker.id)
    return renewed ?? marker
  })
  return [...kept, ...left.values()]
}
