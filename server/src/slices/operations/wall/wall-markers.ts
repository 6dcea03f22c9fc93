import { randomUUID } from 'node:crypto'
import type { Wall, WallMarker } from '@stationmaster/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { type LoadStations, viewMarkers } from '../../places/locations/markers.ts'
import { markPoints } from '../../places/locations/store.ts'
import { markStanding } from '../../stations/stations/lists/listed-store.ts'

interface Known {
  /** of all that the marker was made of */
  mark: string
  marker: WallMarker
  /** the step at which it last became another one */
  step: number
}

/**
 * The locations on a wall's map, and what of it is new to whoever knows an earlier version. The database is asked for marks, and only
 * those locations are read whose mark is another one.
 */
export class WallMarkers {
  /** of the steps: another one as soon as a location goes, since whoever knows it is to forget it */
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
      const same = JSON.stringify(known.get(id)?.marker) === JSON.stringify(marker)
      known.set(id, { mark: marks.get(id)!, marker, step: same ? known.get(id)!.step : step })
    }
    if (gone) this.#era = randomUUID()
    this.#step = step
    this.#known = known
  }

  /** The markers that have changed since a version; all of them where it is none of these. */
  since(version: string | undefined): Wall['markers'] {
    const [era, step] = version?.split('.') ?? []
    const from = era === this.#era && Number(step) <= this.#step ? Number(step) : null
    const told = [...this.#known.values()].filter((one) => from === null || one.step > from)
    return {
      version: `${this.#era}.${this.#step}`,
      whole: from === null,
      items: told.map(({ marker }) => marker),
    }
  }
}
