import { keyWarnedDays } from '@stationmaster/contract'
import { DAY_MS, writing } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { takeEnding } from './store.ts'

interface WarnParts {
  db: Db
  clock: Clock
  jobs: Jobs
  mailer: Mailer
}

/** Mails whoever has made keys 14 days before they end; each key is named once. */
export function warnOfEndingKeys(parts: WarnParts, timeZone: string): void {
  parts.jobs.schedule('api-keys-ending', '5 7 * * *', () => mailEndingKeys(parts, timeZone))
}

/** Sends the mails that are due now; whoever does it, and however often, each key is named once. */
export async function mailEndingKeys(
  { db, clock, mailer }: Pick<WarnParts, 'db' | 'clock' | 'mailer'>,
  timeZone: string,
): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() + keyWarnedDays * DAY_MS)
  await inTransaction(db, async (tx) => {
    const ending = await takeEnding(tx, now, { before, days: keyWarnedDays })
    for (const [to, keys] of groupBy(ending, ({ email }) => email)) {
      const language = keys[0]?.language ?? 'en'
      const named = keys.map(
        ({ name, expiresAt }) => `${name} (${writing.when(expiresAt, 'full', language, timeZone)})`,
      )
      await mailer.send(tx, {
        to,
        language,
        name: 'apiKeysEnding',
        values: { link: mailer.link('/api-keys'), keys: named.join('; ') },
      })
    }
  })
}
