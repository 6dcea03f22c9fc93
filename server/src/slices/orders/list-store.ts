import type { FailureStage, OrderNode } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/schema.ts'
import { visibleLocations } from '../locations/scope-store.ts'
import { simpleView, type TariffElement } from '../tariffs/elements.ts'

/** What the orders query of GraphQL asks for; from and to bound created_at. */
export interface OrderFilter {
  from?: Date
  to?: Date
  locationIds?: number[]
  driverId?: number
  statuses?: string[]
  search?: string
  /** stages at which they failed */
  failed?: FailureStage[]
  stationId?: string
  connectorId?: number
  model?: string
  firmware?: string
  /** those after this one, which is cheap however far it is */
  before?: { createdAt: Date; id: number }
  limit: number
  offset: number
}

/** Orders are counted up to here: past it the total says only that there are more than anybody pages through. */
const countedMost = 10_000

/** A page of the orders that the caller may see, newest first, with their count. */
export async function listOrders(
  db: Db,
  caller: Caller,
  filter: OrderFilter,
): Promise<{ total: number; nodes: OrderNode[] }> {
  const [nodes, total] = await Promise.all([listNodes(db, caller, filter), countOrders(db, caller, filter)])
  return { total, nodes }
}

/** A page of the orders that the caller may see, newest first. */
export async function listNodes(db: Db, caller: Caller, filter: OrderFilter): Promise<OrderNode[]> {
  const { rows } = await sql<NodeRow>`
    select ${nodeColumns} from (
      select o.* from orders o where ${conditions(caller, filter)}
      order by o.created_at desc, o.id desc limit ${filter.limit} offset ${filter.offset}
    ) o
    join location_view l on l.id = o.location_id
    join station_view s on s.id = o.station_id
    join connector_view c on c.id = o.connector_id
    left join driver_view d on d.id = o.driver_id
    left join payment_view p on p.order_id = o.id and p.purpose = 'charging'
    left join tariff_version_view v on v.id = o.tariff_version_id
    order by o.created_at desc, o.id desc`.execute(db)
  return rows.map(nodeOf)
}

type Filtered = Omit<OrderFilter, 'limit' | 'offset'>

/** How many orders there are, counted up to a bound. */
export async function countOrders(
  db: Db,
  caller: Caller,
  filter: Filtered,
  most = countedMost,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total
    from (select 1 from orders o where ${conditions(caller, filter)} limit ${most}) counted`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

type NodeRow = Omit<OrderNode, 'rate' | 'tariff'> & { elements: TariffElement[] | null }

/** rate and tariff are read views of the version that the order was started with. */
function nodeOf({ elements, ...row }: NodeRow): OrderNode {
  const { rate, tariff } = simpleView(elements ?? [])
  return { ...row, rate, tariff }
}

function conditions(
  caller: Caller,
  { from, to, locationIds, driverId, statuses, search, before, ...of }: Filtered,
): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [visibleLocations(caller, 'o.location_id')]
  if (from) all.push(sql`o.created_at >= ${from}`)
  if (to) all.push(sql`o.created_at <= ${to}`)
  if (locationIds) all.push(sql`o.location_id = any(${locationIds}::bigint[])`)
  if (driverId !== undefined) all.push(sql`o.driver_id = ${driverId}`)
  if (statuses) all.push(sql`o.status = any(${statuses}::text[])`)
  if (search) all.push(matching(search))
  if (of.failed) all.push(failedAt(of.failed))
  if (of.stationId) all.push(sql`o.station_id = ${of.stationId}`)
  if (of.connectorId) all.push(sql`o.connector_id = ${of.connectorId}::bigint`)
  if (of.model !== undefined)
    all.push(sql`o.station_id in (select id from station_view where coalesce(model, '') = ${of.model})`)
  if (of.firmware !== undefined) all.push(sql`coalesce(o.firmware, '') = ${of.firmware}`)
  if (before) all.push(sql`(o.created_at, o.id) < (${before.createdAt}, ${before.id}::bigint)`)
  return sql.join(all, sql` and `)
}

/** Orders (as o) that failed at some stages: found by the index of those that failed. */
const failedAt = (stages: readonly FailureStage[]): RawBuilder<unknown> => sql`
  o.outcome in ('authorisation', 'start', 'energy', 'stop') and o.outcome = any(${stages}::text[])`

/** Orders (as o) by their number, station, card, driver or place: the small tables are searched, the orders only compared. */
export function matching(search: string): RawBuilder<unknown> {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const number = /^#?\d{1,12}$/.test(search) ? Number(search.replace('#', '')) : null
  const byNumber = sql`o.id = ${number} or o.station_id in (select id from station_view where number = ${number}::bigint)`
  return sql`(
    ${number === null ? sql`false` : byNumber}
    or o.rfid like upper(${like})
    or o.station_id in (select id from station_view where id ilike ${like})
    or o.driver_id in (select id from driver_view where phone like ${like} or first_name || ' ' || last_name ilike ${like})
    or o.location_id in (select id from location_view where name ilike ${like} or city ilike ${like} or street ilike ${like}))`
}

/** An instant column as the interface tells it. */
export const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** Where an order (o) stands and whose it is, from location_view l, stations s, connectors c and drivers d. */
export const placeColumns = sql`
  json_build_object('id', l.id, 'name', l.name, 'country', l.country, 'city', l.city, 'street', l.street) as location,
  json_build_object('id', s.id, 'number', s.number) as station,
  json_build_object('id', c.id, 'type', c.type, 'evse_number', c.evse_number, 'number', c.number,
    'power', c.power_w / 1000.0) as connector,
  case when d.id is not null then json_build_object('id', d.id, 'first_name', d.first_name, 'last_name', d.last_name,
    'avatar_url', d.avatar_url, 'phone', d.phone) end as "user"`

const nodeColumns = sql`
  o.id, o.status, ${iso('o.created_at')} as created_at,
  ${placeColumns},
  ${iso('o.reservation_start')} as reservation_start, ${iso('o.reservation_finish')} as reservation_finish,
  ${iso('o.charging_start')} as charging_start, ${iso('o.charging_finish')} as charging_finish,
  o.meter_start, coalesce(o.meter_stop, case when o.status = 'started' then o.meter_start + o.energy_wh end) as meter_stop,
  '[]'::json as service_orders,
  o.charging_price_minor as charging_price, null as services_price, p.captured_minor as captured_amount,
  ${iso('o.transaction_start')} as transaction_start, ${iso('o.transaction_finish')} as transaction_finish,
  o.ev_connected, o.payment_method_type, o.soc_start as meter_soc_start, o.soc as meter_soc_stop,
  o.discount_percent as discount, o.rfid,
  (select i.idle_seconds from idle_fee_view i where i.order_id = o.id) as parking_time,
  (select i.amount_minor from idle_fee_view i where i.order_id = o.id) as parking_amount,
  (select pp.captured_minor from payment_view pp where pp.order_id = o.id and pp.purpose = 'parking') as parking_captured_amount,
  o.reservation_price_minor as reservation_price,
  case when o.status = 'started' then o.charging_price_minor end as current_charging_amount,
  case when o.transaction_start is not null then o.energy_wh end as energy,
  case when o.status = 'started' then o.energy_wh end as current_wh,
  case when o.status = 'started' then o.power_w end as current_w,
  ${iso('o.last_sample_at')} as metered_at,
  o.limit_amount_minor as limit_amount, ${iso('o.countdown_finish')} as countdown_finish, o.warning,
  v.elements as elements,
  case when o.status = 'completed'
    then o.billable and coalesce(o.charging_price_minor, 0) + coalesce(o.reservation_price_minor, 0) > 0
      and coalesce(o.charging_price_minor, 0) + coalesce(o.reservation_price_minor, 0) <> coalesce(p.captured_minor, 0)
    else o.status in ('canceled', 'expired') and coalesce(o.meter_stop, 0) > coalesce(o.meter_start, 0)
  end as wrong_captured_amount`
