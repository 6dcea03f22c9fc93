import type { ReportRow } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import { elementsWith } from '../../../charging/drivers/terms/contract.ts'
import { iso } from '../../../charging/orders/lists/list-store.ts'
import { measureSums, waySums } from '../../../money/ledger/measures-store.ts'
import { simpleView, type TariffElement } from '../../../places/tariffs/elements.ts'
import { maskedPhone } from './account-store.ts'
import { inRange, type Range, reservationMinor } from './rollup-store.ts'

/** A row's place in the report: a day on which money or energy of an order counts, and the order. */
export interface Place {
  day: string
  id: number
}

/**
 * The days on which money or energy of an order counts: the session, an idle fee or a service, and later corrections and refunds.
 * Newest day first, from a place on.
 */
const found = (range: Range, after: Place | null, limit: number) => {
  const beyond = (day: string, id: string) =>
    after ? sql`(${sql.ref(day)}, ${sql.ref(id)}) < (${after.day}::date, ${after.id}::bigint)` : sql`true`
  return sql`
    (select distinct e.day, e.order_id as id from ledger_order_day_view e
      where ${inRange(range, 'e.day', 'e.location_id')} and ${beyond('e.day', 'e.order_id')}
      order by 1 desc, 2 desc limit ${limit})
    union
    (select distinct p.business_day, p.order_id from payment_report_view p
      where p.energy_wh = 0 and p.purpose <> 'charging' and p.captured_minor > 0
        and ${inRange(range, 'p.business_day', 'p.location_id')} and ${beyond('p.business_day', 'p.order_id')}
      order by 1 desc, 2 desc limit ${limit})
    order by 1 desc, 2 desc limit ${limit}`
}

type DetailedRow = ReportRow & { day: string; order: number }
type SelectedRow = DetailedRow & { elements: TariffElement[] | null; pricePercent: number }

/**
 * A page of the days of orders, newest day first, with the order and its money in the ledger on that day. Prices are only in the row of
 * the session's day, so that they appear once.
 */
export async function listDetailed(
  db: Db,
  range: Range,
  after: Place | null,
  limit: number,
): Promise<DetailedRow[]> {
  const onItsDay = (value: string) => sql`case when f.day = o.business_day then ${sql.ref(value)} end`
  const { rows } = await sql<SelectedRow>`
    select f.day, o.id as "order", ${iso('o.created_at')} as created, l.name as location, s.number as station,
      c.type as connector, c.power_w / 1000.0 as power,
      coalesce(${maskedPhone}, nullif(trim(d.first_name || ' ' || d.last_name), '')) as client, o.rfid,
      ${iso('o.transaction_start')} as start, ${iso('o.transaction_finish')} as finish,
      round(extract(epoch from o.transaction_finish - o.transaction_start) / 60)::float8 as minutes,
      ${onItsDay('o.meter_start')} as meter_start, ${onItsDay('o.meter_stop')} as meter_stop, o.soc_start, o.soc as soc_stop,
      0 as tariff, v.elements, o.price_percent as "pricePercent", o.discount_percent as discount, ${onItsDay('o.charging_price_minor')} as charging, p.reservation,
      p.services, p.parking, m.method_type as method, nullif(m.provider, '') as provider,
      nullif(m.market_shop_id, '') as shop, r.payment_ref as provider_payment, m.document_number as document, x.receipt, t.*
    from (${found(range, after, limit)}) f
    join order_report_view o on o.id = f.id
    join location_view l on l.id = o.location_id
    join station_view s on s.id = o.station_id
    join connector_view c on c.id = o.connector_id
    left join driver_view d on d.id = o.driver_id
    left join tariff_version_view v on v.id = o.tariff_version_id
    left join payment_report_view m on m.order_id = o.id and m.purpose = 'charging'
    cross join lateral (
      select ${measureSums}, ${waySums} from ledger_order_day_view t where t.day = f.day and t.order_id = f.id) t
    cross join lateral (
      select coalesce(sum(p.captured_minor) filter (where p.purpose like 'parking%'), 0) as parking,
        coalesce(sum(p.captured_minor) filter (where p.purpose like 'service:%'), 0) as services,
        coalesce(sum(${reservationMinor}) filter (where p.purpose = 'charging'), 0) as reservation
      from payment_report_view p where p.order_id = f.id and p.business_day = f.day) p
    left join lateral (
      select payment_ref from provider_payment_view r
      where r.order_id = o.id and r.purpose = 'charging' order by r.id desc limit 1) r on true
    left join lateral (
      select string_agg(document_number, ', ' order by id) as receipt from fiscal_receipt_view f
      where f.order_id = o.id and f.kind = 'income' and f.document_number is not null) x on true
    order by f.day desc, f.id desc`.execute(db)
  for (const row of rows) row.tariff = simpleView(elementsWith(row.elements ?? [], row.pricePercent)).tariff
  return rows
}

/** The number of rows, counted up to a bound. */
export async function countDetailed(db: Db, range: Range, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${found(range, null, most)}) f`.execute(db)
  return first(rows).count
}
