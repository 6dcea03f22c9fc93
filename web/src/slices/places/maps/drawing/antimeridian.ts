type Ring = [longitude: number, latitude: number][]
interface Shape {
  type: string
  coordinates?: unknown
}

/**
 * A polygon, or several, whose rings go on past 180° where those of the file jump to −180°: a map would draw a jump as an edge all
 * around the world, and take sea for land beside it. A ring around a pole stays as it is, since it never comes back.
 */
export function unbroken<G extends Shape>(geometry: G): G {
  const { type, coordinates } = geometry
  if (type === 'Polygon') return { ...geometry, coordinates: (coordinates as Ring[]).map(follow) }
  if (type !== 'MultiPolygon') return geometry
  return { ...geometry, coordinates: (coordinates as Ring[][]).map((polygon) => polygon.map(follow)) }
}

function follow(ring: Ring): Ring {
  let turns = 0
  const followed = ring.map(([longitude, latitude], index): Ring[number] => {
    const before = ring[index - 1]?.[0] ?? longitude
    if (longitude - before > 180) turns -= 1
    if (before - longitude > 180) turns += 1
    return [longitude + 360 * turns, latitude]
  })
  return turns === 0 ? followed : ring
}
