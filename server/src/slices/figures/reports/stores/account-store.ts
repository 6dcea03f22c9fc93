import type { ReportRow } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** A masked phone number: people can be distinguished, but not called. */
export const maskedPhone = sql`case when d.phone is not null then left(d.phone, 2) || '***' || right(d.phone, 4) end`

const balances = (from: string, to: string) => sql`
  select v.driver_id,
    coalesce(sum(v.amount_minor) filter (where v.business_day < ${from}), 0) as opening,
    coalesce(sum(v.amount_minor) filter (where v.business_day >= ${from} and v.kind = 'top_up'), 0) as top_ups,
    coalesce(-sum(v.amount_minor) filter (where v.business_day >= ${from} and v.kind = 'sale'), 0) as charged,
    coalesce(sum(v.amount_minor) filter (where v.business_day >= ${from} and v.kind = 'cashback'), 0) as cashback,
    coalesce(sum(v.amount_minor) filter (where v.business_day >= ${from}
      and v.kind not in ('top_up', 'sale', 'cashback')), 0) as refunds,
    coalesce(sum(v.amount_minor), 0) as closing
  from ledger_customer_line_view v where v.business_day <= ${to} group by v.driver_id`

const columns = ['opening', 'top_ups', 'charged', 'cashback', 'refunds', 'closing'] as const

/** Balances of drivers before and after a period and what changed them; `after` is the last driver of the page before. */
export async function listAccounts(
  db: Db,
  { from, to }: { from: string; to: string },
  { after, limit }: { after: number; limit: number },
): Promise<(ReportRow & { driver_id: number })[]> {
  const { rows } = await sql<ReportRow & { driver_id: number }>`
    select b.*, coalesce(nullif(trim(d.first_name || ' ' || d.last_name), ''), '#' || b.driver_id) as client,
      ${maskedPhone} as phone
    from (${balances(from, to)}) b left join driver_view d on d.id = b.driver_id
    where b.driver_id > ${after} order by b.driver_id limit ${limit}`.execute(db)
  return rows
}

export async function sumAccounts(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<{ rows: number; total: ReportRow }> {
  const sums = columns.map((name) => `coalesce(sum(b.${name}), 0) as ${name}`).join(', ')
  const { rows } = await sql<ReportRow & { rows: number }>`
    select count(*) as rows, ${sql.raw(sums)} from (${balances(from, to)}) b`.execute(db)
  const { rows: count, ...total } = first(rows)
  return { rows: count, total }
}
