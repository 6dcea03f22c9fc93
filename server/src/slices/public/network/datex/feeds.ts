import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { PublicLocation, PublicTariff } from '@stationmaster/contract'
import type { Clock } from '../../../../platform/general/clock.ts'
import { KeptAnswer } from '../../../../platform/http/kept-answer.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { listVersionBegins } from '../../../places/tariffs/store.ts'
import { freshMs, keepSeconds, oldestMs, type PublicNetwork } from '../public-network.ts'
import type { Publisher } from './facilities.ts'
import { type Publication, statusOf, tableOf } from './publication.ts'
import { siteOf } from './sites.ts'
import { siteStatusOf } from './statuses.ts'
import { xmlOf } from './xml.ts'

export interface DatexParts {
  db: Db
  clock: Clock
  shown: PublicNetwork
  currency: string
  supportPhone: string | null
  publicUrl: string | null
  /** the operator's party, as roaming partners know it */
  findParty: () => Promise<Publisher['party'] | undefined>
}

/** A location as the snapshot has it: the same object as long as nothing of it has changed. */
interface Place {
  location: PublicLocation
  tariffs: PublicTariff[]
}

/** What was written of a location. */
interface Piece {
  /** the publisher of then */
  by: string
  site: string
  /** a mark of the site */
  mark: string
  status: string
  /** a mark of how it stands */
  statusMark: string
}

interface Feeds {
  /** the instant of the snapshot that they were written from */
  at: number
  places: ReadonlyMap<number, Place>
  /** the publisher as a text */
  by: string
  /** a mark of the table's content */
  version: string
  table: KeptAnswer
  status: KeptAnswer
}

/** locations that are written before other requests get their turn */
const atOnce = 100
const mediaType = 'application/xml; charset=utf-8'

/**
 * The public network in DATEX II. It is written when somebody asks, once for each change, and of each change only its location; like
 * the snapshot it is at most four seconds old, and is written again in the background before.
 */
export class DatexFeeds {
  private kept: Feeds | undefined
  private writing: Promise<Feeds> | undefined
  private readonly written = new WeakMap<Place, Piece>()

  constructor(private readonly parts: DatexParts) {}

  /** Every location. */
  async table(): Promise<KeptAnswer> {
    return (await this.feeds()).table
  }

  /** How every EVSE stands. */
  async status(): Promise<KeptAnswer> {
    return (await this.feeds()).status
  }

  private async feeds(): Promise<Feeds> {
    const { kept } = this
    const age = kept ? this.parts.clock.now().getTime() - kept.at : Number.POSITIVE_INFINITY
    // after the clock was set back the age is unknown
    if (kept && age >= 0 && age < freshMs) return kept
    this.writing ??= this.write().finally(() => {
      this.writing = undefined
    })
    if (!kept || age < 0 || age >= oldestMs) return this.writing
    // a request fails only when the present state is too old
    this.writing.catch(() => undefined)
    return kept
  }

  private async write(): Promise<Feeds> {
    const { shown, findParty, supportPhone, publicUrl } = this.parts
    const [{ places, at }, party] = await Promise.all([shown.snapshot(), findParty()])
    const publisher: Publisher = { party: party ?? null, supportPhone, publicUrl }
    const by = JSON.stringify(publisher)
    if (this.kept?.places === places && this.kept.by === by) {
      this.kept = { ...this.kept, at }
      return this.kept
    }
    const pieces = await this.pieces([...places.values()], publisher, by)
    const version = markOf(pieces.map(({ mark }) => mark).join(' '))
    const statuses = pieces.map(({ status }) => status)
    const standing = markOf(pieces.map(({ statusMark }) => statusMark).join(' '))
    const time = new Date(at)
    const { kept } = this
    // most changes are of a status, and leave the table as it is
    const table =
      kept?.version === version && kept.by === by
        ? kept.table
        : await answerOf(
            tableOf(
              pieces.map(({ site }) => site),
              version,
              publisher,
            ),
            time,
            kept?.table,
          )
    const status = await answerOf(statusOf(statuses, standing, publisher), time, kept?.status)
    this.kept = { at, places, by, version, table, status }
    return this.kept
  }

  private async pieces(places: readonly Place[], publisher: Publisher, by: string): Promise<Piece[]> {
    const { db, currency } = this.parts
    const fresh = places.filter((place) => this.written.get(place)?.by !== by)
    const ids = new Set(fresh.flatMap(({ tariffs }) => tariffs.map(({ id }) => id)))
    const begins = await listVersionBegins(db, [...ids])
    const pieces: Piece[] = []
    for (const [nth, place] of places.entries()) {
      if (nth % atOnce === 0) await setImmediate()
      const known = this.written.get(place)
      const piece = known?.by === by ? known : pieceOf(place, publisher, { by, currency, begins })
      this.written.set(place, piece)
      pieces.push(piece)
    }
    return pieces
  }
}

function pieceOf(
  place: Place,
  publisher: Publisher,
  { by, currency, begins }: { by: string; currency: string; begins: ReadonlyMap<number, Date> },
): Piece {
  const site = xmlOf('aegi:energyInfrastructureSite', siteOf(place, publisher, { currency, begins }))
  const status = xmlOf('aegi:energyInfrastructureSiteStatus', siteStatusOf(place.location))
  return { by, site, mark: markOf(site), status, statusMark: markOf(status) }
}

const markOf = (text: string): string => createHash('sha1').update(text).digest('hex').slice(0, 12)

/** One after another, because each takes computing time from all requests. */
async function answerOf(publication: Publication, time: Date, before: KeptAnswer | undefined) {
  await setImmediate()
  const kind = { type: mediaType, seconds: keepSeconds, mark: publication.mark }
  return KeptAnswer.ofParts(publication.parts(time), kind, before)
}
