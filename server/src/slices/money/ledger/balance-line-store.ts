import type { BalancePosting } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

/** A transfer as a driver's balance sees it; below zero: off the balance. */
export interface BalanceLine extends Pick<BalancePosting, 'id' | 'kind'> {
  at: Date
  amountMinor: number
  /** after it */
  balanceMinor: number
  orderId: number | null
}

/** A page of what has moved a driver's balance, in order of what happened, newest first. */
export async function listBalanceLines(
  db: Db,
  driverId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: BalanceLine[]; total: number }> {
  const account = `customer_balance:${driverId}`
  // the condition of the indexes by driver
  const isBalance = (side: 'debit' | 'credit') =>
    sql`${sql.ref(side)} = ${account} and ${sql.ref(side)} like 'customer\\_balance:%'`
  const lines = sql`(
    select entry_id, leg, kind, amount_minor from ledger_transfers where ${isBalance('credit')}
    union all
    select entry_id, leg, kind, -amount_minor from ledger_transfers where ${isBalance('debit')}) t`
  const [page, count] = await Promise.all([
    sql<BalanceLine>`select t.entry_id || '-' || t.leg as id, e.at, t.kind, t.amount_minor as "amountMinor",
        sum(t.amount_minor) over (order by e.at, t.entry_id, t.leg)::bigint as "balanceMinor", e.order_id as "orderId"
      from ${lines} join ledger_entries e on e.id = t.entry_id
      order by e.at desc, t.entry_id desc, t.leg desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from ${lines}`.execute(db),
  ])
  return { rows: page.rows, total: Number(count.rows[0]?.total ?? 0) }
}
