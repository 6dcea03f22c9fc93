import type { Review, Unmatched } from '@stationmaster/contract'
import type { StationEvent } from '@stationmaster/ocpp'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/schema.ts'
import { visibleLocations } from '../managers/scope.ts'

/** Orders that ended so long before or began so long after an unmatched end are no candidates for it. */
const candidatesWithin = sql`interval '7 days'`
const candidatesMost = 5

export interface Page {
  limit: number
  offset: number
}

const driver = sql`case when d.id is not null then json_build_object('id', d.id, 'first_name', d.first_name,
  'last_name', d.last_name, 'phone', d.phone) end`

const iso = (value: RawBuilder<unknown>) =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const openUnmatched = (caller: Caller) =>
  sql`u.resolved_at is null and ${visibleLocations(caller, 's.location_id')}`

interface UnmatchedRow extends Omit<Unmatched, 'kind' | 'happened_at' | 'rfid' | 'meter' | 'reason'> {
  event: StationEvent
}

/** A page of what waits to be matched, newest first, with the orders of the station that it may belong to. */
export async function listUnmatched(
  db: Db,
  caller: Caller,
  { limit, offset }: Page,
): Promise<{ rows: UnmatchedRow[]; total: number }> {
  const [page, count] = await Promise.all([
    sql<UnmatchedRow>`
      select u.id, u.event, u.transaction_id, ${iso(sql`u.received_at`)} as received_at,
        s.id as station_id, s.number as station_number, l.id as location_id, l.name as location_name,
        (select json_agg(json_build_object('id', c.id, 'number', c.ordinal, 'type', c.type) order by c.ordinal)
          from connectors c where c.station_id = s.id) as connectors,
        coalesce((select json_agg(o) from (
          select o.id as order_id, o.status, o.connector_id, c.ordinal as connector_number, o.transaction_id,
            ${iso(sql`o.transaction_start`)} as transaction_start, o.meter_start, o.energy_wh as energy, o.rfid,
            ${driver} as "user"
          from orders o join connectors c on c.id = o.connector_id left join drivers d on d.id = o.driver_id
          where o.station_id = s.id and (o.status = 'started' or o.status = 'completed' and o.warning = 'lost')
            and o.created_at between u.received_at - ${candidatesWithin} and u.received_at
          order by o.created_at desc limit ${candidatesMost}) o), '[]'::json) as candidates
      from unmatched_transactions u join stations s on s.id = u.station_id join locations l on l.id = s.location_id
      where ${openUnmatched(caller)}
      order by u.received_at desc, u.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{
      total: number
    }>`select count(*) as total from unmatched_transactions u join stations s on s.id = u.station_id
      where ${openUnmatched(caller)}`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

export interface UnmatchedFound {
  id: number
  stationId: string
  receivedAt: Date
  event: StationEvent
}

/** An unmatched transaction that is not settled yet, locked, if the caller may see it. */
export async function lockUnmatched(tx: Tx, caller: Caller, id: number): Promise<UnmatchedFound | undefined> {
  const { rows } = await sql<UnmatchedFound>`
    select u.id, u.station_id as "stationId", u.received_at as "receivedAt", u.event
    from unmatched_transactions u join stations s on s.id = u.station_id
    where u.id = ${id} and ${openUnmatched(caller)} for update of u`.execute(tx)
  return rows[0]
}

/** Settles an unmatched transaction; with the order that it became part of, if any. */
export async function updateSettled(tx: Tx, id: number, orderId: number | null, at: Date): Promise<void> {
  await tx
    .updateTable('unmatched_transactions')
    .set({ order_id: orderId, resolved_at: at })
    .where('id', '=', id)
    .execute()
}

const inReview = (caller: Caller) => sql`o.needs_review and ${visibleLocations(caller, 'o.location_id')}`

/** A page of the sessions that need review, newest first. */
export async function listReviews(
  db: Db,
  caller: Caller,
  { limit, offset }: Page,
): Promise<{ rows: Review[]; total: number }> {
  const [page, count] = await Promise.all([
    sql<Review>`
      select o.id as order_id, s.id as station_id, s.number as station_number, l.id as location_id,
        l.name as location_name, c.type as connector_type, c.power_w / 1000.0 as connector_power,
        ${iso(sql`o.transaction_start`)} as transaction_start, ${iso(sql`o.transaction_finish`)} as transaction_finish,
        o.energy_wh as energy, o.meter_stop - o.meter_start - coalesce(o.meter_start_offset, 0) as register_energy,
        coalesce(o.charging_price_minor, 0) as charging_price, o.rfid, ${driver} as "user", o.warning
      from orders o join stations s on s.id = o.station_id join locations l on l.id = o.location_id
      join connectors c on c.id = o.connector_id left join drivers d on d.id = o.driver_id
      where ${inReview(caller)} order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*) as total from orders o where ${inReview(caller)}`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

/** Whether the caller may see an order's place. */
export async function seesOrder(db: Db, caller: Caller, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from orders o where o.id = ${id}
    and ${visibleLocations(caller, 'o.location_id')}`.execute(db)
  return rows.length > 0
}
