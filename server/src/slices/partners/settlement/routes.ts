import {
  contract,
  type Language,
  type Statement,
  type StatementFormat,
  type StatementRow,
} from '@stationmaster/contract'
import { dayOf, valueIn } from '@stationmaster/units'
import type { DownloadLinks } from '../../../platform/downloads/downloads.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { drawUp, holdOf, issue, type PayoutParts, pay, undoPayment } from './actions.ts'
import { ownerOf } from './balance.ts'
import { documentOf } from './documents.ts'
import { listPayments, type StatementPayment } from './payment-store.ts'
import { waitsFor } from './rules.ts'
import { findStatement, type IssuedStatement, listIssued, listOpen, type StatementHead } from './store.ts'
import { issuedView, openView, wholeView } from './view.ts'

/** The content of a link to a statement. */
interface StatementLink {
  id: number
  caller: Caller
  format: StatementFormat
  language: Language
}

type SettlementParts = PayoutParts & { currency: string; downloads: DownloadLinks }

/** Statements as their owners and the network see them. */
function viewsOf(parts: SettlementParts) {
  const { db } = parts
  const today = () => dayOf(parts.clock.now(), parts.timeZone)

  const rowOf = (statement: StatementHead, payments: readonly StatementPayment[], caller: Caller) =>
    issuedView(statement, payments, caller, holdOf(parts, statement, today()))

  const seen = async (caller: Caller, id: number): Promise<IssuedStatement> => {
    const statement = await findStatement(db, id)
    const ownerId = ownerOf(caller)
    if (!statement || (ownerId !== null && statement.ownerId !== ownerId))
      throw new Failure('settlement.not_found')
    return statement
  }
  const view = async (caller: Caller, id: number): Promise<Statement> => {
    const statement = await seen(caller, id)
    const payments = await listPayments(db, [id])
    return wholeView(rowOf(statement, payments, caller), statement, payments, caller)
  }

  return { today, rowOf, seen, view }
}

/** Statements of owners: draw up, issue, pay and download. Managers see their own, and so do accounters of an owner; accounters read. */
export function settlementRoutes(rest: Rest, parts: SettlementParts): void {
  const { db, downloads } = parts
  const { today, rowOf, seen, view } = viewsOf(parts)

  route(rest, contract.settlement.list, async ({ query: { year }, caller }) => {
    const ownerId = ownerOf(caller)
    const issued = await listIssued(db, year, ownerId)
    const payments = await listPayments(
      db,
      issued.map(({ id }) => id),
    )
    const rows = issued.map((statement) => rowOf(statement, payments, caller))
    return [...(await listOpenRows(db, ownerId, today(), caller)), ...rows]
  })

  route(rest, contract.settlement.preview, async ({ query: { owner_id: ownerId, month }, caller }) => {
    const own = ownerOf(caller)
    if (own !== null && ownerId !== own) throw new Failure('settlement.nothing')
    const { open, waits, ...drawn } = await drawUp(db, { ownerId, month }, null, today())
    return wholeView(openView({ ...open, ...drawn.sums }, waits, caller), drawn, [], caller)
  })

  route(rest, contract.settlement.get, ({ params, caller }) => view(caller, params.id))

  route(rest, contract.settlement.issue, async ({ body, caller, remoteAddress }) => {
    const input = { ownerId: body.owner_id, month: body.month, dueMinor: body.due_amount }
    return view(caller, await issue(parts, { caller, remoteAddress }, input))
  })

  route(rest, contract.settlement.pay, async ({ params: { id }, body, caller, remoteAddress }) => {
    const payment = { paidOn: body.paid_on, documentNumber: body.document_number }
    await pay(parts, { caller, remoteAddress }, id, payment)
    return view(caller, id)
  })

  route(rest, contract.settlement.undoPayment, async ({ params: { id }, body, caller, remoteAddress }) => {
    await undoPayment(parts, { caller, remoteAddress }, id, body.reason)
    return view(caller, id)
  })

  route(rest, contract.settlement.download, async ({ params: { id }, body, caller }) => {
    await seen(caller, id)
    const link: StatementLink = { id, caller, ...body }
    return { url: downloads.offer('statement', link) }
  })
  downloads.serve('statement', async (what) => {
    const { id, caller, format, language } = what as StatementLink
    return documentOf(await view(caller, id), format, language, parts)
  })
}

/** Every open month, of one owner where it is given, the newest first; the months of an owner are issued in order. */
async function listOpenRows(
  db: PayoutParts['db'],
  ownerId: number | null,
  today: string,
  caller: Caller,
): Promise<StatementRow[]> {
  const months = await listOpen(db, ownerId)
  const first = new Map<number, string>()
  for (const { ownerId, month } of months) if (!first.has(ownerId)) first.set(ownerId, month)
  return months
    .map((open) => openView(open, waitsFor(open.month, valueIn(first, open.ownerId), today), caller))
    .sort((a, b) => b.month.localeCompare(a.month) || a.owner_name.localeCompare(b.owner_name))
}
