import { dayOf, first, firstDayOf, lastDayOf } from '@stationmaster/units'
import { inRepeatableTransaction, isRace } from '../../../platform/database/transaction.ts'
import { dayInEach } from '../../../platform/documents/paper.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure, isDuplicate } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { transfersOf } from '../../money/ledger/rules.ts'
import { lastEntryId, post } from '../../money/ledger/store.ts'
import { loadParties } from './parties.ts'
import { insertPayment, updateUndone } from './payment-store.ts'
import { dueOf, heldUntil, linesOf, mayBePaidOn, payableFrom, sumOf, waitsFor } from './rules.ts'
import {
  findOfMonth,
  findSettled,
  findStatement,
  insertStatement,
  listLedgerRows,
  listOpen,
  lockStatements,
  type StatementHead,
} from './store.ts'

export interface SettlementParts {
  db: Db
  clock: Clock
  /** of the network: days begin by its clocks */
  timeZone: string
}

export interface PayoutParts extends SettlementParts {
  /** for how many days the takings of an owner are held who was just let in */
  newOwnerHoldDays: number
}

export interface By {
  /** null: the system itself */
  caller: Caller | null
  remoteAddress: string
}

interface Month {
  ownerId: number
  /** YYYY-MM */
  month: string
}

/** What an open month holds, until an entry of the ledger; null: until now. Throws settlement.nothing. */
export async function drawUp(
  db: Db,
  { ownerId, month }: Month,
  throughEntryId: number | null,
  today: string,
) {
  const [settled, months] = await Promise.all([findSettled(db, ownerId), listOpen(db, ownerId)])
  const open = months.find((one) => one.month === month)
  if (!open) throw new Failure('settlement.nothing')
  const range = { ownerId, firstDay: firstDayOf(month), lastDay: lastDayOf(month), throughEntryId }
  const lines = linesOf(await listLedgerRows(db, range, settled))
  return {
    open,
    lines,
    sums: sumOf(lines),
    waits: waitsFor(month, first(months).month, today),
    parties: await loadParties(db, ownerId, month, today),
  }
}

/**
 * Issues the statement of a month that is over, once: a month that is issued already answers its id. Throws
 * settlement.month_running, settlement.earlier_open, settlement.nothing, settlement.changed.
 */
export async function issue(
  { db, clock, timeZone }: SettlementParts,
  by: By,
  { ownerId, month, dueMinor }: Month & { dueMinor: number },
): Promise<number> {
  const now = clock.now()
  const today = dayOf(now, timeZone)
  const posted = await lastEntryId(db)
  const work = async (tx: Tx) => {
    await lockStatements(tx)
    const issued = await findOfMonth(tx, ownerId, month)
    if (issued) return issued.id
    // another server may have issued an earlier month meanwhile, up to a later entry
    const throughEntryId = Math.max(posted, (await findSettled(tx, ownerId))?.throughEntryId ?? 0)
    const { open, waits, lines, sums, parties } = await drawUp(tx, { ownerId, month }, throughEntryId, today)
    if (waits === 'month_end') throw new Failure('settlement.month_running')
    if (waits === 'earlier_month') throw new Failure('settlement.earlier_open')
    if (dueOf(sums) !== dueMinor) throw new Failure('settlement.changed')
    const year = Number(today.slice(0, 4))
    const { id, number } = await insertStatement(tx, {
      ownerId,
      month,
      year,
      throughEntryId,
      issuedAt: now,
      managerId: by.caller?.id ?? null,
      openingMinor: open.openingMinor,
      parties,
      lines,
      ...sums,
    })
    const after = { ownerId, month, number: `${year}-${number}`, dueMinor }
    await auditStatement(tx, by, { action: 'settlement.issue', id, after, at: now })
    return id
  }
  return inRepeatableTransaction(db, work, isRace)
}

/** Until which day a statement that is due is held, as its owner is new; null: it is not. */
export const holdOf = (
  { timeZone, newOwnerHoldDays }: Pick<PayoutParts, 'timeZone' | 'newOwnerHoldDays'>,
  statement: StatementHead,
  today: string,
): string | null =>
  heldUntil(dueOf(statement), payableFrom(statement.ownerAdmittedAt, newOwnerHoldDays, timeZone), today)

/**
 * Marks a statement as paid, once. Throws settlement.not_found, settlement.nothing_due, settlement.held with the day from which it
 * can be, settlement.paid_day, settlement.paid.
 */
export async function pay(
  parts: PayoutParts,
  by: By,
  id: number,
  { paidOn, documentNumber }: { paidOn: string; documentNumber: string },
): Promise<void> {
  const { db, clock, timeZone } = parts
  const now = clock.now()
  const work = inRepeatableTransaction(db, async (tx) => {
    const statement = await findStatement(tx, id)
    if (!statement) throw new Failure('settlement.not_found')
    const amountMinor = dueOf(statement)
    if (amountMinor === 0) throw new Failure('settlement.nothing_due')
    const today = dayOf(now, timeZone)
    const day = holdOf(parts, statement, today)
    if (day) throw new Failure('settlement.held', { day }, { day: dayInEach(day) })
    if (!mayBePaidOn(paidOn, statement.month, today)) throw new Failure('settlement.paid_day')
    const payment = { statementId: id, amountMinor, paidOn, documentNumber, createdAt: now }
    const paymentId = await insertPayment(tx, { ...payment, managerId: by.caller?.id ?? null })
    const cause = `statement:${id}:paid:${paymentId}`
    await postPayout(tx, { cause, ownerId: statement.ownerId, amountMinor, at: now, businessDay: paidOn })
    const after = { amountMinor, paidOn, documentNumber }
    await auditStatement(tx, by, { action: 'settlement.pay', id, after, at: now })
  })
  try {
    await work
  } catch (error) {
    throw isDuplicate(error) ? new Failure('settlement.paid') : error
  }
}

/** Takes back that a statement was paid: posted on today. Throws settlement.not_found, settlement.not_paid. */
export async function undoPayment(
  { db, clock, timeZone }: SettlementParts,
  by: By & { caller: Caller },
  id: number,
  reason: string,
): Promise<void> {
  const now = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const statement = await findStatement(tx, id)
    if (!statement) throw new Failure('settlement.not_found')
    const undone = await updateUndone(tx, id, { at: now, managerId: by.caller.id, reason })
    if (!undone) throw new Failure('settlement.not_paid')
    await postPayout(tx, {
      cause: `statement:${id}:undone:${undone.id}`,
      ownerId: statement.ownerId,
      amountMinor: -undone.amountMinor,
      at: now,
      businessDay: dayOf(now, timeZone),
    })
    const entry = { action: 'settlement.undo_payment', id, before: undone, after: { reason }, at: now }
    await auditStatement(tx, by, entry)
  })
}

const postPayout = (
  tx: Tx,
  of: { cause: string; ownerId: number; amountMinor: number; at: Date; businessDay: string },
) => {
  const { ownerId, amountMinor, ...entry } = of
  return post(tx, [
    {
      ...entry,
      kind: 'paid_out',
      ownerId,
      orderId: null,
      locationId: null,
      methodType: null,
      provider: '',
      marketShopId: '',
      orderCount: 0,
      energyWh: 0,
      transfers: transfersOf({ type: 'paid_out', ownerId, amountMinor }),
    },
  ])
}

const auditStatement = (
  tx: Tx,
  { caller, remoteAddress }: By,
  { id, ...entry }: { action: string; id: number; before?: object; after: object; at: Date },
) => audit(tx, { ...entry, caller, remoteAddress, subjectType: 'statement', subjectId: id })
