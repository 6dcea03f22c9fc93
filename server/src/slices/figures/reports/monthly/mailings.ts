import { buffer } from 'node:stream/consumers'
import { dayOf, firstDayOf, instantOf, monthOf, previousMonth } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { formatsOf } from '../../../../platform/documents/paper.ts'
import { findManager } from '../../../people/managers/store.ts'
import type { ExportParts } from '../exports/exports.ts'
import { exportDue } from '../schedules/schedules.ts'
import { readMonthly } from './monthly.ts'
import { monthlyPdf } from './monthly-pdf.ts'
import {
  findMailingLanguage,
  insertMonthlyMails,
  listUnmailed,
  updateMonthlyMailed,
} from './monthly-store.ts'

interface OwnerMonth {
  ownerId: number
  /** YYYY-MM */
  month: string
}

export const monthlyName = (month: string): string => `monthly_report_${month}.pdf`

/** Makes and mails the reports that are due: those of schedules and the monthly reports of owners. */
export async function mailDue(parts: ExportParts): Promise<void> {
  await exportDue(parts)
  await mailMonths(parts)
}

/** Mails owners the report of the month before, on the 1st or on the first day after it on which a server runs. */
async function mailMonths({ db, clock, jobs, timeZone }: ExportParts): Promise<void> {
  const now = clock.now()
  const present = monthOf(dayOf(now, timeZone))
  const month = previousMonth(present)
  await inTransaction(db, async (tx) => {
    await insertMonthlyMails(tx, month, instantOf(firstDayOf(present), 0, timeZone), now)
    for (const ownerId of await listUnmailed(tx, month))
      await jobs.send(tx, 'monthly-report', { ownerId, month }, { singletonKey: `${ownerId} ${month}` })
  })
}

/** Mails a report once, if the owner still wants it and may log in. A month without locations is not mailed. */
async function mailMonthly(parts: ExportParts, { ownerId, month }: OwnerMonth): Promise<void> {
  const { db, clock, mailer, currency } = parts
  const [owner, language] = await Promise.all([findManager(db, ownerId), findMailingLanguage(db, ownerId)])
  if (!owner || owner.blocked_at || !language) return
  const report = await readMonthly(parts, { ownerId, month }, clock.now())
  if (report.locations.length === 0) return
  const bytes = await buffer(await monthlyPdf(report, language, currency))
  const values = {
    link: mailer.link(`/monthly-reports?owner=${ownerId}&month=${month}`),
    month: formatsOf(language, currency).month(month),
  }
  await inTransaction(db, async (tx) => {
    if (!(await updateMonthlyMailed(tx, ownerId, month, clock.now()))) return
    const attachment = { name: monthlyName(month), type: 'application/pdf', bytes }
    await mailer.send(tx, { to: owner.email, language, name: 'monthlyReport', values, attachment })
  })
}

/** Mails the due reports each morning in the network's time zone. */
export function reportMailings(parts: ExportParts): void {
  parts.jobs.work<OwnerMonth>('monthly-report', (ownerMonth) => mailMonthly(parts, ownerMonth))
  parts.jobs.schedule('reports-due', '0 6 * * *', () => mailDue(parts))
}
