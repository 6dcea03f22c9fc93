import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** That a statement was paid, and that this was taken back. */
export interface StatementPayment {
  id: number
  statementId: number
  /** below zero: the owner paid */
  amountMinor: number
  /** YYYY-MM-DD */
  paidOn: string
  documentNumber: string
  createdAt: Date
  createdBy: string | null
  undoneAt: Date | null
  undoneBy: string | null
  undoReason: string | null
}

const nameOf = (person: string) =>
  sql.raw(`coalesce(nullif(trim(${person}.first_name || ' ' || ${person}.last_name), ''), ${person}.email)`)

/** The payments of statements, those undone too, oldest first. */
export async function listPayments(db: Db, statementIds: readonly number[]): Promise<StatementPayment[]> {
  if (statementIds.length === 0) return []
  const { rows } = await sql<StatementPayment>`
    select p.id, p.statement_id as "statementId", p.amount_minor as "amountMinor", p.paid_on as "paidOn",
      p.document_number as "documentNumber", p.created_at as "createdAt", ${nameOf('m')} as "createdBy",
      p.undone_at as "undoneAt", ${nameOf('u')} as "undoneBy", p.undo_reason as "undoReason"
    from statement_payments p left join manager_view m on m.id = p.created_by left join manager_view u on u.id = p.undone_by
    where p.statement_id = any(${statementIds}::bigint[]) order by p.id`.execute(db)
  return rows
}

/** Keeps a payment; the database refuses a second one that was not undone. */
export async function insertPayment(
  tx: Tx,
  payment: Pick<
    StatementPayment,
    'statementId' | 'amountMinor' | 'paidOn' | 'documentNumber' | 'createdAt'
  > & {
    managerId: number | null
  },
): Promise<number> {
  const { statementId, amountMinor, paidOn, documentNumber, createdAt, managerId } = payment
  const { rows } = await sql<{ id: number }>`
    insert into statement_payments (statement_id, amount_minor, paid_on, document_number, created_at, created_by)
    values (${statementId}, ${amountMinor}, ${paidOn}, ${documentNumber}, ${createdAt}, ${managerId}) returning id`.execute(
    tx,
  )
  return first(rows).id
}

/** Marks the payment of a statement as undone, and gives it; undefined: there is none. */
export async function updateUndone(
  tx: Tx,
  statementId: number,
  { at, managerId, reason }: { at: Date; managerId: number; reason: string },
): Promise<Pick<StatementPayment, 'id' | 'amountMinor' | 'documentNumber'> | undefined> {
  const { rows } = await sql<Pick<StatementPayment, 'id' | 'amountMinor' | 'documentNumber'>>`
    update statement_payments set undone_at = ${at}, undone_by = ${managerId}, undo_reason = ${reason}
    where statement_id = ${statementId} and undone_at is null
    returning id, amount_minor as "amountMinor", document_number as "documentNumber"`.execute(tx)
  return rows[0]
}
