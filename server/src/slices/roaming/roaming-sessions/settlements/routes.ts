import {
  partnerSettlements as calls,
  type Language,
  type PartnerSettlement,
  type StatementFormat,
} from '@stationmaster/contract'
import { instantOf } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { DownloadLinks } from '../../../../platform/downloads/downloads.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import { getPartner, getSeenPartner } from '../../partners/office/actions.ts'
import type { PartnerParts } from '../../partners/parts.ts'
import { documentOf } from './documents.ts'
import { readPartnerList } from './partner-list.ts'
import { isRunning, loadMonth } from './settled-month.ts'
import { listDiffering, listMonths, saveList, updateAgreed, updateReopened } from './settlement-store.ts'
import { viewOf, viewOfDiffering, viewOfMonth } from './view.ts'

type Parts = PartnerParts & { timeZone: string; currency: string; downloads: DownloadLinks }

interface Of {
  id: number
  month: string
}

/** The content of a link to a month. */
interface SettlementLink extends Of {
  format: StatementFormat
  language: Language
}

interface By {
  caller: Caller
  remoteAddress: string
}

/** Months of partners settled against their own lists; administrators act, and accounters of the network read. */
export function partnerSettlementRoutes(rest: Rest, parts: Parts): void {
  const { db, timeZone, downloads } = parts

  route(rest, calls.list, async ({ params: { id }, query: { year }, caller }) => {
    await getSeenPartner(parts, caller, id)
    const span = {
      from: instantOf(`${year}-01-01`, 0, timeZone),
      to: instantOf(`${year + 1}-01-01`, 0, timeZone),
    }
    const rows = await listMonths(db, id, { ...span, year, timeZone })
    return rows.map((row) => viewOfMonth(row, isRunning(parts, row.month)))
  })

  route(rest, calls.get, ({ params, caller }) => shown(parts, params, caller))

  route(rest, calls.putList, async ({ params, body, caller, remoteAddress }) => {
    await takeList(parts, params, body.file, { caller, remoteAddress })
    return shown(parts, params, caller)
  })

  route(rest, calls.agree, async ({ params, body, caller, remoteAddress }) => {
    await agree(parts, params, body, { caller, remoteAddress })
    return shown(parts, params, caller)
  })

  route(rest, calls.reopen, async ({ params, body, caller, remoteAddress }) => {
    await reopen(parts, params, body.reason, { caller, remoteAddress })
    return shown(parts, params, caller)
  })

  route(rest, calls.download, async ({ params, body, caller }) => {
    await getSeenPartner(parts, caller, params.id)
    const link: SettlementLink = { ...params, ...body }
    return { url: downloads.offer('partner-settlement', link) }
  })
  downloads.serve('partner-settlement', async (what) => {
    const { id, month, format, language } = what as SettlementLink
    const { name } = await getPartner(parts, id)
    return documentOf({ ...parts, partnerName: name }, await loadMonth(parts, id, month), {
      format,
      language,
    })
  })

  route(rest, calls.differing, async ({ query }) => {
    const { rows, total } = await listDiffering(db, query)
    return { items: rows.map(viewOfDiffering), total }
  })
}

async function shown(parts: Parts, { id, month }: Of, caller: Caller): Promise<PartnerSettlement> {
  const { name: partnerName } = await getSeenPartner(parts, caller, id)
  return viewOf(await loadMonth(parts, id, month), { partnerName, currency: parts.currency, caller })
}

const subject = (id: number) => ({ subjectType: 'partner_settlement', subjectId: id })

async function takeList(parts: Parts, { id, month }: Of, file: string, by: By): Promise<void> {
  const at = parts.clock.now()
  const partner = await getPartner(parts, id)
  const lines = readPartnerList(file)
  await inTransaction(parts.db, async (tx) => {
    const list = { partnerId: id, month, lines }
    const settlementId = await saveList(tx, list, { at, managerId: by.caller.id })
    if (settlementId === undefined) throw new Failure('roaming.settlement_agreed')
    const after = { partner: partner.name, month, lines: lines.length }
    await audit(tx, { ...by, action: 'partner_settlement.list', ...subject(settlementId), after, at })
  })
}

/** Notes that a person agrees with a month that is over, as it was compared. */
async function agree(
  parts: Parts,
  { id, month }: Of,
  seen: { note: string; difference?: number | undefined },
  by: By,
): Promise<void> {
  const at = parts.clock.now()
  const partner = await getPartner(parts, id)
  const { kept, differences, differenceMinor } = await loadMonth(parts, id, month)
  if (!kept) throw new Failure('roaming.nothing_to_agree')
  if (isRunning(parts, month)) throw new Failure('roaming.month_runs')
  if (seen.difference !== undefined && seen.difference !== differenceMinor)
    throw new Failure('roaming.settlement_changed')
  await inTransaction(parts.db, async (tx) => {
    const agreed = await updateAgreed(tx, { ...kept, note: seen.note }, { at, managerId: by.caller.id })
    if (agreed === undefined) throw new Failure('roaming.nothing_to_agree')
    const { note } = seen
    const after = {
      partner: partner.name,
      month,
      differing: differences.length,
      difference: differenceMinor,
      note,
    }
    await audit(tx, { ...by, action: 'partner_settlement.agree', ...subject(agreed), after, at })
  })
}

async function reopen(parts: Parts, { id, month }: Of, reason: string, by: By): Promise<void> {
  const at = parts.clock.now()
  const partner = await getPartner(parts, id)
  await inTransaction(parts.db, async (tx) => {
    const opened = await updateReopened(tx, id, month)
    if (!opened) throw new Failure('roaming.not_agreed')
    const change = { before: { agreed_at: opened.agreedAt }, after: { partner: partner.name, month, reason } }
    await audit(tx, { ...by, action: 'partner_settlement.reopen', ...subject(opened.id), ...change, at })
  })
}
