import { DAY_MS, writing } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Mailer } from '../../../../platform/mail/mail.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { listAdministrators } from '../../../people/managers/store.ts'
import { listCarCertificates } from '../../../stations/stations/connecting/car-certificate-store.ts'
import { listRoots } from '../roots/root-store.ts'
import { dueDays } from './rules.ts'
import { insertWarnings, removeWarnings, type Warning } from './warning-store.ts'

interface WatchParts {
  db: Db
  clock: Clock
  jobs: Jobs
  mailer: Mailer
  timeZone: string
}

/** A certificate that ends, as a mail names it. */
type Ending = Warning & { name: string }

/** Warnings of certificates that have ended are kept for so long. */
const keptDays = 90

/** Mails the administrators 30, 7 and 1 days before a certificate of ISO 15118 ends: a root, or one that a station shows to cars. */
export class CertificateWatch {
  constructor(private readonly parts: WatchParts) {
    parts.jobs.schedule('certificates-ending', '0 7 * * *', () => this.warn())
  }

  /** Sends the mails that are due now; any node may do this at any time, each mail is sent once. */
  async warn(): Promise<void> {
    const { db, clock, mailer, timeZone } = this.parts
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      const [roots, shown] = [await listRoots(tx), await listCarCertificates(tx)]
      const ending = [
        ...roots.map(({ id, subject, notAfter }) => ({ subject: `root:${id}`, name: subject, notAfter })),
        ...shown.map(({ station_id: id, part, number, notAfter }) => ({
          subject: part === 20 ? `station:${id}:20` : `station:${id}`,
          name:
            part === 20 ? `${writing.stationNumber(number)}, ISO 15118-20` : writing.stationNumber(number),
          notAfter,
        })),
      ].flatMap((one): Ending[] => {
        const days = dueDays(one.notAfter, now)
        return days === null ? [] : [{ ...one, days }]
      })
      const due = new Set(await insertWarnings(tx, ending, now))
      const sent = ending.filter(({ subject }) => due.has(subject))
      if (sent.length === 0) return
      for (const { email, language } of await listAdministrators(tx))
        await mailer.send(tx, {
          to: email,
          language,
          name: 'certificatesEnding',
          values: {
            link: mailer.link('/plug-and-charge'),
            certificates: sent
              .map(({ name, notAfter }) => `${name} (${writing.when(notAfter, 'full', language, timeZone)})`)
              .join('; '),
          },
        })
    })
    await removeWarnings(db, new Date(now.getTime() - keptDays * DAY_MS))
  }
}
