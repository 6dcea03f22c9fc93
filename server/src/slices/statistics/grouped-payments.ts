import type { GroupedPaymentNode } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/schema.ts'
import { type PaymentFilter, paymentConditions } from '../payments/list.ts'

/** Sums of a day, location and payment type from the rollup, newest day first: their cost grows with days, not payments. */
export async function listGroupedPayments(
  db: Db,
  caller: Caller,
  filter: Omit<PaymentFilter, 'search'>,
): Promise<GroupedPaymentNode[]> {
  const columns = { day: 't.day', location: 't.location_id', type: 't.method_type' }
  const { rows } = await sql<GroupedPaymentNode>`
    select t.day, t.method_type as payment_method_type, null as payment_provider, null as market_shop_id,
      t.sessions as count, t.energy_wh / 1000.0 as kwh, t.amount_minor as amount,
      0 as bank_commission, 0 as agent_fee, 0 as compensation,
      json_build_object('id', l.id, 'name', l.name, 'country', l.country, 'city', l.city, 'street', l.street) as location
    from daily_totals t join locations l on l.id = t.location_id
    where ${paymentConditions(caller, filter, columns)}
    order by t.day desc, l.name, l.id, t.method_type limit ${filter.limit} offset ${filter.offset}`.execute(
    db,
  )
  return rows
}
