import { MINUTE_MS, valueIn, writing } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import { leaseMs } from '../../../platform/nodes/membership.ts'
import { longestRunMs } from '../../../platform/nodes/node-store.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import {
  listResponsible,
  listSilenceTerms,
  type SilenceTerms,
} from '../../places/locations/access/responsible-store.ts'
import { type Contacted, listAway } from '../stations/connecting/away-store.ts'
import { notificationsOf, type Watched } from './rules.ts'
import {
  endSilences,
  keepSilences,
  listOpenSilences,
  listSilences,
  lockSilences,
  type Silence,
} from './store.ts'

interface SilenceParts {
  db: Db
  clock: Clock
  jobs: Jobs
  mailer: Mailer
}

/** Mails the people responsible for a location when its stations have been silent for too long, and when they are back. */
export class SilenceWatch {
  /** start of this server */
  private readonly begun: Date

  constructor(private readonly parts: SilenceParts) {
    this.begun = parts.clock.now()
    parts.jobs.schedule('silences', '* * * * *', () => this.notify())
  }

  /** Sends the mails that are due now; any node may do this at any time, each mail is sent once. */
  async notify(): Promise<void> {
    const { db, clock } = this.parts
    await inTransaction(db, async (tx) => {
      await lockSilences(tx)
      const upSince = await this.upSince(tx)
      const stations = await listAway(tx, await listOpenSilences(tx))
      const ids = stations.map(({ stationId }) => stationId)
      const places = groupBy(stations, ({ locationId }) => locationId)
      const [silences, terms] = await Promise.all([
        listSilences(tx, ids),
        listSilenceTerms(tx, [...places.keys()]),
      ])
      for (const [locationId, own] of places) {
        const watched = own.map((one) => watchedOf(one, silences.get(one.stationId), upSince))
        await this.notifyAbout(tx, valueIn(terms, locationId), watched, clock.now())
      }
    })
  }

  /** Since when there has been a server to which stations could connect, without a pause. */
  private async upSince(tx: Tx): Promise<Date> {
    const oldest = this.parts.clock.now().getTime() - (await longestRunMs(tx, leaseMs))
    return new Date(Math.min(this.begun.getTime(), oldest))
  }

  private async notifyAbout(
    tx: Tx,
    terms: SilenceTerms,
    stations: readonly Watched[],
    now: Date,
  ): Promise<void> {
    const { silenceMinutes } = terms
    const silenceMs = silenceMinutes === null ? null : silenceMinutes * MINUTE_MS
    const { silent, isWhole, back, dropped } = notificationsOf(stations, silenceMs, now)
    if (silent.length > 0) await this.mail(tx, terms, isWhole ? 'placeSilent' : 'stationsSilent', silent)
    if (back.length > 0) await this.mail(tx, terms, 'stationsBack', back)
    await keepSilences(
      tx,
      silent.map(({ stationId }) => stationId),
      now,
    )
    await endSilences(tx, [...back.map(({ stationId }) => stationId), ...dropped], now)
  }

  private async mail(
    tx: Tx,
    { locationId, name, timeZone }: SilenceTerms,
    what: 'stationsSilent' | 'placeSilent' | 'stationsBack',
    stations: readonly Watched[],
  ): Promise<void> {
    const { mailer } = this.parts
    const first = stations.reduce((one, other) => (other.awaySince < one.awaySince ? other : one))
    for (const { email, language } of await listResponsible(tx, locationId))
      await mailer.send(tx, {
        to: email,
        language,
        name: what,
        values: {
          link: mailer.link(`/locations/${locationId}`),
          place: name,
          stations: stations.map(({ number }) => writing.stationNumber(number)).join(', '),
          since: writing.when(first.awaySince, 'full', language, timeZone),
        },
      })
  }
}

function watchedOf(
  { stationId, number, connectedAt, disconnectedAt, inOperation }: Contacted,
  silence: Silence | undefined,
  upSince: Date,
): Watched {
  const awaySince = disconnectedAt && disconnectedAt > upSince ? disconnectedAt : upSince
  const notified = silence ? { at: silence.notifiedAt, isOver: silence.endedAt !== null } : null
  return { stationId, number, connectedAt, awaySince, notified, counts: inOperation }
}
