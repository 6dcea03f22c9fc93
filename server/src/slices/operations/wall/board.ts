import { stationStatuses, type Wall, wallAttentionMost } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listRunning, sumPower } from '../../charging/orders/measuring/power-store.ts'
import { listAttention } from '../../figures/statistics/attention-store.ts'
import { countNetwork, listDays } from '../../figures/statistics/store.ts'
import type { LoadStations } from '../../places/locations/markers.ts'
import { countStatuses } from '../../stations/stations/store.ts'
import { countWaiting, totalOf } from '../inbox/waiting.ts'
import { PowerCurve } from './power-curve.ts'
import { WallMarkers } from './wall-markers.ts'

export interface BoardParts {
  db: Db
  clock: Clock
  /** whose day today is */
  timeZone: string
  loadStations: LoadStations
}

/** a wall has room for no more */
const sessionsMost = 12
const keptMs = 3000

/** A wall is nobody's account: it shows the whole network. */
const everybody: Caller = { id: 0, role: 'administrator', ownerId: null, email: '' }

/** All of a wall but its map. */
type Reading = Omit<Wall, 'markers'>

/** The network on a wall; whoever asks within three seconds is answered with one reading, however many screens there are. */
export class WallBoard {
  readonly #curve = new PowerCurve()
  readonly #markers: WallMarkers
  #kept: Promise<Reading> | undefined

  constructor(private readonly parts: BoardParts) {
    this.#markers = new WallMarkers({ ...parts, viewer: everybody })
  }

  /** What is shown, with those markers that are new to whoever knows a version of them. */
  async read(markersSince: string | undefined): Promise<Wall> {
    const reading = await this.#read()
    return { ...reading, markers: this.#markers.since(markersSince) }
  }

  #read(): Promise<Reading> {
    if (this.#kept) return this.#kept
    const reading = this.#load()
    this.#kept = reading
    const forget = () => {
      if (this.#kept === reading) this.#kept = undefined
    }
    reading.then(() => setTimeout(forget, keptMs).unref(), forget)
    return reading
  }

  async #load(): Promise<Reading> {
    const { db, clock, timeZone } = this.parts
    const now = clock.now()
    const today = dayOf(now, timeZone)
    const [counts, statuses, attention, waiting, days, power, running, curve] = await Promise.all([
      countNetwork(db, everybody, undefined),
      countStatuses(db),
      listAttention(db, everybody, undefined, now),
      countWaiting(db, everybody, now),
      listDays(db, everybody, { from: today, to: today, locationIds: undefined, stationId: undefined }),
      sumPower(db),
      listRunning(db, sessionsMost),
      this.#curve.read(db, now),
      this.#markers.refresh(),
    ])
    const { stations, stations_online, connectors, charging } = counts
    return {
      at: now.toISOString(),
      stations,
      stations_online,
      connectors,
      charging,
      power,
      today: { sessions: days[0]?.orderCount ?? 0, energy: days[0]?.energyWh ?? 0 },
      statuses: stationStatuses.map((status) => ({ status, count: statuses.get(status) ?? 0 })),
      curve: curve.map(({ at, powerW }) => ({ at: at.toISOString(), power: powerW })),
      sessions: running.map((session) => ({
        id: session.id,
        location_name: session.locationName,
        city: session.city,
        station_number: session.stationNumber,
        connector_type: session.connectorType,
        started_at: session.startedAt.toISOString(),
        energy: session.energyWh,
        power: session.powerW,
        soc: session.soc,
      })),
      attention_total: totalOf(waiting),
      attention: attention.slice(0, wallAttentionMost).map((row) => ({ ...row, at: row.at.toISOString() })),
    }
  }
}
