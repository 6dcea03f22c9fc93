import { DAY_MS } from '@stationmaster/units'
import type { Config } from '../config/config.ts'
import { removeOldUses } from '../platform/downloads/downloads-store.ts'
import { removeOldEntries } from '../platform/general/audit.ts'
import { removeOldAnswers } from '../platform/http/answered-requests-store.ts'
import { removeDeadNodes } from '../platform/nodes/node-store.ts'
import type { Db } from '../platform/schema/schema.ts'
import { dropOldPartitions, ensurePartitions } from '../platform/statements/partitions.ts'
import { removeOldOrderLogs } from '../slices/charging/orders/store.ts'
import { removeOldRuns } from '../slices/control/bulk/store.ts'
import { removeOldRevocations } from '../slices/control/plug-and-charge/checking/revocation-store.ts'
import { removeOldExports } from '../slices/figures/reports/exports/export-store.ts'
import { issueDueInvoices } from '../slices/money/invoices/actions.ts'
import { checkBooks } from '../slices/money/ledger/check.ts'
import { removeOldNotices } from '../slices/money/providers/store.ts'
import { removeOldMessages as removeOldWebhooks } from '../slices/operations/webhooks/message-store.ts'
import { removeOld } from '../slices/people/managers/actions.ts'
import { removeOldSingleSignOn } from '../slices/people/single-sign-on/store.ts'
import { removeOldSignIns } from '../slices/public/account/sign-in/sign-in.ts'
import { removeUsedCodes } from '../slices/public/charge/store.ts'
import { removeOldMessages } from '../slices/roaming/partners/messages/message-store.ts'
import { removeOldControllerLines } from '../slices/stations/journal/controller-log-store.ts'
import { removeOldRefusals } from '../slices/stations/stations/connecting/refusal-store.ts'
import { removeOldTimeline } from '../slices/stations/timeline/store.ts'
import { countUptime } from '../slices/stations/timeline/uptime-days.ts'

type Keeping = Pick<
  Config,
  | 'auditDays'
  | 'journalDays'
  | 'meterMonths'
  | 'orderLogDays'
  | 'partnerMessageDays'
  | 'refusalDays'
  | 'sessionIdleDays'
  | 'timeZone'
  | 'timelineDays'
  | 'webhookDays'
>

interface Upkeep {
  job: string
  /** when, as a cron line in the network's time zone */
  cron: string
  run(db: Db, now: Date, keep: Keeping): Promise<void>
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** What is done to the database by the clock: what is too old goes, the books are compared, and fleets are invoiced. All of it may be done twice, and by several servers at once. */
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
    job: 'dead-nodes',
    cron: '20 3 * * *',
    run: (db, now) => removeDeadNodes(db, daysBefore(now, 7)),
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
    job: 'partner-messages',
    cron: '35 3 * * *',
    run: (db, now, { partnerMessageDays }) => removeOldMessages(db, daysBefore(now, partnerMessageDays)),
  },
  {
    job: 'expired-tokens',
    cron: '45 * * * *',
    run: async (db, now, { sessionIdleDays }) => {
      await removeOld(db, now, sessionIdleDays * DAY_MS)
      await removeOldSignIns(db, now)
      await removeOldSingleSignOn(db, now)
      await removeUsedCodes(db, daysBefore(now, 1))
    },
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
    // each night: what a server that was away did not issue is issued a day later
    job: 'fleet-invoices',
    cron: '30 5 * * *',
    run: (db, now, { timeZone }) => issueDueInvoices(db, now, timeZone),
  },
  {
    job: 'exports',
    cron: '55 * * * *',
    run: (db, now) => removeOldExports(db, now),
  },
  {
    job: 'certificate-revocations',
    cron: '20 4 * * *',
    run: (db, now) => removeOldRevocations(db, now),
  },
  {
    job: 'webhook-messages',
    cron: '25 3 * * *',
    run: (db, now, { webhookDays }) => removeOldWebhooks(db, daysBefore(now, webhookDays)),
  },
  {
    job: 'audit-log',
    cron: '10 4 * * *',
    run: (db, now, { auditDays }) => removeOldEntries(db, daysBefore(now, auditDays)),
  },
]
