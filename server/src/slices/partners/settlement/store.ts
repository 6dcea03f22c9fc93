import type { StatementParties } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { Line, Sums } from './rules.ts'

/** An issued statement without its lines. */
export interface StatementHead extends Sums {
  id: number
  ownerId: number
  ownerName: string
  /** when an administrator let the owner in; null: never, as there was no need */
  ownerAdmittedAt: Date | null
  /** YYYY-MM */
  month: string
  year: number
  number: number
  throughEntryId: number
  issuedAt: Date
  issuedBy: string | null
  openingMinor: number
  closingMinor: number
}

export interface IssuedStatement extends StatementHead {
  parties: StatementParties
  lines: Line[]
}

const nameOf = (person: string) =>
  sql.raw(`coalesce(nullif(trim(${person}.first_name || ' ' || ${person}.last_name), ''), ${person}.email)`)

const head = sql`
  s.id, s.owner_id as "ownerId", ${nameOf('o')} as "ownerName", o.admitted_at as "ownerAdmittedAt",
  to_char(s.month, 'YYYY-MM') as month, s.year, s.number,
  s.through_entry_id as "throughEntryId", s.issued_at as "issuedAt", ${nameOf('m')} as "issuedBy",
  s.session_count as "sessionCount", s.energy_wh as "energyWh", s.opening_minor as "openingMinor",
  s.amount_minor as "amountMinor", s.bank_commission_minor as "bankCommissionMinor", s.agent_fee_minor as "agentFeeMinor",
  s.compensation_minor as "compensationMinor", s.paid_minor as "paidMinor", s.closing_minor as "closingMinor"`
const people = sql`
  from statements s join manager_view o on o.id = s.owner_id left join manager_view m on m.id = s.issued_by`

/** Issued statements of a year's months, the newest month first; of one owner, or of all. */
export async function listIssued(db: Db, year: number, ownerId: number | null): Promise<StatementHead[]> {
  const { rows } = await sql<StatementHead>`
    select ${head} ${people}
    where s.month between ${`${year}-01-01`} and ${`${year}-12-31`} and ${ownerId === null ? sql`true` : sql`s.owner_id = ${ownerId}`}
    order by s.month desc, "ownerName", s.owner_id`.execute(db)
  return rows
}

const findBy = async (db: Db, where: RawBuilder<unknown>): Promise<IssuedStatement | undefined> =>
  (
    await sql<IssuedStatement>`
      select ${head}, s.parties, s.lines ${people} where ${where} order by s.month desc limit 1`.execute(db)
  ).rows[0]

export const findStatement = (db: Db, id: number) => findBy(db, sql`s.id = ${id}`)

export const findOfMonth = (db: Db, ownerId: number, month: string) =>
  findBy(db, sql`s.owner_id = ${ownerId} and s.month = ${`${month}-01`}`)

/** Keeps other servers from issuing anything until the transaction ends: numbers have no gaps. */
export async function lockStatements(tx: Tx): Promise<void> {
  await sql`lock table statements in share row exclusive mode`.execute(tx)
}

/** Where an owner's last statement ended: what was posted until then, of days until then, is settled. */
export interface Settled {
  /** the first day of the month after */
  nextDay: string
  throughEntryId: number
  closingMinor: number
}

export async function findSettled(db: Db, ownerId: number): Promise<Settled | undefined> {
  const { rows } = await sql<Settled>`
    select (month + interval '1 month')::date as "nextDay", through_entry_id as "throughEntryId",
      closing_minor as "closingMinor"
    from statements where owner_id = ${ownerId} order by month desc limit 1`.execute(db)
  return rows[0]
}

/** That a line of the ledger is in no statement yet. */
const isOpen = (settled: Settled | undefined) =>
  settled ? sql`(l.business_day >= ${settled.nextDay} or l.entry_id > ${settled.throughEntryId})` : sql`true`

/** What is due to an owner now, by the ledger: what the last statement says, and what was posted since. */
export async function sumDue(db: Db, ownerId: number): Promise<number> {
  const settled = await findSettled(db, ownerId)
  const { rows } = await sql<{ dueMinor: number }>`
    select coalesce(sum(l.due_minor), 0)::bigint as "dueMinor" from ledger_owner_line_view l
    where l.owner_id = ${ownerId} and ${isOpen(settled)}`.execute(db)
  return (settled?.closingMinor ?? 0) + first(rows).dueMinor
}

/** The measures of lines of the ledger (as l), added up. */
const sums = sql`
  sum(l.order_count)::integer as "sessionCount", sum(l.energy_wh)::bigint as "energyWh", sum(l.amount_minor)::bigint as "amountMinor",
  sum(l.bank_commission_minor)::bigint as "bankCommissionMinor", sum(l.agent_fee_minor)::bigint as "agentFeeMinor",
  sum(l.compensation_minor)::bigint as "compensationMinor", sum(l.paid_out_minor)::bigint as "paidMinor"`

/** What the ledger holds of an owner that is in no statement yet, until the end of a month and an entry, by place. */
export async function listLedgerRows(
  db: Db,
  of: { ownerId: number; firstDay: string; lastDay: string; throughEntryId: number | null },
  settled: Settled | undefined,
): Promise<Line[]> {
  const { ownerId, firstDay, lastDay, throughEntryId } = of
  // what came late of a month that is issued belongs to the one after
  const since = settled?.nextDay === firstDay ? sql`true` : sql`l.business_day >= ${firstDay}`
  const { rows } = await sql<Line>`
    with placed as (
      select case when l.entry_kind = 'paid_out' then 'payout'
          when least(l.order_day, l.business_day) < ${firstDay} then 'correction' else 'sessions' end as placed_as, l.*,
        case when l.entry_kind = 'paid_out' then split_part(l.cause, ':', 4)::bigint end as payment_id
      from ledger_owner_line_view l
      where l.owner_id = ${ownerId} and l.business_day <= ${lastDay} and ${since}
        and (${throughEntryId}::bigint is null or l.entry_id <= ${throughEntryId}) and ${isOpen(settled)}
    )
    select l.placed_as as kind, l.business_day as day, l.location_id as "locationId", g.name as "locationName",
      l.method_type as "methodType", case when l.placed_as = 'correction' then l.order_id end as "orderId",
      s.document_number as "documentNumber", ${sums}
    from placed l left join location_view g on g.id = l.location_id left join statement_payments s on s.id = l.payment_id
    group by 1, 2, 3, 4, 5, 6, 7`.execute(db)
  return rows
}

/** A month of an owner of which something is in no statement yet. */
export interface OpenMonth extends Sums {
  ownerId: number
  ownerName: string
  month: string
  openingMinor: number
}

/** Open months, oldest first: of an owner, or of all. What came late of a month that is issued belongs to the month after. */
export async function listOpen(db: Db, ownerId: number | null): Promise<OpenMonth[]> {
  const { rows } = await sql<OpenMonth>`
    with last as (
      select distinct on (owner_id) owner_id, (month + interval '1 month')::date as next_day, through_entry_id, closing_minor
      from statements order by owner_id, month desc
    ), open as (
      select l.*, to_char(greatest(l.business_day, s.next_day), 'YYYY-MM') as month
      from ledger_owner_line_view l left join last s on s.owner_id = l.owner_id
      where ${ownerId === null ? sql`true` : sql`l.owner_id = ${ownerId}`}
        and (s.owner_id is null or l.business_day >= s.next_day or l.entry_id > s.through_entry_id)
    ), months as (
      select owner_id, month, ${sums}, sum(due_minor) as moved from open l group by owner_id, month
    )
    select o.id as "ownerId", ${nameOf('o')} as "ownerName", p.month, p."sessionCount", p."energyWh", p."amountMinor",
      p."bankCommissionMinor", p."agentFeeMinor", p."compensationMinor", p."paidMinor",
      (coalesce(s.closing_minor, 0) + coalesce(sum(p.moved) over (partition by p.owner_id order by p.month
        rows between unbounded preceding and 1 preceding), 0))::bigint as "openingMinor"
    from months p join manager_view o on o.id = p.owner_id left join last s on s.owner_id = p.owner_id
    order by p.month, "ownerName", p.owner_id`.execute(db)
  return rows
}

/** Keeps a statement under the next number of a year; resolves with its id. */
export async function insertStatement(
  tx: Tx,
  statement: Sums & {
    ownerId: number
    month: string
    year: number
    throughEntryId: number
    issuedAt: Date
    managerId: number | null
    openingMinor: number
    parties: StatementParties
    lines: readonly Line[]
  },
): Promise<{ id: number; number: number }> {
  const { sessionCount, energyWh, amountMinor, bankCommissionMinor, agentFeeMinor, compensationMinor } =
    statement
  const { ownerId, month, year, throughEntryId, issuedAt, managerId, openingMinor, paidMinor } = statement
  const { rows } = await sql<{ id: number; number: number }>`
    insert into statements (owner_id, month, year, number, through_entry_id, issued_at, issued_by, parties, lines,
      session_count, energy_wh, opening_minor, amount_minor, bank_commission_minor, agent_fee_minor, compensation_minor,
      paid_minor)
    select ${ownerId}, ${`${month}-01`}::date, ${year}, coalesce(max(number), 0) + 1, ${throughEntryId}, ${issuedAt},
      ${managerId}::bigint, ${JSON.stringify(statement.parties)}::jsonb, ${JSON.stringify(statement.lines)}::jsonb,
      ${sessionCount}, ${energyWh}, ${openingMinor}, ${amountMinor}, ${bankCommissionMinor}, ${agentFeeMinor},
      ${compensationMinor}, ${paidMinor}
    from statements where year = ${year} returning id, number`.execute(tx)
  return first(rows)
}
