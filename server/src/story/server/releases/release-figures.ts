import type { Report } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import type { Office } from '../../world/office.ts'

/** What a database holds, and what an office tells of it: what an update must not change. */
export interface ReleaseFigures {
  /** rows, by table */
  counts: Record<string, number>
  /** rows of the report by owners, without their names: sums in minor units and Wh */
  owners: Record<string, number | null>[]
  /** debit and credit of each account of the ledger, in minor units */
  accounts: Record<string, [debit: number, credit: number]>
}

/** Tables of what people know of: what they hold stays through every update. */
const counted = [
  ...['locations', 'stations', 'connectors', 'drivers', 'id_tokens', 'managers'],
  ...[
    'orders',
    'payments',
    'provider_payments',
    'ledger_entries',
    'ledger_transfers',
    'statements',
    'contracts',
  ],
]

async function countsOf(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of counted) {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)
    counts[table] = rows[0]!.count
  }
  return counts
}

async function accountsOf(db: Db): Promise<ReleaseFigures['accounts']> {
  const { rows } = await sql<{ account: string; debit: number; credit: number }>`
    select account, sum(debit)::float8 as debit, sum(credit)::float8 as credit from (
      select debit as account, amount_minor as debit, 0 as credit from ledger_transfers
      union all select credit, 0, amount_minor from ledger_transfers) t
    group by 1 order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ account, debit, credit }) => [account, [debit, credit]]))
}

/** The figures of an office's whole database. */
export async function figuresOf(office: Office): Promise<ReleaseFigures> {
  const { db } = office.database
  const { body } = await office.call<Report>(
    'administrator',
    'GET',
    'statistics/report?mode=owner&limit=500&from=2025-01-01T00:00:00Z&to=2027-01-01T00:00:00Z',
  )
  const numbers = (row: object) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'number' || value === null))
  return { counts: await countsOf(db), owners: body.rows.map(numbers), accounts: await accountsOf(db) }
}
