import type { ReportRow } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import { iso } from '../orders/list-store.ts'
import { simpleView, type TariffElement } from '../tariffs/elements.ts'
import { maskedPhone } from './account-store.ts'
import { inRange, type Range } from './rollup-store.ts'

/** A session's place in the report: the day on which it counts, and its order. */
export interface Place {
  day: string
  id: number
}

/** Sessions of a period, and fees of orders that never became one; newest day first, those after a place. */
const found = (range: Range, after: Place | null, limit: number) => {
  const beyond = (day: string, id: string) =>
    after ? sql`(${sql.ref(day)}, ${sql.ref(id)}) < (${after.day}::date, ${after.id}::bigint)` : sql`true`
  return sql`
    (select o.business_day as day, o.id from order_report_view o
      where ${inRange(range, 'o.business_day', 'o.location_id')} and ${beyond('o.business_day', 'o.id')}
      order by o.business_day desc, o.id desc limit ${limit})
    union all
    (select p.business_day, p.order_id from payment_report_view p join order_report_view o on o.id = p.order_id
      where p.energy_wh = 0 and p.purpose = 'charging' and p.captured_minor > 0 and o.business_day is null
        and ${inRange(range, 'p.business_day', 'p.location_id')} and ${beyond('p.business_day', 'p.order_id')}
      order by p.business_day desc, p.order_id desc limit ${limit})
    order by 1 desc, 2 desc limit ${limit}`
}

type DetailedRow = ReportRow & { day: string; order: number }
type SelectedRow = DetailedRow & { elements: TariffElement[] | null }

/** A page of sessions with all that is known of their money, newest day first. */
export async function listDetailed(
  db: Db,
  range: Range,
  after: Place | null,
  limit: number,
): Promise<DetailedRow[]> {
  const { rows } = await sql<SelectedRow>`
    select f.day, o.id as "order", ${iso('o.created_at')} as created, l.name as location, s.number as station,
      c.type as connector, c.power_w / 1000.0 as power,
      coalesce(${maskedPhone}, nullif(trim(d.first_name || ' ' || d.last_name), '')) as client, o.rfid,
      ${iso('o.transaction_start')} as start, ${iso('o.transaction_finish')} as finish,
      round(extract(epoch from o.transaction_finish - o.transaction_start) / 60)::float8 as minutes,
      o.meter_start, o.meter_stop, o.energy_wh as energy, o.soc_start, o.soc as soc_stop, 0 as tariff, v.elements,
      o.discount_percent as discount, coalesce(o.charging_price_minor, 0) as charging,
      coalesce(o.reservation_price_minor, 0) as reservation, p.services, p.parking, p.captured, p.refunded,
      p.captured - p.refunded as amount, m.method_type as method, nullif(m.provider, '') as provider,
      nullif(m.market_shop_id, '') as shop, r.payment_ref as provider_payment, m.document_number as document, x.receipt,
      p.bank_commission, p.agent_fee, p.compensation,
      p.captured - p.refunded - p.bank_commission - p.agent_fee - p.compensation as to_compensate
    from (${found(range, after, limit)}) f
    join order_report_view o on o.id = f.id
    join location_view l on l.id = o.location_id
    join station_view s on s.id = o.station_id
    join connector_view c on c.id = o.connector_id
    left join driver_view d on d.id = o.driver_id
    left join tariff_version_view v on v.id = o.tariff_version_id
    left join payment_report_view m on m.order_id = o.id and m.purpose = 'charging'
    left join lateral (
      select coalesce(sum(x.captured_minor), 0) as captured, coalesce(sum(x.refunded_minor), 0) as refunded,
        coalesce(sum(x.captured_minor) filter (where x.purpose = 'parking'), 0) as parking,
        coalesce(sum(x.captured_minor) filter (where x.purpose like 'service:%'), 0) as services,
        coalesce(sum(x.bank_commission_minor), 0) as bank_commission, coalesce(sum(x.agent_fee_minor), 0) as agent_fee,
        coalesce(sum(x.captured_minor - x.refunded_minor)
          filter (where x.method_type = 'cash' and x.owner_id is not null), 0) as compensation
      from payment_report_view x where x.order_id = o.id) p on true
    left join lateral (
      select payment_ref from provider_payment_view r
      where r.order_id = o.id and r.purpose = 'charging' order by r.id desc limit 1) r on true
    left join lateral (
      select string_agg(document_number, ', ' order by id) as receipt from fiscal_receipt_view f
      where f.order_id = o.id and f.kind = 'income' and f.document_number is not null) x on true
    order by f.day desc, f.id desc`.execute(db)
  for (const row of rows) row.tariff = simpleView(row.elements ?? []).tariff
  return rows
}

/** How many sessions there are, counted up to a bound. */
export async function countDetailed(db: Db, range: Range, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${found(range, null, most)}) f`.execute(db)
  return rows[0]!.count
}
