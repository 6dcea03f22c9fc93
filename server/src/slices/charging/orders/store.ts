import type { PaymentMethodType } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Stored } from '../../../platform/schema/column-types.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { type ColumnMap, insertion, insertRows } from '../../../platform/statements/bulk.ts'
import { removeBefore } from '../../../platform/statements/remove-before.ts'
import { visibleLocations } from '../../places/locations/access/scope-store.ts'
import type { Segment } from '../../places/tariffs/pricing/pricing.ts'
import type { OrderLog } from './chronology/log.ts'
import { addHours } from './lists/hours-store.ts'
import type { Metered } from './measuring/measure.ts'
import type { OrderBook } from './messages/book.ts'
import { type Order, orderColumns } from './order.ts'
import { type Parked, startKeyOf, type Unmatched, type UnmatchedEvent } from './sessions/identity.ts'

const properties = Object.keys(orderColumns) as (keyof Order)[]
const selected = sql.raw(
  properties.map((property) => `o.${orderColumns[property][0]} as "${property}"`).join(', '),
)

/** An order as its row is read: its segments are as JSON has them. */
type OrderRow = Omit<Order, 'segments'> & { segments: Stored<Segment>[] | null }

const orderOf = (row: OrderRow): Order =>
  Object.assign(row, { segments: row.segments?.map(segmentOf) ?? null })

const segmentOf = ({ from, to, ...rest }: Stored<Segment>): Segment => ({
  ...rest,
  from: new Date(from),
  to: new Date(to),
})

const openStatuses = sql.raw(`('wait_payment', 'active', 'countdown', 'starting', 'started')`)

/** The keys of the orders that a batch of station messages may concern. */
export interface OrderKeys {
  /** stations whose open orders are loaded */
  stationIds: string[]
  transactions: { stationId: string; transactionId: string }[]
  startKeys: { stationId: string; startKey: string }[]
  orderIds: number[]
  /** cards: their drivers' open orders are loaded too */
  tokens: string[]
}

/** Every order that a batch may touch, locked until the transaction ends, in order of id so that two batches cannot deadlock. */
export async function lockOrders(tx: Tx, keys: OrderKeys): Promise<Order[]> {
  const found = branches(keys)
  if (found.length === 0) return []
  const result = await sql<OrderRow>`
    select ${selected} from orders o where o.id = any(array(${sql.join(found, sql` union all `)}))
    order by o.id for update of o`.execute(tx)
  return result.rows.map(orderOf)
}

/**
 * One index look-up for each kind of key. `offset 0` keeps the look-ups apart, so that the planner never turns a few keys into a scan
 * of all orders.
 */
function branches({
  stationIds,
  transactions,
  startKeys,
  orderIds,
  tokens,
}: OrderKeys): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = []
  if (stationIds.length > 0) {
    found.push(sql`select open.id from unnest(${stationIds}::text[]) as k(station_id)
      cross join lateral (select id from connector_view where station_id = k.station_id offset 0) c
      cross join lateral (
        select id from orders where connector_id = c.id and status in ${openStatuses} offset 0) open`)
  }
  if (transactions.length > 0) {
    const [stations, names] = [
      transactions.map((one) => one.stationId),
      transactions.map((one) => one.transactionId),
    ]
    found.push(sql`select o.id from unnest(${stations}::text[], ${names}::text[]) as k(station_id, name)
      cross join lateral (
        select id from orders where station_id = k.station_id and transaction_id = k.name and not name_reused
          offset 0) o`)
  }
  if (startKeys.length > 0) {
    const [stations, names] = [startKeys.map((one) => one.stationId), startKeys.map((one) => one.startKey)]
    found.push(sql`select o.id from unnest(${stations}::text[], ${names}::text[]) as k(station_id, name)
      cross join lateral (select id from orders where station_id = k.station_id and start_key = k.name offset 0) o`)
  }
  if (orderIds.length > 0) found.push(sql`select unnest(${orderIds}::bigint[])`)
  if (tokens.length > 0) {
    found.push(sql`select open.id from id_token_view t cross join lateral (
      select id from orders where driver_id = t.driver_id and not replayed and not card_free
        and status in ${openStatuses} offset 0) open
      where t.token = any(${tokens}::text[])`)
  }
  return found
}

/** One order, locked; undefined when there is none. */
export async function lockOrder(tx: Tx, id: number): Promise<Order | undefined> {
  const result = await sql<OrderRow>`select ${selected} from orders o where o.id = ${id} for update`.execute(
    tx,
  )
  return result.rows.map(orderOf)[0]
}

/** The open order of a connector, locked, if there is one. */
export async function lockOpenOn(tx: Tx, connectorId: number): Promise<Order[]> {
  const result = await sql<OrderRow>`select ${selected} from orders o
    where o.connector_id = ${connectorId} and o.status in ${openStatuses} for update`.execute(tx)
  return result.rows.map(orderOf)
}

/** One order, without a lock; undefined when there is none. */
export async function findOrder(db: Db, id: number): Promise<Order | undefined> {
  const result = await sql<OrderRow>`select ${selected} from orders o where o.id = ${id}`.execute(db)
  return result.rows.map(orderOf)[0]
}

/** Which of some orders are at locations that the caller may see. */
export async function listSeenOrders(db: Db, caller: Caller, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select o.id from orders o where o.id = any(${ids}::bigint[])
    and ${visibleLocations(caller, 'o.location_id')}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the caller may see an order's location. */
export const seesOrder = async (db: Db, caller: Caller, id: number): Promise<boolean> =>
  (await listSeenOrders(db, caller, [id])).length > 0

/** Whether an order's timer has run out. The least is read from its index; whether there is one, planned for any instant, from all orders. */
export async function hasDueOrders(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select coalesce(min(o.due_at) <= ${now}, false) as due from orders o`.execute(db)
  return rows[0]?.due === true
}

/** Orders whose timer has run out, locked; orders that another node has locked are skipped. */
export async function lockDueOrders(tx: Tx, now: Date, limit: number): Promise<Order[]> {
  const result = await sql<OrderRow>`
    select ${selected} from orders o where o.due_at <= ${now}
    order by o.due_at limit ${limit} for update skip locked`.execute(tx)
  return result.rows.map(orderOf)
}

/** Running sessions with a price for time, without a message from their stations since an instant. */
export async function listUnheard(db: Db, since: Date): Promise<Order[]> {
  const result = await sql<OrderRow>`
    select ${selected} from orders o join tariff_version_view v on v.id = o.tariff_version_id
    where o.status in ${openStatuses} and o.status = 'started' and o.billable and o.transaction_id is not null
      and o.last_heard_at < ${since} and jsonb_path_exists(v.elements, '$[*].components[*] ? (@.dimension == "time")')
    limit 1000`.execute(db)
  return result.rows.map(orderOf)
}

/** Orders with a reservation at one of some stations. */
export async function listActiveAt(db: Db, stationIds: readonly string[]): Promise<number[]> {
  const result = await sql<{ id: number }>`
    select id from orders where station_id = any(${stationIds}::text[]) and status in ${openStatuses} and status = 'active'`.execute(
    db,
  )
  return result.rows.map(({ id }) => id)
}

/** Draws ids for new orders from the table's sequence, so that the answer to a station can contain one before the insert. */
export async function drawOrderIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return []
  const result = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('orders', 'id')) as id from generate_series(1, ${count}::int)`.execute(
    tx,
  )
  return result.rows.map((row) => Number(row.id))
}

export const insertOrders = (tx: Tx, orders: Order[]) =>
  insertRows(tx, 'orders', orders, orderColumns as ColumnMap<Order>)

/** The meter series of some orders, in order of time, refused samples included. */
export async function loadSeries(db: Db, orderIds: number[]): Promise<Map<number, Metered[]>> {
  const series = new Map<number, Metered[]>()
  if (orderIds.length === 0) return series
  const result = await sql<Metered & { orderId: number }>`
    select order_id as "orderId", at, context, sequence, register_wh as "registerWh", interval_wh as "intervalWh",
      power_w as "powerW", soc
    from meter_samples where order_id = any(${orderIds}::bigint[])
      and (register_wh is not null or interval_wh is not null) order by order_id, at`.execute(db)
  for (const { orderId, ...one } of result.rows) {
    const known = series.get(orderId)
    if (known) known.push(one)
    else series.set(orderId, [one])
  }
  return series
}

const logColumns: ColumnMap<OrderLog> = {
  orderId: ['order_id', 'bigint'],
  at: ['at', 'timestamptz'],
  kind: ['kind', 'text'],
  event: ['event', 'text'],
  fields: ['fields', 'jsonb'],
}

/** Records how an order was paid after its end. */
export async function updatePaymentMethod(
  tx: Tx,
  orderId: number,
  methodType: PaymentMethodType,
): Promise<void> {
  await sql`update orders set payment_method_type = ${methodType} where id = ${orderId}`.execute(tx)
}

/** Deletes the lines of chronologies that are older than an instant. */
export const removeOldOrderLogs = (db: Db, before: Date): Promise<void> =>
  removeBefore(db, 'order_logs', 'at', before)

/** The statement that adds lines to chronologies. */
export const logInsertion = (logs: readonly OrderLog[]) => insertion('order_logs', logs, logColumns)

export const insertLogs = (tx: Tx, logs: OrderLog[]) => insertRows(tx, 'order_logs', logs, logColumns)

const unmatchedColumns: ColumnMap<Unmatched> = {
  stationId: ['station_id', 'text'],
  transactionId: ['transaction_id', 'text'],
  sessionKey: ['session_key', 'text'],
  eventKey: ['event_key', 'text'],
  receivedAt: ['received_at', 'timestamptz'],
  event: ['event', 'jsonb'],
}

/** Keeps messages without an order; a repeated message is kept once, and of "last values" the last one. */
export function insertUnmatched(tx: Tx, unmatched: Unmatched[]) {
  const once = new Map(unmatched.map((one) => [`${one.stationId} ${one.sessionKey} ${one.eventKey}`, one]))
  return insertRows(
    tx,
    'unmatched_transactions',
    [...once.values()],
    unmatchedColumns,
    sql`(station_id, session_key, event_key) do update set event = excluded.event, received_at = excluded.received_at
      where excluded.event_key = 'last values' and unmatched_transactions.resolved_at is null`,
  )
}

/** The kept messages of transactions, and the starts that are kept under a key, locked; without messages that are resolved already. */
export async function lockParked(
  tx: Tx,
  keys: Pick<OrderKeys, 'transactions' | 'startKeys'>,
): Promise<Parked[]> {
  const names = [
    ...keys.transactions.map(({ stationId, transactionId }) => [stationId, transactionId, null]),
    ...keys.startKeys.map(({ stationId, startKey }) => [stationId, null, startKeyOf(startKey)]),
  ]
  if (names.length === 0) return []
  const { rows: found } = await sql<Omit<Parked, 'event'> & { event: Stored<UnmatchedEvent> }>`
    select u.id, u.station_id as "stationId", u.transaction_id as "transactionId", u.event_key as "eventKey",
      u.received_at as "receivedAt", u.event
    from json_to_recordset(${JSON.stringify(names.map(([station, session, event]) => ({ station, session, event })))}::json)
      as k(station text, session text, event text)
    join unmatched_transactions u on u.station_id = k.station
      and (u.session_key = k.session and u.resolved_at is null or u.event_key = k.event)
    order by u.id for update of u`.execute(tx)
  return found.map((one) => ({ ...one, event: eventOf(one.event) }))
}

/** An event from its JSON: its times are dates again. */
export function eventOf({ happenedAt, samples, signed, ...rest }: Stored<UnmatchedEvent>): UnmatchedEvent {
  const withDate = <T extends { at?: string }>({ at, ...one }: T) =>
    at === undefined ? one : { ...one, at: new Date(at) }
  return {
    ...rest,
    ...(happenedAt === undefined ? {} : { happenedAt: new Date(happenedAt) }),
    ...(signed === undefined ? {} : { signed: signed.map(withDate) }),
    samples: samples.map(withDate),
  } as UnmatchedEvent
}

/** Resolves kept messages that have found their order. */
export async function updateJoined(tx: Tx, { joined, context }: OrderBook): Promise<void> {
  if (joined.size === 0) return
  const found = [...joined].map(([id, orderId]) => ({ id, orderId }))
  await sql`update unmatched_transactions u set order_id = r."orderId", resolved_at = ${context.now}
    from json_to_recordset(${JSON.stringify(found)}::json) as r(id bigint, "orderId" bigint) where u.id = r.id`.execute(
    tx,
  )
}

/** Records that cars have left connectors after their sessions had ended. */
export async function updateUnplugged(tx: Tx, { unplugged }: OrderBook): Promise<void> {
  if (unplugged.size === 0) return
  const left = [...unplugged].map(([connectorId, at]) => ({ connectorId, at }))
  await sql`with gone as (
      update orders o set ev_connected = false, ev_disconnected_at = r.at
      from json_to_recordset(${JSON.stringify(left)}::json) as r("connectorId" bigint, at timestamptz)
      where o.connector_id = r."connectorId" and o.ev_connected and o.status = 'completed'
      returning o.connector_id, o.location_id, o.station_id, o.firmware, o.transaction_finish, o.ev_disconnected_at)
    ${addHours(sql`
      select h.day, g.connector_id, h.hour, coalesce(g.firmware, '') as firmware, g.location_id, g.station_id,
        0 as attempts, 0 as failed_authorisation, 0 as failed_start, 0 as failed_energy, 0 as failed_stop,
        0 as charging_seconds, h.seconds as plugged_seconds
      from gone g cross join lateral hours_of(g.transaction_finish, g.ev_disconnected_at) h`)}`.execute(tx)
}

/** Adds the answer's HTTP status to the newest chronology line of a person's call. */
export async function updateAnswered(db: Db, orderId: number, event: string, code: number): Promise<void> {
  await sql`update order_logs set fields = coalesce(fields, '{}') || jsonb_build_object('response_code', ${code}::int)
    where id = (select id from order_logs where order_id = ${orderId} and event = ${event} and kind = 'api'
      order by id desc limit 1)`.execute(db)
}

/** Adds late faults to the chronology of the ended session whose car is still plugged in. */
export async function insertLateFaults(tx: Tx, { lateFaults }: OrderBook): Promise<void> {
  if (lateFaults.size === 0) return
  const faults = [...lateFaults].map(([connectorId, fault]) => ({ connectorId, ...fault }))
  await sql`insert into order_logs (order_id, at, kind, event, fields)
    select o.id, r.at, 'ocpp', 'connector_status', json_build_object('status', 'Faulted', 'text', r.text,
      'received_at', r."receivedAt")
    from json_to_recordset(${JSON.stringify(faults)}::json)
      as r("connectorId" bigint, at timestamptz, "receivedAt" text, text text)
    join orders o on o.connector_id = r."connectorId" and o.ev_connected and o.status = 'completed'`.execute(
    tx,
  )
}
