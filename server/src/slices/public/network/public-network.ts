import { setImmediate } from 'node:timers/promises'
import type { NetworkPlace, PublicLocation, PublicTariff } from '@stationmaster/contract'
import { dayOf, SECOND_MS, valueIn } from '@stationmaster/units'
import type { Clock } from '../../../platform/general/clock.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import { KeptAnswer } from '../../../platform/http/kept-answer.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { loadIdleTermsOn } from '../../money/contracts/idle-store.ts'
import { openAt } from '../../places/locations/opening-hours.ts'
import { listListed, markListed } from '../../places/locations/store.ts'
import type { IdleTerms } from '../../places/tariffs/idle-terms.ts'
import { loadEffectiveVersions, markPrices } from '../../places/tariffs/store.ts'
import { listListedConnectors, markStanding } from '../../stations/stations/lists/listed-store.ts'
import { countOf, featureOf, locationOf, tariffOf } from './rules.ts'

export interface NetworkParts {
  db: Db
  clock: Clock
  timeZone: string
  currency: string
  supportPhone: string | null
}

/** A younger state is returned as it is; an older one is returned and read again in the background. */
export const freshMs = 2 * SECOND_MS
/** A request waits for a new state when the present one is older than this; with `keepSeconds` an answer is at most five seconds old. */
export const oldestMs = 4 * SECOND_MS
/** how long a client may keep an answer */
export const keepSeconds = 1
/** locations that are written before other requests get their turn */
const atOnce = 100

/** A location and its JSON. */
interface Place {
  /** a mark of all data that it was made of */
  mark: string
  location: PublicLocation
  tariffs: PublicTariff[]
  json: string
  /** null when it has no coordinates */
  feature: string | null
}

/** The whole network at an instant, as drivers see it. */
interface Snapshot {
  at: number
  /** a mark of what concerns all locations: prices and idle fees */
  mark: string
  places: ReadonlyMap<number, Place>
  feed: KeptAnswer
  geojson: KeptAnswer
  availability: KeptAnswer
}

/**
 * What drivers see of the network. It is read once for all requests, at most every two seconds, and only when there are requests. The
 * database gives a mark of each location; only locations with a changed mark are read.
 */
export class PublicNetwork {
  private kept: Snapshot | undefined
  private reading: Promise<Snapshot> | undefined

  constructor(private readonly parts: NetworkParts) {}

  /** A state that is at most four seconds old. */
  async snapshot(): Promise<Snapshot> {
    const { kept } = this
    const age = kept ? this.parts.clock.now().getTime() - kept.at : Number.POSITIVE_INFINITY
    // after the clock was set back the age is unknown
    if (kept && age >= 0 && age < freshMs) return kept
    const reading = this.readAnew()
    if (!kept || age < 0 || age >= oldestMs) return reading
    // a request fails only when the present state is too old
    reading.catch(() => undefined)
    return kept
  }

  /** One location with its prices; undefined when drivers may not see it. */
  async find(id: number): Promise<NetworkPlace | undefined> {
    const place = (await this.snapshot()).places.get(id)
    if (!place) return undefined
    const { location, tariffs } = place
    const { currency, supportPhone, clock } = this.parts
    return {
      currency,
      support_phone: supportPhone,
      tariffs,
      location,
      open_now: openAt(location.opening_hours, location.time_zone, clock.now()),
    }
  }

  /** Every location, by id. */
  async list(): Promise<PublicLocation[]> {
    return [...(await this.snapshot()).places.values()].map(({ location }) => location)
  }

  private readAnew(): Promise<Snapshot> {
    this.reading ??= this.read().finally(() => {
      this.reading = undefined
    })
    return this.reading
  }

  private async read(): Promise<Snapshot> {
    const { db, clock, timeZone } = this.parts
    const now = clock.now()
    const [listed, standing, prices, idle] = await Promise.all([
      markListed(db),
      markStanding(db),
      markPrices(db, now),
      loadIdleTermsOn(db, dayOf(now, timeZone)),
    ])
    const at = now.getTime()
    const mark = JSON.stringify([prices, [...idle]])
    const before = this.kept?.mark === mark ? this.kept : undefined
    // drivers do not see a location where nobody can charge yet
    const marks = [...listed].flatMap(([id, own]) =>
      standing.has(id) ? [[id, `${own} ${standing.get(id)}`] as const] : [],
    )
    const changed = marks.filter(([id, own]) => before?.places.get(id)?.mark !== own)
    if (before && changed.length === 0 && marks.length === before.places.size) {
      this.kept = { ...before, at }
      return this.kept
    }
    const fresh = await this.load(new Map(changed), now, idle)
    const places = new Map(
      marks.flatMap(([id]) => {
        const place = fresh.get(id) ?? before?.places.get(id)
        return place ? [[id, place] as const] : []
      }),
    )
    this.kept = { at, mark, places, ...(await this.answers(places)) }
    return this.kept
  }

  /** Reads locations. Their marks were read before, so that a later change is read again. */
  private async load(
    marks: ReadonlyMap<number, string>,
    at: Date,
    idle: ReadonlyMap<number | null, IdleTerms>,
  ): Promise<Map<number, Place>> {
    const { db } = this.parts
    const ids = [...marks.keys()]
    const [rows, connectors] = await Promise.all([listListed(db, ids), listListedConnectors(db, ids)])
    const earning = connectors.filter(({ monetized }) => monetized)
    const prices = await loadEffectiveVersions(db, earning, at)
    const byLocation = groupBy(connectors, ({ locationId }) => locationId)
    const places = new Map<number, Place>()
    for (const [nth, row] of rows.entries()) {
      if (nth % atOnce === 0) await setImmediate()
      const own = byLocation.get(row.id) ?? []
      const terms = idle.get(row.id) ?? idle.get(null)
      const location = locationOf(row, { connectors: own, prices, idle: terms })
      const feature = featureOf(location)
      const versions = new Map(own.flatMap(({ id }) => prices.get(id) ?? []).map((one) => [one.id, one]))
      places.set(row.id, {
        mark: valueIn(marks, row.id),
        location,
        json: JSON.stringify(location),
        tariffs: [...versions.values()].map(tariffOf),
        feature: feature ? JSON.stringify(feature) : null,
      })
    }
    return places
  }

  private async answers(
    places: ReadonlyMap<number, Place>,
  ): Promise<Pick<Snapshot, 'feed' | 'geojson' | 'availability'>> {
    const { currency, supportPhone } = this.parts
    const all = [...places.values()]
    const tariffs = new Map(all.flatMap((place) => place.tariffs).map((one) => [one.id, one]))
    const head = { currency, support_phone: supportPhone, tariffs: [...tariffs.values()] }
    const features = all.flatMap(({ feature }) => feature ?? [])
    const counts = all.map(({ location }) => [
      location.id,
      countOf(location, 'available'),
      countOf(location, 'busy'),
    ])
    const json = 'application/json; charset=utf-8'
    const geojson = 'application/geo+json; charset=utf-8'
    const { kept } = this
    return {
      feed: await keep(
        withList(
          head,
          'locations',
          all.map((place) => place.json),
        ),
        json,
        kept?.feed,
      ),
      geojson: await keep(
        withList({ type: 'FeatureCollection' }, 'features', features),
        geojson,
        kept?.geojson,
      ),
      availability: await keep(JSON.stringify(counts), json, kept?.availability),
    }
  }
}

/** One after another, because each takes computing time from all requests. */
async function keep(text: string, type: string, before: KeptAnswer | undefined): Promise<KeptAnswer> {
  await setImmediate()
  return KeptAnswer.of(text, type, keepSeconds, before)
}

/** The JSON of an object whose last member is a list of JSON texts. */
const withList = (head: object, name: string, list: readonly string[]): string =>
  `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[${list.join(',')}]}`
