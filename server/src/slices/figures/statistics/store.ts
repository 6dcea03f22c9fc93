import type { GroupedPaymentNode } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Caller, Viewer } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { measureSums } from '../../money/ledger/measures-store.ts'
import { type PaymentFilter, paymentConditions } from '../../money/payments/store.ts'
import { visibleLocations } from '../../places/locations/access/scope-store.ts'

export interface DayTotals {
  /** YYYY-MM-DD in the network's time zone */
  day: string
  revenueMinor: number
  /** what owners, or we, got in cash; it does not count as revenue */
  cashMinor: number
  orderCount: number
  energyWh: number
}

/** The locations of a query; undefined: all that the caller may see. */
export type LocationFilter = readonly number[] | undefined

export const among = (ids: LocationFilter, column: string) =>
  ids === undefined ? sql`true` : sql`${sql.ref(column)} = any(${ids}::bigint[])`

/** Daily sums from the rollup, without days that had no session; a cash payment is no revenue (domain.md#money). */
export async function listDays(
  db: Db,
  caller: Caller,
  {
    from,
    to,
    locationIds,
    stationId,
  }: { from: string; to: string; locationIds: LocationFilter; stationId?: string | undefined },
): Promise<DayTotals[]> {
  if (stationId !== undefined) return listStationDays(db, caller, { from, to, stationId })
  const { rows } = await sql<DayTotals>`
    select t.day, sum(t.revenue_minor) as "revenueMinor", sum(t.cash_minor) as "cashMinor", sum(t.order_count) as "orderCount", sum(t.energy_wh) as "energyWh"
    from daily_total_view t
    where t.day between ${from} and ${to} and ${visibleLocations(caller, 't.location_id')}
      and ${among(locationIds, 't.location_id')}
    group by t.day order by t.day`.execute(db)
  return rows
}

/** Daily sums of one station, from the sums by hour. */
async function listStationDays(
  db: Db,
  caller: Caller,
  { from, to, stationId }: { from: string; to: string; stationId: string },
): Promise<DayTotals[]> {
  const { rows } = await sql<DayTotals>`
    select t.day, sum(t.amount_minor - t.cash_minor) as "revenueMinor", sum(t.cash_minor) as "cashMinor", sum(t.order_count) as "orderCount",
      sum(t.energy_wh) as "energyWh"
    from hourly_taking_view t
    where t.station_id = ${stationId} and t.day between ${from} and ${to} and ${visibleLocations(caller, 't.location_id')}
    group by t.day order by t.day`.execute(db)
  return rows
}

/**
 * The sums of a day until an instant: the hours that were over come from the sums by hour, the present hour from the ledger's entries
 * before the instant.
 */
export async function sumUntil(
  db: Db,
  caller: Caller,
  {
    day,
    until,
    locationIds,
    stationId,
  }: { day: string; until: Date; locationIds: LocationFilter; stationId?: string | undefined },
): Promise<DayTotals> {
  const hour = sql`extract(hour from ${until}::timestamptz at time zone network_zone())`
  const here = (location: string, station: string) => sql`${visibleLocations(caller, location)}
    and ${among(locationIds, location)} and ${stationId === undefined ? sql`true` : sql`${sql.ref(station)} = ${stationId}`}`
  const { rows } = await sql<DayTotals>`
    select ${day}::date as day, coalesce(sum(s.revenue), 0)::bigint as "revenueMinor",
      coalesce(sum(s.cash), 0)::bigint as "cashMinor", coalesce(sum(s.order_count), 0)::bigint as "orderCount",
      coalesce(sum(s.energy_wh), 0)::bigint as "energyWh"
    from (
      select t.amount_minor - t.cash_minor as revenue, t.cash_minor as cash, t.order_count, t.energy_wh
      from hourly_taking_view t where t.day = ${day} and t.hour < ${hour} and ${here('t.location_id', 't.station_id')}
      union all
      select h.amount_minor - h.cash_minor, h.cash_minor, h.order_count, h.energy_wh
      from ledger_hour_view h join order_view o on o.id = h.order_id
      where h.day = ${day} and h.hour = ${hour} and h.at < ${until} and ${here('h.location_id', 'o.station_id')}
    ) s`.execute(db)
  return first(rows)
}

/** The whole revenue of the locations that a viewer may see, in minor units; refunds count negative, cash does not count. */
export async function sumRevenue(db: Db, viewer: Viewer): Promise<number> {
  const { rows } = await sql<{ revenueMinor: number | null }>`
    select sum(t.revenue_minor) as "revenueMinor" from daily_total_view t
    where ${visibleLocations(viewer, 't.location_id')}`.execute(db)
  return rows[0]?.revenueMinor ?? 0
}

/** Sums of a day, location and payment type from the rollup, newest day first: their cost grows with days, not payments. */
export async function listGroupedPayments(
  db: Db,
  caller: Caller,
  filter: Omit<PaymentFilter, 'search'>,
): Promise<GroupedPaymentNode[]> {
  const columns = { day: 't.day', location: 't.location_id', type: 't.method_type' }
  const { rows } = await sql<GroupedPaymentNode & { sessions: number; energy: number }>`
    select t.day, t.method_type as payment_method_type, nullif(t.provider, '') as payment_provider,
      nullif(t.market_shop_id, '') as market_shop_id,
      sum(t.energy_wh) / 1000.0 as kwh, sum(t.order_count) as count, ${measureSums},
      json_build_object('id', l.id, 'name', l.name, 'country', l.country, 'city', l.city, 'street', l.street) as location
    from daily_total_view t join location_view l on l.id = t.location_id
    where ${paymentConditions(caller, filter, columns)}
    group by t.day, l.id, l.name, l.country, l.city, l.street, t.method_type, t.provider, t.market_shop_id
    order by t.day desc, l.name, l.id, t.method_type, t.provider, t.market_shop_id limit ${filter.limit} offset ${filter.offset}`.execute(
    db,
  )
  return rows
}

export interface NetworkCounts {
  stations: number
  stations_online: number
  connectors: number
  charging: number
  charged: boolean
}

/** Counts of stations, of connected ones, of connectors and of running sessions, and whether any session was ever charged. */
export async function countNetwork(
  db: Db,
  caller: Caller,
  locationIds: LocationFilter,
): Promise<NetworkCounts> {
  const here = sql`s.deleted_at is null and ${visibleLocations(caller, 's.location_id')} and ${among(locationIds, 's.location_id')}`
  const { rows } = await sql<NetworkCounts>`
    select n.stations, n.stations_online,
      (select count(*) from connector_view c join station_view s on s.id = c.station_id where ${here}) as connectors,
      (select count(*) from order_view s where s.status = 'started' and ${visibleLocations(caller, 's.location_id')}
        and ${among(locationIds, 's.location_id')}) as charging,
      exists (select from order_view s where s.status in ('started', 'completed')
        and ${visibleLocations(caller, 's.location_id')} and ${among(locationIds, 's.location_id')}) as charged
    from (
      select count(*) as stations, count(p.connection_id) as stations_online
      from station_view s left join station_presence_view p on p.station_id = s.id where ${here}) n`.execute(
    db,
  )
  return first(rows)
}
