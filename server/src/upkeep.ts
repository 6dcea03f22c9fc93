import { DAY_MS } from '@stationmaster/units'
import type { Config } from './config.ts'
import { removeOldAnswers } from './platform/answered-requests-store.ts'
import { removeOldEntries } from './platform/audit.ts'
import { removeOldUses } from './platform/downloads-store.ts'
import { dropOldPartitions, ensurePartitions } from './platform/partitions.ts'
import type { Db } from './platform/schema.ts'
import { removeOldRuns } from './slices/bulk/store.ts'
import { removeOldControllerLines } from './slices/journal/controller-log-store.ts'
import { checkBooks } from './slices/ledger/check.ts'
import { removeOld } from './slices/managers/actions.ts'
import { removeOldOrderLogs } from './slices/orders/store.ts'
import { removeOldNotices } from './slices/providers/store.ts'
import { removeOldExports } from './slices/reports/export-store.ts'
import { removeOldRefusals } from './slices/stations/refusal-store.ts'
import { removeOldTimeline } from './slices/timeline/store.ts'
import { countUptime } from './slices/timeline/uptime-days.ts'

type Keeping = Pick<
  Config,
  | 'auditDays'
  | 'journalDays'
  | 'meterMonths'
  | 'orderLogDays'
  | 'refusalDays'
  | 'sessionIdleDays'
  | 'timeZone'
  | 'timelineDays'
>

interface Upkeep {
  job: string
  /** when, as a cron line in the network's time zone */
  cron: string
  run(db: Db, now: Date, keep: Keeping): Promise<void>
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** What is done to the database by the clock: what is too old goes, and the books are compared. All of it may be done twice, and by several servers at once. */
export const upkeep: readonly Upkeep[] = [
  {
    job: 'partitions',
    cron: '15 3 * * *',
    run: async (db, now, keep) => {
      await ensurePartitions(db, now)
      await dropOldPartitions(db, now, keep)
    },
  },
  {
    job: 'controller-logs',
    cron: '30 3 * * *',
    run: (db, now, { journalDays }) => removeOldControllerLines(db, daysBefore(now, journalDays)),
  },
  {
    job: 'refused-handshakes',
    cron: '40 3 * * *',
    run: (db, now, { refusalDays }) => removeOldRefusals(db, daysBefore(now, refusalDays)),
  },
  {
    job: 'expired-tokens',
    cron: '45 * * * *',
    run: (db, now, { sessionIdleDays }) => removeOld(db, now, sessionIdleDays * DAY_MS),
  },
  {
    job: 'used-downloads',
    cron: '40 * * * *',
    run: removeOldUses,
  },
  {
    job: 'answered-requests',
    cron: '35 * * * *',
    run: (db, now) => removeOldAnswers(db, now),
  },
  {
    job: 'timeline',
    cron: '50 3 * * *',
    run: async (db, now, { timelineDays }) => {
      await removeOldTimeline(db, daysBefore(now, timelineDays))
      await removeOldRuns(db, daysBefore(now, timelineDays))
    },
  },
  {
    job: 'uptime-days',
    cron: '10 0 * * *',
    run: (db, now, { timeZone }) => countUptime(db, now, timeZone),
  },
  {
    job: 'ledger-check',
    cron: '20 4 * * *',
    run: checkBooks,
  },
  {
    job: 'order-logs',
    cron: '0 4 * * *',
    run: (db, now, { orderLogDays }) => removeOldOrderLogs(db, daysBefore(now, orderLogDays)),
  },
  {
    job: 'payment-notices',
    cron: '20 4 * * *',
    run: (db, now) => removeOldNotices(db, daysBefore(now, 30)),
  },
  {
    job: 'exports',
    cron: '55 * * * *',
    run: (db, now) => removeOldExports(db, now),
  },
  {
    job: 'audit-log',
    cron: '10 4 * * *',
    run: (db, now, { auditDays }) => removeOldEntries(db, daysBefore(now, auditDays)),
  },
]
