import type { FailureStage, OrderNode, PartnerFilter } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Caller, seesNetwork } from '../../../../platform/http/caller.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'
import { simpleView, type TariffElement } from '../../../places/tariffs/elements.ts'
import { elementsWith } from '../../drivers/terms/contract.ts'
import { found, matching, type Sought, seek } from './search-store.ts'

/** The filter of the GraphQL query of orders; from and to are bounds of created_at. */
export interface OrderFilter {
  from?: Date
  to?: Date
  locationIds?: number[]
  driverId?: number
  statuses?: string[]
  search?: string
  /** stages at which orders failed */
  failed?: FailureStage[]
  stationId?: string
  connectorId?: number
  model?: string
  firmware?: string
  /** the hour of the week in which a car was plugged in, in the network's time zone: 0 is Monday, 00:00 to 01:00 */
  hourOfWeek?: number
  /** of a roaming partner's drivers; only who sees the network finds any */
  partner?: PartnerFilter
  /** orders after this one in the list; this is cheap for far pages too */
  before?: { createdAt: Date; id: number }
  limit: number
  offset: number
}

/** The filter with the search text replaced by what it finds. */
export type SoughtFilter = Omit<OrderFilter, 'search'> & { sought?: Sought }

export const withSought = async <T extends { search?: string }>(
  db: Db,
  { search, ...filter }: T,
): Promise<Omit<T, 'search'> & { sought?: Sought }> =>
  search ? { ...filter, sought: await seek(db, search) } : filter

/** Orders are counted up to this number: a higher total only says that there are more than anybody pages through. */
const countedMost = 10_000

/** A page of the orders that the caller may see, newest first, with their count. */
export async function listOrders(
  db: Db,
  caller: Caller,
  filter: OrderFilter,
): Promise<{ total: number; nodes: OrderNode[] }> {
  const { limit, offset, ...conditions } = await withSought(db, filter)
  const counting = countOrders(db, caller, conditions)
  // a search may find few orders among all: they are collected and then sorted, instead of searched in order of time
  const few = conditions.sought !== undefined && (await counting) < countedMost
  const [nodes, total] = await Promise.all([
    listNodes(db, caller, { ...conditions, limit, offset, few }),
    counting,
  ])
  return { total, nodes }
}

/** A page of the orders that the caller may see, newest first. */
export async function listNodes(
  db: Db,
  caller: Caller,
  { few = false, ...filter }: SoughtFilter & { few?: boolean },
): Promise<OrderNode[]> {
  const { rows } = await sql<NodeRow>`
    select ${nodeColumns}, ${seesNetwork(caller) ? partnerColumn : sql`null::json`} as partner from (
      select o.* from ${few ? gathered(caller, filter, countedMost) : inOrder(caller, filter, filter.limit + filter.offset)} o
      order by o.created_at desc, o.id desc limit ${filter.limit} offset ${filter.offset}
    ) o
    join location_view l on l.id = o.location_id
    join station_view s on s.id = o.station_id
    join connector_view c on c.id = o.connector_id
    left join driver_view d on d.id = o.driver_id
    left join tariff_version_view v on v.id = o.tariff_version_id
    left join partner_company_view pc on pc.fleet_id = o.fleet_id
    left join roaming_partner_view rp on rp.id = pc.partner_id
    order by o.created_at desc, o.id desc`.execute(db)
  return rows.map(nodeOf)
}

type Filtered = Omit<SoughtFilter, 'limit' | 'offset'>

/** The ids of orders that the caller may see: given ones, or the ones that a filter finds, newest first, at most `most`. */
export async function listOrderIds(
  db: Db,
  caller: Caller,
  which: { ids: readonly number[] } | Omit<OrderFilter, 'limit' | 'offset'>,
  most: number,
): Promise<number[]> {
  const source =
    'ids' in which
      ? sql`(select o.* from orders o where ${conditions(caller, {})} and o.id = any(${[...which.ids]}::bigint[]))`
      : gathered(caller, await withSought(db, which), most)
  const { rows } = await sql<{ id: number }>`
    select o.id from ${source} o order by o.created_at desc, o.id desc limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many orders there are, counted up to a bound. */
export async function countOrders(
  db: Db,
  caller: Caller,
  filter: Filtered,
  most = countedMost,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from ${gathered(caller, filter, most)} o limit ${most}) counted`.execute(
    db,
  )
  return Number(rows[0]?.total ?? 0)
}

/** The orders of a filter, at least the newest `most`; those of all partners company by company, each in the order of its index. */
function inOrder(caller: Caller, { partner, ...filter }: Filtered, most: number): RawBuilder<unknown> {
  if (partner !== 'any')
    return sql`(select o.* from orders o where ${conditions(caller, partner === undefined ? filter : { ...filter, partner })})`
  const seen = seesNetwork(caller) ? conditions(caller, filter) : sql`false`
  return sql`(select o.* from partner_company_view c cross join lateral (
    select o.* from orders o where o.fleet_id = c.fleet_id and ${seen}
    order by o.created_at desc, o.id desc limit ${most}) o)`
}

/** The orders of a search by the keys that it finds, at most `most`. */
const gathered = (caller: Caller, { sought, ...filter }: Filtered, most: number) =>
  sought ? found(sought, conditions(caller, filter), most) : inOrder(caller, filter, most)

type NodeRow = OrderNode & { elements: TariffElement[] | null; pricePercent: number }

/**
 * Sets rate and tariff from the tariff version that the order was started with. They are set in the row, which has these properties
 * already: a wide object that is copied, or grows, takes several times its memory.
 */
function nodeOf(row: NodeRow): OrderNode {
  const { rate, tariff } = simpleView(elementsWith(row.elements ?? [], row.pricePercent))
  row.rate = rate
  row.tariff = tariff
  return row
}

function conditions(
  caller: Caller,
  { from, to, locationIds, driverId, statuses, sought, before, ...of }: Filtered,
): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [visibleLocations(caller, 'o.location_id')]
  if (from) all.push(sql`o.created_at >= ${from}`)
  if (to) all.push(sql`o.created_at <= ${to}`)
  if (locationIds) all.push(sql`o.location_id = any(${locationIds}::bigint[])`)
  if (driverId !== undefined) all.push(sql`o.driver_id = ${driverId}`)
  if (statuses) all.push(sql`o.status = any(${statuses}::text[])`)
  if (sought) all.push(matching(sought))
  if (of.failed) all.push(failedAt(of.failed))
  if (of.stationId) all.push(sql`o.station_id = ${of.stationId}`)
  if (of.connectorId) all.push(sql`o.connector_id = ${of.connectorId}::bigint`)
  if (of.model !== undefined)
    all.push(sql`o.station_id in (select id from station_view where coalesce(model, '') = ${of.model})`)
  if (of.firmware !== undefined) all.push(sql`coalesce(o.firmware, '') = ${of.firmware}`)
  if (of.hourOfWeek !== undefined) all.push(pluggedDuring(of.hourOfWeek))
  if (of.partner !== undefined) all.push(seesNetwork(caller) ? paidBy(of.partner) : sql`false`)
  if (before) all.push(sql`(o.created_at, o.id) < (${before.createdAt}, ${before.id}::bigint)`)
  return sql.join(all, sql` and `)
}

/** Orders (as o) that failed at some stages, by the index of failed orders. */
const failedAt = (stages: readonly FailureStage[]): RawBuilder<unknown> => sql`
  o.outcome in ('authorisation', 'start', 'energy', 'stop') and o.outcome = any(${stages}::text[])`

/** Orders (as o) on account of a roaming partner, or of any, by the index of companies' orders. */
const paidBy = (partner: PartnerFilter): RawBuilder<unknown> =>
  partner === 'any'
    ? sql`o.fleet_id is not null and o.fleet_id = any(array(select fleet_id from partner_company_view))`
    : sql`o.fleet_id = (select fleet_id from partner_company_view where partner_id = ${partner}::bigint)`

/** The roaming partner of an order, from partner_company_view pc and roaming_partner_view rp. */
const partnerColumn = sql`case when rp.id is not null then json_build_object('id', rp.id, 'name', rp.name) end`

/** Hours in the network's time zone from a Monday, 00:00, to an instant. */
const hoursTo = (instant: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(extract(epoch from ${instant} at time zone (select network_zone())) / 3600 + 72)`

/**
 * Orders (as o) whose car was plugged in during an hour of the week, as utilisation counts it: more such hours have begun when it is
 * unplugged than when it is plugged in. This is computed, not listed, because it is evaluated for every order of a period.
 */
const pluggedDuring = (hour: number): RawBuilder<unknown> => sql`
  o.transaction_finish is not null
  and floor((ceil(${hoursTo(sql`greatest(o.transaction_finish, o.ev_disconnected_at)`)}) - 1 - ${hour}) / 168)
    > floor((floor(${hoursTo(sql`o.transaction_start`)}) - 1 - ${hour}) / 168)`

/** A timestamp column in the interface's format (ISO 8601, UTC). */
export const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** The location, station, connector and driver of an order (o), from location_view l, stations s, connectors c and drivers d. */
export const placeColumns = sql`
  json_build_object('id', l.id, 'name', l.name, 'country', l.country, 'city', l.city, 'street', l.street) as location,
  json_build_object('id', s.id, 'number', s.number) as station,
  json_build_object('id', c.id, 'type', c.type, 'evse_number', c.evse_number, 'number', c.number,
    'power', c.power_w / 1000.0) as connector,
  case when d.id is not null then json_build_object('id', d.id, 'first_name', d.first_name, 'last_name', d.last_name,
    'avatar_url', d.avatar_url, 'phone', d.phone) end as "user"`

/** The price of the services sold with an order (o); null: none was sold. */
export const servicesPrice = sql`(select sum(v.price_minor)::bigint from sold_service_view v
  where v.order_id = o.id and v.state = 'sold')`

/** The captured amount of an order (o) for its charging or its idle fee, with handed over debts; null: nothing had to be paid. */
export const paidFor = (
  purpose: 'charging' | 'parking',
) => sql`(select sum(p.captured_minor)::bigint from payment_view p
  where p.order_id = o.id and (p.purpose = ${sql.lit(purpose)} or p.purpose like ${sql.lit(`${purpose}:%`)}))`

const nodeColumns = sql`
  o.id, o.status, ${iso('o.created_at')} as created_at,
  ${placeColumns},
  ${iso('o.reservation_start')} as reservation_start, ${iso('o.reservation_finish')} as reservation_finish,
  ${iso('o.charging_start')} as charging_start, ${iso('o.charging_finish')} as charging_finish,
  o.meter_start, coalesce(o.meter_stop, case when o.status = 'started' then o.meter_start + o.energy_wh end) as meter_stop,
  coalesce((select json_agg(json_build_object('id', v.id) order by v.id) from sold_service_view v
    where v.order_id = o.id and v.state = 'sold'), '[]'::json) as service_orders,
  o.charging_price_minor as charging_price, ${servicesPrice} as services_price, ${paidFor('charging')} as captured_amount,
  ${iso('o.transaction_start')} as transaction_start, ${iso('o.transaction_finish')} as transaction_finish,
  o.ev_connected, o.payment_method_type, o.soc_start as meter_soc_start, o.soc as meter_soc_stop,
  o.discount_percent as discount, o.rfid,
  (select i.idle_seconds from idle_fee_view i where i.order_id = o.id) as parking_time,
  (select i.amount_minor from idle_fee_view i where i.order_id = o.id) as parking_amount,
  ${paidFor('parking')} as parking_captured_amount,
  o.reservation_price_minor as reservation_price,
  case when o.status = 'started' then o.charging_price_minor end as current_charging_amount,
  case when o.transaction_start is not null then o.energy_wh end as energy,
  case when o.status = 'started' then o.energy_wh end as current_wh,
  case when o.status = 'started' then o.power_w end as current_w,
  ${iso('o.last_sample_at')} as metered_at,
  o.limit_amount_minor as limit_amount, ${iso('o.countdown_finish')} as countdown_finish, o.warning,
  o.status = 'started' and o.priority_since is not null as priority,
  0 as rate, 0 as tariff, v.elements as elements, o.price_percent as "pricePercent",
  case when o.status = 'completed'
    then o.billable and coalesce(o.charging_price_minor, 0) + coalesce(o.reservation_price_minor, 0) > 0
      and coalesce(o.charging_price_minor, 0) + coalesce(o.reservation_price_minor, 0) <> coalesce(${paidFor('charging')}, 0)
    else o.status in ('canceled', 'expired') and coalesce(o.meter_stop, 0) > coalesce(o.meter_start, 0)
  end as wrong_captured_amount`

/** Partners with drivers known here, by name. */
export async function listOrderPartners(db: Db): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name from partner_company_view c join roaming_partner_view p on p.id = c.partner_id
    order by p.name, p.id limit 500`.execute(db)
  return rows
}
