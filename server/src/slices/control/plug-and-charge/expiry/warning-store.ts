import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** That a certificate ends within so many days. */
export interface Warning {
  /** root:ID, or station:ID of the station that shows it to cars; station:ID:20 where it is of ISO 15118-20 */
  subject: string
  notAfter: Date
  days: number
}

/** Keeps warnings and answers the subjects of those that were not there yet: only they are sent. */
export async function insertWarnings(tx: Tx, warnings: readonly Warning[], now: Date): Promise<string[]> {
  if (warnings.length === 0) return []
  const { rows } = await sql<{ subject: string }>`
    insert into certificate_warnings (subject, not_after, days, warned_at)
    select w.subject, w.not_after, w.days, ${now} from unnest(${warnings.map(({ subject }) => subject)}::text[],
      ${warnings.map(({ notAfter }) => notAfter)}::timestamptz[], ${warnings.map(({ days }) => days)}::integer[])
      as w (subject, not_after, days)
    on conflict do nothing returning subject`.execute(tx)
  return rows.map(({ subject }) => subject)
}

/** Forgets warnings of certificates that have ended before a moment. */
export async function removeWarnings(db: Db, before: Date): Promise<void> {
  await sql`delete from certificate_warnings where not_after < ${before}`.execute(db)
}
