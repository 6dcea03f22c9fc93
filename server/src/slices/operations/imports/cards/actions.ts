import { setImmediate } from 'node:timers/promises'
import { type CardImport, cardColumns, type Language } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { writeHeader, writeLines } from '../../../../platform/documents/csv.ts'
import { type AuditEntry, auditAll } from '../../../../platform/general/audit.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure, isDuplicate } from '../../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import {
  type CardRow,
  insertCardRows,
  listCardRowsAfter,
  listNamedDrivers,
  lockCards,
  lockGroupNames,
  updateCardRows,
} from '../../../charging/drivers/card-rows-store.ts'
import { deleteUnknown } from '../../../charging/drivers/unknown/store.ts'
import { readTable } from '../csv.ts'
import { errorsOf } from '../faults.ts'
import {
  CardGatherer,
  type CardPlan,
  driverNamesOf,
  type GatheredCards,
  planCards,
  readHeader,
} from './plan.ts'

export interface CardFileParts {
  db: Db
  clock: Clock
}

export interface CardUpload {
  csv: string
  dryRun: boolean
  caller: Caller
  remoteAddress: string
  language: Language
}

const maxRows = 50_000
/** Rows that are read before other requests get their turn. */
const rowsPerTurn = 2000
const auditBatch = 5000
/** Cards that one query of an export reads. */
const atOnce = 1000

/** Checks a file of cards. Unless it is a dry run, applies the whole file. Throws import.rows_wrong with the result. */
export async function importCards(parts: CardFileParts, upload: CardUpload): Promise<CardImport> {
  const gathered = await gather(upload.csv)
  try {
    return await inRepeatableTransaction(parts.db, async (tx) => {
      const at = parts.clock.now()
      const plan = planCards(gathered, {
        cards: await lockCards(
          tx,
          gathered.cards.map(({ token }) => token),
        ),
        drivers: await listNamedDrivers(tx, driverNamesOf(gathered.cards)),
        groups: await lockGroupNames(tx),
      })
      const faults = [...gathered.faults, ...plan.faults].sort((a, b) => a.line - b.line)
      const checked: CardImport = {
        applied: false,
        rows: gathered.rows,
        cards: { added: plan.added.length, changed: plan.changed.length, unchanged: plan.unchanged },
        ...errorsOf(faults, upload.language),
      }
      if (upload.dryRun) return checked
      if (faults.length > 0) throw new Failure('import.rows_wrong', checked)
      await apply(tx, plan, upload, at)
      return { ...checked, applied: true }
    })
  } catch (error) {
    // somebody has registered one of the cards meanwhile
    throw isDuplicate(error, 'id_tokens_pkey') ? new Failure('token.exists') : error
  }
}

async function gather(csv: string): Promise<GatheredCards> {
  const table = await readTable(csv, { mostRows: maxRows, tooMany: 'import.too_many_cards' })
  if ('code' in table) return { rows: 0, cards: [], faults: [{ ...table, column: null, value: null }] }
  const { header, faults } = readHeader(table.header)
  if (faults.length > 0) return { rows: table.rows.length, cards: [], faults }
  const gatherer = new CardGatherer(header)
  for (let start = 0; start < table.rows.length; start += rowsPerTurn) {
    for (const line of table.rows.slice(start, start + rowsPerTurn)) gatherer.add(line)
    await setImmediate()
  }
  return gatherer.result
}

/** Writes a plan without faults, with one audit entry for each card. */
async function apply(tx: Tx, plan: CardPlan, { caller, remoteAddress }: CardUpload, at: Date): Promise<void> {
  await insertCardRows(tx, plan.added, at)
  await deleteUnknown(
    tx,
    plan.added.map(({ token }) => token),
  )
  await updateCardRows(
    tx,
    plan.changed.map(({ after }) => after),
  )
  const from = { caller, remoteAddress, at, subjectType: 'token' }
  const entries: AuditEntry[] = [
    ...plan.added.map((card) => ({
      ...from,
      action: 'token.add',
      subjectId: card.token,
      after: auditOf(card),
    })),
    ...plan.changed.map(({ before, after }) => ({
      ...from,
      action: 'token.change',
      subjectId: after.token,
      before: auditOf(before),
      after: auditOf(after),
    })),
  ]
  for (let start = 0; start < entries.length; start += auditBatch)
    await auditAll(tx, entries.slice(start, start + auditBatch))
}

const auditOf = ({ token, driverId, group, expiresAt, payment, blocked }: CardRow) => ({
  token,
  driver_id: driverId,
  blocked,
  expires_at: expiresAt,
  group,
  payment_method_type: payment,
})

/** The file of all cards, a piece at a time. */
export async function* exportCards(db: Db): AsyncGenerator<string> {
  yield writeHeader(cardColumns)
  for (let after = ''; ; ) {
    const rows = await listCardRowsAfter(db, after, atOnce)
    const last = rows.at(-1)
    if (!last) return
    after = last.token
    yield writeLines(
      rows.map((row) => [
        row.token,
        row.driverId === null ? '' : String(row.driverId),
        row.email ?? '',
        row.phone ?? '',
        row.name ?? '',
        row.group ?? '',
        row.expiresAt ?? '',
        row.payment,
        String(row.blocked),
      ]),
    )
  }
}
