import type { ReportRow } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { paidFor } from '../../../charging/orders/lists/list-store.ts'
import { measureSums, partSums, waySums } from '../../../money/ledger/measures-store.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'

/** Days and locations of a report. Days are YYYY-MM-DD in the network's time zone, both included. */
export interface Range {
  caller: Caller
  from: string
  to: string
  locationIds: readonly number[] | undefined
}

/** The condition that a row is in the range and that the caller may see its location. */
export const inRange = ({ caller, from, to, locationIds }: Range, day: string, location: string) =>
  sql`${sql.ref(day)} between ${from} and ${to} and ${visibleLocations(caller, location)}
    and ${locationIds ? sql`${sql.ref(location)} = any(${locationIds}::bigint[])` : sql`true`}`

/**
 * The sums by day, added up over the days: a row for each owner, location and way to pay. The sums by day are many, so a report reads
 * them once and computes its rows and their total from this result.
 */
export const summed = (range: Range) => sql`(
  select t.owner_id, t.location_id, t.method_type, ${partSums}
  from daily_total_view t where ${inRange(range, 't.day', 't.location_id')} group by 1, 2, 3)`

const rowsOf = async (db: Db, query: RawBuilder<ReportRow>): Promise<ReportRow[]> =>
  (await query.execute(db)).rows

const personName = sql`coalesce(nullif(trim(m.first_name || ' ' || m.last_name), ''), m.email)`

/** Rows of a report, and their total. */
export interface Totalled {
  rows: ReportRow[]
  total: ReportRow | null
}

/** The result of a query whose column is_total is 1 in the row of the total and 0 in all others. */
export const totalled = async (db: Db, query: RawBuilder<ReportRow>): Promise<Totalled> => {
  const found = await rowsOf(db, query)
  return {
    rows: found.filter(({ is_total }) => !is_total),
    total: found.find(({ is_total }) => is_total) ?? null,
  }
}

/** A row for each owner whose sessions were counted, the network's own last. */
export const listOwners = (db: Db, range: Range) =>
  totalled(
    db,
    sql<ReportRow>`
      select s.*, ${personName} as owner, c.inn, c.number as contract
      from (
        select t.owner_id, grouping(t.owner_id) as is_total, count(distinct t.location_id) as locations, ${measureSums}, ${waySums}
        from ${summed(range)} t group by grouping sets ((t.owner_id), ())
      ) s
      left join manager_view m on m.id = s.owner_id
      left join lateral (
        select inn, number from contract_view c where c.owner_id = s.owner_id and c.valid_from <= ${range.to}
        order by c.valid_from desc limit 1) c on true
      order by owner nulls last, s.owner_id`,
  )

/** A row's place among the days: its sort key. */
export interface DayPlace {
  day: string
  name: string
  locationId: number
  method: string
  provider: string
  shop: string
}

const beyondDay = (after: DayPlace | null) =>
  after
    ? sql`t.day <= ${after.day} and (t.day < ${after.day}
        or (l.name, t.location_id, t.method_type, t.provider, t.market_shop_id)
          > (${after.name}, ${after.locationId}::bigint, ${after.method}, ${after.provider}, ${after.shop}))`
    : sql`true`

/** A row for each day, location, way to pay, provider and shop, newest day first, from a place on. */
export const listDays = (db: Db, range: Range, after: DayPlace | null, limit: number) =>
  rowsOf(
    db,
    sql<ReportRow>`
      select t.day, t.location_id, l.name as location, t.method_type as method, nullif(t.provider, '') as provider,
        nullif(t.market_shop_id, '') as shop, ${measureSums}
      from daily_total_view t join location_view l on l.id = t.location_id
      where ${inRange(range, 't.day', 't.location_id')} and ${beyondDay(after)}
      group by t.day, l.name, t.location_id, t.method_type, t.provider, t.market_shop_id
      order by t.day desc, l.name, t.location_id, t.method_type, t.provider, t.market_shop_id limit ${limit}`,
  )

/** The number of all rows of `listDays`, and their sum. */
export const sumDays = (db: Db, range: Range) =>
  rowsOf(
    db,
    sql<ReportRow>`
      select (select count(*) from (select from daily_total_view t where ${inRange(range, 't.day', 't.location_id')}
        group by t.day, t.location_id, t.method_type, t.provider, t.market_shop_id) g) as rows, ${measureSums}
      from daily_total_view t where ${inRange(range, 't.day', 't.location_id')}`,
  )

/** A row for each location with sessions or money. */
export const listLocations = (db: Db, range: Range) =>
  totalled(
    db,
    sql<ReportRow>`
      select s.*, l.name as location, nullif(concat_ws(', ', nullif(l.city, ''), nullif(l.street, '')), '') as address,
        ${personName} as owner,
        case when l.id is not null then (
          select count(*) from station_view v where v.location_id = l.id and v.deleted_at is null) end as stations,
        case when s.sessions > 0 then round(s.amount::numeric / s.sessions) end as average_check
      from (
        select t.location_id, grouping(t.location_id) as is_total, ${measureSums}
        from ${summed(range)} t group by grouping sets ((t.location_id), ())
      ) s
      left join location_view l on l.id = s.location_id left join manager_view m on m.id = l.owner_id
      order by l.name, l.id`,
  )

/** The fee of the reservation, as part of what was paid for an order's (o) charging. */
export const reservationMinor = sql`least(coalesce(o.reservation_price_minor, 0), coalesce(${paidFor('charging')}, 0))`

/**
 * What the network itself earned and spent, by day or month. The network pays the compensated sessions at owners' locations. The bank's
 * commission is paid by the party that gets the money, so the network pays it only for its own locations and for top-ups.
 */
export async function listIncome(db: Db, range: Range, by: 'day' | 'month'): Promise<Totalled> {
  const period = (day: string) => sql.raw(by === 'day' ? `${day}::text` : `to_char(${day}, 'YYYY-MM')`)
  const { caller, locationIds } = range
  const wholeNetwork = caller.ownerId === null && locationIds === undefined
  const rows = await rowsOf(
    db,
    sql<ReportRow>`
      with sold as (
        select ${period('t.day')} as period, sum(t.captured_minor) as captured, sum(t.refunded_minor) as refunded,
          sum(t.charged_back_minor) as charged_back, sum(t.amount_minor) as turnover, sum(t.agent_fee_minor) as agent_fee,
          coalesce(sum(t.amount_minor) filter (where t.owner_id = 0), 0) as own_sales,
          coalesce(sum(t.amount_minor) filter (where t.method_type = 'compensation'), 0) as compensation_cost,
          coalesce(sum(t.bank_commission_minor) filter (where t.owner_id = 0), 0) as own_commission
        from daily_total_view t where ${inRange(range, 't.day', 't.location_id')} group by 1
      ), spent as (
        select ${period('c.business_day')} as period, coalesce(sum(c.cost_minor) filter (where c.kind = 'cashback'), 0) as cashback,
          coalesce(sum(c.cost_minor) filter (where c.kind = 'bank_commission'), 0) as commission
        from ledger_cost_view c
        where ${wholeNetwork ? sql`c.business_day between ${range.from} and ${range.to}` : sql`false`} group by 1
      ), plans as (
        select ${period('l.business_day')} as period, sum(l.amount_minor) as plan_fees from ledger_plan_view l
        where ${wholeNetwork ? sql`l.business_day between ${range.from} and ${range.to}` : sql`false`} group by 1
      ), fees as (
        select ${period('p.business_day')} as period,
          coalesce(sum(p.captured_minor) filter (where p.purpose like 'parking%'), 0) as parking,
          coalesce(sum(p.captured_minor) filter (where p.purpose like 'service:%'), 0) as services
        from payment_report_view p where p.energy_wh = 0 and p.purpose <> 'charging'
          and ${inRange(range, 'p.business_day', 'p.location_id')} group by 1
      ), reserved as (
        select ${period('p.business_day')} as period, sum(${reservationMinor}) as reservation
        from order_report_view o join payment_report_view p on p.order_id = o.id and p.purpose = 'charging'
        where o.reservation_price_minor > 0 and ${inRange(range, 'p.business_day', 'p.location_id')} group by 1
      ), joined as (
        select period, coalesce(captured, 0) as captured, coalesce(refunded, 0) as refunded,
          coalesce(charged_back, 0) as charged_back, coalesce(turnover, 0) as turnover, coalesce(agent_fee, 0) as agent_fee,
          coalesce(own_sales, 0) as own_sales, coalesce(parking, 0) as parking, coalesce(services, 0) as services,
          coalesce(reservation, 0) as reservation,
          coalesce(compensation_cost, 0) as compensation_cost, coalesce(plan_fees, 0) as plan_fees,
          coalesce(own_commission, 0) + coalesce(commission, 0) as bank_cost, coalesce(cashback, 0) as cashback
        from sold full join spent using (period) full join plans using (period) full join fees using (period)
          full join reserved using (period)
      )
      select j.*, agent_fee + own_sales + plan_fees - compensation_cost - bank_cost - cashback as net_income
      from joined j order by period desc`,
  )
  return { rows, total: rows.length > 0 ? { ...rows.reduce(added), period: null } : null }
}

const added = (a: ReportRow, b: ReportRow): ReportRow =>
  Object.fromEntries(Object.entries(a).map(([key, one]) => [key, Number(one) + Number(b[key])]))

/** Statistics by day: a row for each day and location with the sums by way to pay. */
export const listDaySums = (
  db: Db,
  range: Range,
  methods: readonly string[],
  after: Pick<DayPlace, 'day' | 'name' | 'locationId'> | null,
  limit: number,
) =>
  rowsOf(
    db,
    sql<ReportRow>`
      select t.day, t.location_id, l.name as location, ${measureSums}, ${waySums}
      from daily_total_view t join location_view l on l.id = t.location_id
      where ${inRange(range, 't.day', 't.location_id')} and t.method_type = any(${methods}::text[])
        and ${
          after
            ? sql`t.day <= ${after.day} and (t.day < ${after.day}
                or (l.name, t.location_id) > (${after.name}, ${after.locationId}::bigint))`
            : sql`true`
        }
      group by t.day, t.location_id, l.name order by t.day desc, l.name, t.location_id limit ${limit}`,
  )

export const sumDaySums = (db: Db, range: Range, methods: readonly string[]) =>
  rowsOf(
    db,
    sql<ReportRow>`
      select (select count(*) from (select from daily_total_view t
        where ${inRange(range, 't.day', 't.location_id')} and t.method_type = any(${methods}::text[])
        group by t.day, t.location_id) g) as rows, ${measureSums}, ${waySums}
      from daily_total_view t
      where ${inRange(range, 't.day', 't.location_id')} and t.method_type = any(${methods}::text[])`,
  )
