import { randomUUID } from 'node:crypto'
import type { Wall, WallMarker } from '@stationmaster/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { type LoadStations, viewMarkers } from '../../places/locations/markers.ts'
import { markPoints } from '../../places/locations/store.ts'
import { markStanding } from '../../stations/stations/lists/listed-store.ts'

interface Known {
  /** a mark of all data of the marker */
  mark: string
  marker: WallMarker
  /** the step at which the marker last changed */
  step: number
}

/**
 * The locations on a wall's map, and what has changed since an earlier version. The database gives a mark of each location; only
 * locations with a changed mark are read.
 */
export class WallMarkers {
  /** Changes when a location is removed, so that every screen reads all markers and forgets the removed one. */
  #era = randomUUID()
  #step = 0
  #known: ReadonlyMap<number, Known> = new Map()

  constructor(private readonly parts: { db: Db; loadStations: LoadStations; viewer: Caller }) {}

  /** Reads what has changed. */
  async refresh(): Promise<void> {
    const { db, loadStations, viewer } = this.parts
    const [points, standing] = await Promise.all([markPoints(db), markStanding(db)])
    const marks = new Map([...points].map(([id, own]) => [id, `${own} ${standing.get(id) ?? ''}`]))
    const changed = [...marks].flatMap(([id, mark]) => (this.#known.get(id)?.mark === mark ? [] : id))
    const fresh = changed.length === 0 ? [] : await viewMarkers(db, loadStations, viewer, changed)
    const known = new Map([...this.#known].filter(([id]) => marks.has(id)))
    const gone = known.size < this.#known.size
    if (fresh.length === 0 && !gone) return
    const step = this.#step + 1
    for (const { id, name, city, coordinates, status } of fresh) {
      const marker = { id, name, city, coordinates, status }
      const before = known.get(id)
      const same = before && JSON.stringify(before.marker) === JSON.stringify(marker)
      known.set(id, { mark: marks.get(id) ?? '', marker, step: same ? before.step : step })
    }
    if (gone) this.#era = randomUUID()
    this.#step = step
    this.#known = known
  }

  /** The markers that have changed since a version; all markers when the version is unknown. */
  since(version: string | undefined): Wall['markers'] {
    const [era, step] = version?.split('.') ?? []
    const from = era === this.#era && Number(step) <= this.#step ? Number(step) : null
    const changed = [...this.#known.values()].filter((one) => from === null || one.step > from)
    return {
      version: `${this.#era}.${this.#step}`,
      whole: from === null,
      items: changed.map(({ marker }) => marker),
    }
  }
}
