import type { NetworkStatus, StatusEntry } from '@stationmaster/contract'
import { DAY_MS, SECOND_MS } from '@stationmaster/units'
import type { Clock } from '../../../platform/general/clock.ts'
import { SharedReading } from '../../../platform/general/shared-reading.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import type { PublicNetwork } from '../../public/network/public-network.ts'
import { type DisturbedRow, listDisturbed, listMaintained, type MaintainedRow } from './store.ts'

interface BoardParts {
  db: Db
  clock: Clock
  network: PublicNetwork
}

/** A location as drivers know it. */
interface Place {
  name: string
  city: string
}

const aheadMs = 14 * DAY_MS
const sharedMs = 5 * SECOND_MS

const words: Partial<Record<DisturbedRow['kind'], StatusEntry['what']>> = {
  silence: 'no_contact',
  fault: 'out_of_order',
  sessions: 'sessions',
  payments: 'payments',
}

/** How the network is, in words for drivers: at places that they see, and without anything of the inside. */
function statusOf(
  places: ReadonlyMap<number, Place>,
  disturbed: readonly DisturbedRow[],
  maintained: readonly MaintainedRow[],
  now: Date,
): NetworkStatus {
  const disturbances = disturbed.flatMap(({ incidentId, kind, locationId, stations, since }) => {
    const what = words[kind]
    const place = locationId === null ? null : places.get(locationId)
    // what has no place concerns everybody; a place that drivers do not see concerns none of them
    if (!what || place === undefined || (locationId === null && what !== 'payments')) return []
    const id = `d-${incidentId}-${locationId ?? 'all'}`
    return [entryOf({ id, what, locationId, stations: stations || null }, place, since, null)]
  })
  const maintenances = maintained.flatMap(({ locationId, stations, ofAll, startsAt, endsAt }) => {
    const place = places.get(locationId)
    if (!place) return []
    const id = `m-${locationId}-${startsAt.getTime()}-${endsAt.getTime()}`
    const some = stations < ofAll ? stations : null
    return [entryOf({ id, what: 'maintenance', locationId, stations: some }, place, startsAt, endsAt)]
  })
  const runs = maintenances.some(({ starts_at }) => new Date(starts_at) <= now)
  const state = disturbances.length > 0 ? 'disturbed' : runs ? 'maintenance' : 'ok'
  return { updated_at: now.toISOString(), state, disturbances, maintenances }
}

function entryOf(
  {
    id,
    what,
    locationId,
    stations,
  }: Pick<StatusEntry, 'id' | 'what' | 'stations'> & { locationId: number | null },
  place: Place | null,
  startsAt: Date,
  endsAt: Date | null,
): StatusEntry {
  return {
    id,
    what,
    location_id: locationId,
    location: place?.name ?? null,
    city: place?.city ?? null,
    stations,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
  }
}

/** How the network is. All requests within some seconds share one reading of the database. */
export class StatusBoard {
  readonly #reading = new SharedReading(() => this.#load(), sharedMs)

  constructor(private readonly parts: BoardParts) {}

  read(): Promise<NetworkStatus> {
    return this.#reading.read()
  }

  async #load(): Promise<NetworkStatus> {
    const { db, clock, network } = this.parts
    const now = clock.now()
    const places = new Map((await network.list()).map(({ id, name, city }) => [id, { name, city }]))
    const [disturbed, maintained] = [
      await listDisturbed(db),
      await listMaintained(db, now, new Date(now.getTime() + aheadMs)),
    ]
    return statusOf(places, disturbed, maintained, now)
  }
}
