import { setImmediate } from 'node:timers/promises'
import type { NetworkFeed, NetworkPlace, PublicLocation, PublicTariff } from '@stationmaster/contract'
import { dayOf, SECOND_MS } from '@stationmaster/units'
import type { Clock } from '../../platform/clock.ts'
import { groupBy } from '../../platform/group-by.ts'
import { KeptAnswer } from '../../platform/kept-answer.ts'
import type { Db } from '../../platform/schema.ts'
import { loadIdleTermsOn } from '../contracts/idle-store.ts'
import { openAt } from '../locations/opening-hours.ts'
import { listListed } from '../locations/store.ts'
import { listListedConnectors } from '../stations/listed-store.ts'
import { loadEffectiveVersions, type StoredVersion } from '../tariffs/store.ts'
import { countOf, featureOf, locationOf, tariffOf } from './rules.ts'

export interface NetworkParts {
  db: Db
  clock: Clock
  timeZone: string
  currency: string
  supportPhone: string | null
}

/** Asked for while younger than this, it is answered as it is; older, it is read anew beside the answer. */
const freshMs = 2 * SECOND_MS
/** What is older waits for what is read, so that an answer is never further behind; with `keepSeconds` five seconds. */
const oldestMs = 4 * SECOND_MS
/** for how long whoever has asked need not ask again */
const keepSeconds = 1
/** locations that are put together before everybody else has a turn */
const atOnce = 100

/** The whole network as drivers see it at an instant. */
interface Snapshot {
  at: number
  locations: ReadonlyMap<number, PublicLocation>
  tariffs: ReadonlyMap<number, PublicTariff>
  feed: KeptAnswer
  geojson: KeptAnswer
  availability: KeptAnswer
}

/** What drivers see of the network: read from the database for all at once, at most every two seconds, and only while somebody asks. */
export class PublicNetwork {
  private kept: Snapshot | undefined
  private reading: Promise<Snapshot> | undefined

  constructor(private readonly parts: NetworkParts) {}

  /** One that is at most four seconds old. */
  async snapshot(): Promise<Snapshot> {
    const { kept } = this
    const age = kept ? this.parts.clock.now().getTime() - kept.at : Number.POSITIVE_INFINITY
    // a clock that was set back says nothing of an age
    if (kept && age >= 0 && age < freshMs) return kept
    const reading = this.readAnew()
    if (!kept || age < 0 || age >= oldestMs) return reading
    // whoever comes when it is too old hears of a failure
    reading.catch(() => undefined)
    return kept
  }

  /** One location with what it costs there; undefined: drivers do not see it. */
  async find(id: number): Promise<NetworkPlace | undefined> {
    const { locations, tariffs } = await this.snapshot()
    const location = locations.get(id)
    if (!location) return undefined
    const ids = location.evses.flatMap(({ connectors }) => connectors.flatMap((one) => one.tariff_id ?? []))
    const { currency, supportPhone } = this.parts
    return {
      currency,
      support_phone: supportPhone,
      tariffs: [...new Set(ids)].map((tariff) => tariffs.get(tariff)!),
      location,
      open_now: openAt(location.opening_hours, location.time_zone, this.parts.clock.now()),
    }
  }

  private readAnew(): Promise<Snapshot> {
    this.reading ??= this.read().finally(() => {
      this.reading = undefined
    })
    return this.reading
  }

  private async read(): Promise<Snapshot> {
    const { clock, currency, supportPhone } = this.parts
    const at = clock.now()
    const { locations, tariffs } = await this.load(at)
    const before = this.kept
    const shown = [...locations.values()]
    const features = shown.flatMap((location) => featureOf(location) ?? [])
    const counts = shown.map((one) => [one.id, countOf(one, 'available'), countOf(one, 'busy')])
    const head = { currency, support_phone: supportPhone, tariffs: [...tariffs.values()] }
    const json = 'application/json; charset=utf-8'
    const [feed, geojson, availability] = await Promise.all([
      keep(listed(head satisfies Omit<NetworkFeed, 'locations'>, 'locations', shown), json, before?.feed),
      keep(
        listed({ type: 'FeatureCollection' }, 'features', features),
        'application/geo+json; charset=utf-8',
        before?.geojson,
      ),
      keep(Promise.resolve(JSON.stringify(counts)), json, before?.availability),
    ])
    this.kept = { at: at.getTime(), locations, tariffs, feed, geojson, availability }
    return this.kept
  }

  private async load(at: Date): Promise<Pick<Snapshot, 'locations' | 'tariffs'>> {
    const { db, timeZone } = this.parts
    const rows = await listListed(db)
    const connectors = await listListedConnectors(
      db,
      rows.map(({ id }) => id),
    )
    const [prices, idle] = await Promise.all([
      loadEffectiveVersions(
        db,
        connectors.filter(({ monetized }) => monetized),
        at,
      ),
      loadIdleTermsOn(db, dayOf(at, timeZone)),
    ])
    const byLocation = groupBy(connectors, ({ locationId }) => locationId)
    const locations = new Map<number, PublicLocation>()
    for (const [nth, row] of rows.entries()) {
      if (nth % atOnce === 0) await setImmediate()
      const own = byLocation.get(row.id)
      // a place where nobody can charge yet is none for drivers
      if (own)
        locations.set(
          row.id,
          locationOf(row, { connectors: own, prices, idle: idle.get(row.id) ?? idle.get(null) }),
        )
    }
    const versions = new Map<number, StoredVersion>()
    for (const version of prices.values()) versions.set(version.id, version)
    const tariffs = new Map([...versions].map(([id, version]) => [id, tariffOf(version)]))
    return { locations, tariffs }
  }
}

const keep = async (text: Promise<string>, type: string, before: KeptAnswer | undefined) =>
  KeptAnswer.of(await text, type, keepSeconds, before)

/** An object as JSON whose last member is a long list, written in pieces with a turn for everybody else between them. */
async function listed(head: object, name: string, list: readonly object[]): Promise<string> {
  const pieces: string[] = []
  for (let from = 0; from < list.length; from += atOnce) {
    pieces.push(JSON.stringify(list.slice(from, from + atOnce)).slice(1, -1))
    await setImmediate()
  }
  return `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[${pieces.join(',')}]}`
}
