import { contract, type Language } from '@stationmaster/contract'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { DownloadLinks } from '../../../../platform/downloads/downloads.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import { findManager } from '../../../people/managers/store.ts'
import type { ReportParts } from '../report.ts'
import { monthlyName } from './mailings.ts'
import { readMonthly } from './monthly.ts'
import { monthlyPdf } from './monthly-pdf.ts'
import { findMailingLanguage, insertMailing, removeMailing } from './monthly-store.ts'

interface PdfQuery {
  ownerId: number
  month: string
  language: Language
}

/** The monthly report of an owner: on screen, as a PDF, and the setting of its mail. Managers may read only their own. */
export function monthlyRoutes(
  rest: Rest,
  parts: ReportParts & { clock: Clock; downloads: DownloadLinks },
): void {
  const { db, clock, currency, downloads } = parts
  const visibleOwner = async ({ id: callerId, role }: Caller, id: number) => {
    const owner = role === 'administrator' || id === callerId ? await findManager(db, id) : undefined
    if (!owner) throw new Failure('manager.not_found')
    return owner
  }

  route(rest, contract.monthlyReports.get, async ({ params: { id, month }, caller }) => {
    await visibleOwner(caller, id)
    return readMonthly(parts, { ownerId: id, month }, clock.now())
  })

  route(rest, contract.monthlyReports.download, async ({ params: { id, month }, body, caller }) => {
    await visibleOwner(caller, id)
    const query: PdfQuery = { ownerId: id, month, language: body.language }
    return { url: downloads.offer('monthly-report', query) }
  })
  downloads.serve('monthly-report', async (what) => {
    const { language, ...query } = what as PdfQuery
    const report = await readMonthly(parts, query, clock.now())
    return {
      name: monthlyName(query.month),
      type: 'application/pdf',
      body: await monthlyPdf(report, language, currency),
    }
  })

  const readMailing = async (id: number, language: Language) => {
    const wanted = await findMailingLanguage(db, id)
    return { wanted: wanted !== undefined, language: wanted ?? language }
  }
  route(rest, contract.monthlyReports.mailing, async ({ params: { id }, caller }) =>
    readMailing(id, (await visibleOwner(caller, id)).language),
  )
  route(rest, contract.monthlyReports.setMailing, async ({ params: { id }, body, caller, remoteAddress }) => {
    const { language } = await visibleOwner(caller, id)
    await inTransaction(db, async (tx) => {
      const at = clock.now()
      if (body.wanted) await insertMailing(tx, id, body.language, at)
      else await removeMailing(tx, id)
      const entry = { action: 'monthly_report.mailing', subjectType: 'manager', subjectId: id, after: body }
      await audit(tx, { ...entry, caller, remoteAddress, at })
    })
    return readMailing(id, language)
  })
}
