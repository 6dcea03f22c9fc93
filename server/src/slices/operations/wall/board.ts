import { stationStatuses, type Wall, wallAttentionMost } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Clock } from '../../../platform/general/clock.ts'
import { SharedReading } from '../../../platform/general/shared-reading.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listRunning, sumPower } from '../../charging/orders/measuring/power-store.ts'
import { listAttention } from '../../figures/statistics/attention-store.ts'
import { countNetwork, listDays } from '../../figures/statistics/store.ts'
import type { LoadStations } from '../../places/locations/markers.ts'
import { countStatuses } from '../../stations/stations/store.ts'
import { countWaiting, totalOf } from '../inbox/waiting.ts'
import { countStates } from '../incidents/list-store.ts'
import { PowerCurve } from './power-curve.ts'
import { WallMarkers } from './wall-markers.ts'

export interface BoardParts {
  db: Db
  clock: Clock
  /** the time zone of "today" */
  timeZone: string
  loadStations: LoadStations
}

/** the most sessions that a wall shows */
const maxSessions = 12
const sharedMs = 3000

/** A wall has no account: it shows the whole network. */
const wholeNetwork: Caller = { id: 0, role: 'administrator', ownerId: null, email: '' }

/** Everything on a wall except its map. */
type Reading = Omit<Wall, 'markers'>

/** The network on a wall. All requests within three seconds share one reading of the database. */
export class WallBoard {
  readonly #curve = new PowerCurve()
  readonly #markers: WallMarkers
  readonly #reading = new SharedReading(() => this.#load(), sharedMs)

  constructor(private readonly parts: BoardParts) {
    this.#markers = new WallMarkers({ ...parts, viewer: wholeNetwork })
  }

  /** What a wall shows, with the markers that have changed since the version that the screen has. */
  async read(markersSince: string | undefined): Promise<Wall> {
    const reading = await this.#reading.read()
    return { ...reading, markers: this.#markers.since(markersSince) }
  }

  async #load(): Promise<Reading> {
    const { db, clock, timeZone } = this.parts
    const now = clock.now()
    const today = dayOf(now, timeZone)
    const [counts, statuses, incidents, attention, waiting, days, power, running, curve] = await Promise.all([
      countNetwork(db, wholeNetwork, undefined),
      countStatuses(db),
      countStates(db, wholeNetwork, {}),
      listAttention(db, wholeNetwork, undefined, now),
      countWaiting(db, wholeNetwork, now),
      listDays(db, wholeNetwork, { from: today, to: today, locationIds: undefined, stationId: undefined }),
      sumPower(db),
      listRunning(db, maxSessions),
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
        partner: session.partner,
      })),
      incidents: { open: incidents.open, critical: incidents.critical },
      attention_total: totalOf(waiting),
      attention: attention.slice(0, wallAttentionMost).map((row) => ({ ...row, at: row.at.toISOString() })),
    }
  }
}
