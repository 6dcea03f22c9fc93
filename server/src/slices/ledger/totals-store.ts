import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/schema.ts'

/** A place where two books that must agree do not. */
export interface Difference {
  book: 'daily_totals' | 'payments'
  /** YYYY-MM-DD, or an order's number */
  of: string
  locationId: number | null
  /** minor units: what the book says, and what the ledger says; equal where sessions, energy or shares differ */
  saysMinor: number
  ledgerMinor: number
}

const mostTold = 100

/** Where the sums by day, or payments, say something else than the ledger; the first hundred. */
export async function listDifferences(db: Db): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    (select 'daily_totals' as book, coalesce(d.day, l.day)::text as of,
      coalesce(d.location_id, l.location_id) as "locationId", coalesce(d.amount_minor, 0) as "saysMinor",
      coalesce(l.amount_minor, 0) as "ledgerMinor"
    from daily_totals d full join ledger_total_view l
      on l.day = d.day and l.location_id = d.location_id and l.method_type = d.method_type and l.provider = d.provider
        and l.market_shop_id = d.market_shop_id
    where (d.order_count, d.energy_wh, d.amount_minor, d.bank_commission_minor, d.agent_fee_minor, d.compensation_minor)
      is distinct from
      (l.order_count, l.energy_wh, l.amount_minor, l.bank_commission_minor, l.agent_fee_minor, l.compensation_minor)
    order by 2 limit ${mostTold})
    union all
    (select 'payments', p.order_id::text, p.location_id,
      p.captured_minor - p.refunded_minor - p.charged_back_minor, coalesce(l.amount_minor, 0)
    from payment_view p left join (
      select order_id, sum(due_minor) filter (where kind in ('sale', 'refund', 'chargeback')) as amount_minor,
        -sum(due_minor) filter (where kind in ('agent_fee', 'bank_commission')) as shares_minor
      from ledger_line_view group by order_id
    ) l on l.order_id = p.order_id
    where p.captured_minor - p.refunded_minor - p.charged_back_minor <> coalesce(l.amount_minor, 0)
      or p.agent_fee_minor + p.bank_commission_minor <> coalesce(l.shares_minor, 0)
    order by p.order_id desc limit ${mostTold})`.execute(db)
  return rows
}

/** Makes the sums by day anew from the ledger, while nothing is posted; resolves with the count of rows. */
export async function rebuildTotals(tx: Tx): Promise<number> {
  await sql`lock table daily_totals in exclusive mode`.execute(tx)
  await sql`delete from daily_totals`.execute(tx)
  const columns =
    sql.raw(`day, location_id, method_type, provider, market_shop_id, order_count, energy_wh, amount_minor,
    bank_commission_minor, agent_fee_minor, compensation_minor`)
  const { numAffectedRows } = await sql`
    insert into daily_totals (${columns}) select ${columns} from ledger_total_view`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
