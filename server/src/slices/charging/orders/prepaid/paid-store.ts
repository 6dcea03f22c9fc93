import type { PaidInAll } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** What was taken for an order's charging, idle fee and services together, what went back, and what is open, until now; in kopecks. */
export async function sumPaid(db: Db, orderId: number): Promise<PaidInAll> {
  const { rows } = await sql<PaidInAll>`
    select coalesce(sum(captured_minor), 0)::bigint as captured,
      coalesce(sum(refunded_minor + charged_back_minor), 0)::bigint as given_back,
      coalesce(sum(debt_minor), 0)::bigint as open
    from payment_view where order_id = ${orderId}`.execute(db)
  return first(rows)
}
