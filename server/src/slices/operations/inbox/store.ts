import type { Borne, Review, Unmatched } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Stored } from '../../../platform/schema/column-types.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import type { UnmatchedEvent } from '../../charging/orders/sessions/identity.ts'
import { openUnmatched } from '../../charging/orders/sessions/unmatched-store.ts'
import { eventOf } from '../../charging/orders/store.ts'
import { visibleLocations } from '../../places/locations/access/scope-store.ts'

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

interface UnmatchedRow
  extends Omit<Unmatched, 'kind' | 'happened_at' | 'rfid' | 'meter' | 'energy' | 'reason'> {
  events: UnmatchedEvent[]
  /** W of the station's strongest connector */
  power: number
}

/** A page of what waits to be matched, newest first, with the orders of the station that it may belong to. */
export async function listUnmatched(
  db: Db,
  caller: Caller,
  { limit, offset }: Page,
): Promise<{ rows: UnmatchedRow[]; total: number }> {
  const [page, total] = await Promise.all([
    sql<Omit<UnmatchedRow, 'events'> & { events: Stored<UnmatchedEvent>[] }>`
      select u.id, u.events, u.transaction_id, ${iso(sql`u.received_at`)} as received_at,
        s.id as station_id, s.number as station_number, l.id as location_id, l.name as location_name,
        (select json_agg(json_build_object('id', c.id, 'number', c.ordinal, 'type', c.type) order by c.ordinal)
          from connector_view c where c.station_id = s.id) as connectors,
        coalesce((select max(c.power_w) from connector_view c where c.station_id = s.id), 0) as power,
        coalesce((select json_agg(o) from (
          select o.id as order_id, o.status, o.connector_id, c.ordinal as connector_number, o.transaction_id,
            ${iso(sql`o.transaction_start`)} as transaction_start, o.meter_start, o.energy_wh as energy, o.rfid,
            ${driver} as "user"
          from order_view o join connector_view c on c.id = o.connector_id left join driver_view d on d.id = o.driver_id
          where o.station_id = s.id and (o.status = 'started' or o.status = 'completed' and not o.end_told and not o.decided)
            and o.created_at between u.received_at - ${candidatesWithin} and u.received_at
          order by o.created_at desc limit ${candidatesMost}) o), '[]'::json) as candidates
      from (select min(u.id) as id, u.station_id, min(u.transaction_id) as transaction_id,
          max(u.received_at) as received_at, json_agg(u.event order by u.received_at, u.id) as events
        from unmatched_transaction_view u join station_view s on s.id = u.station_id
        where ${openUnmatched(caller)} group by u.station_id, u.session_key
        order by max(u.received_at) desc, min(u.id) desc limit ${limit} offset ${offset}) u
      join station_view s on s.id = u.station_id join location_view l on l.id = s.location_id
      order by u.received_at desc, u.id desc`.execute(db),
    countUnmatched(db, caller),
  ])
  const rows = page.rows.map((row) => ({ ...row, events: row.events.map(eventOf) }))
  return { rows, total }
}

/** How many wait to be matched. */
async function countUnmatched(db: Db, caller: Caller): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct (u.station_id, u.session_key)) as total
    from unmatched_transaction_view u join station_view s on s.id = u.station_id
    where ${openUnmatched(caller)}`.execute(db)
  return rows[0]?.total ?? 0
}

const isBorne = (caller: Caller) =>
  sql`o.borne_minor > o.borne_noted_minor and not o.needs_review and ${visibleLocations(caller, 'o.location_id')}`

/** A page of the sessions of whose price the network bears something that nobody has taken note of, newest first. */
export async function listBorne(
  db: Db,
  caller: Caller,
  { limit, offset }: Page,
): Promise<{ rows: Borne[]; total: number }> {
  const [page, total] = await Promise.all([
    sql<Borne>`
      select o.id as order_id, s.id as station_id, s.number as station_number, l.id as location_id,
        l.name as location_name, ${iso(sql`o.transaction_finish`)} as transaction_finish, o.energy_wh as energy,
        coalesce(o.charging_price_minor, 0) as charging_price, o.borne_minor as borne_amount
      from order_view o join station_view s on s.id = o.station_id join location_view l on l.id = o.location_id
      where ${isBorne(caller)} order by o.id desc limit ${limit} offset ${offset}`.execute(db),
    countBorne(db, caller),
  ])
  return { rows: page.rows, total }
}

/** How many of them there are. */
export async function countBorne(db: Db, caller: Caller): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from order_view o where ${isBorne(caller)}`.execute(db)
  return rows[0]?.total ?? 0
}

const inReview = (caller: Caller) => sql`o.needs_review and ${visibleLocations(caller, 'o.location_id')}`

/** A page of the sessions that need review, newest first. */
export async function listReviews(
  db: Db,
  caller: Caller,
  { limit, offset }: Page,
): Promise<{ rows: Review[]; total: number }> {
  const [page, total] = await Promise.all([
    sql<Review>`
      select o.id as order_id, s.id as station_id, s.number as station_number, l.id as location_id,
        l.name as location_name, c.type as connector_type, c.power_w / 1000.0 as connector_power,
        ${iso(sql`o.transaction_start`)} as transaction_start, ${iso(sql`o.transaction_finish`)} as transaction_finish,
        o.energy_wh as energy, o.meter_stop - o.meter_start - coalesce(o.meter_start_offset, 0) as register_energy,
        o.marked_wh as marked_energy, coalesce(o.charging_price_minor, 0) as charging_price, o.rfid, ${driver} as "user", o.warning
      from order_view o join station_view s on s.id = o.station_id join location_view l on l.id = o.location_id
      join connector_view c on c.id = o.connector_id left join driver_view d on d.id = o.driver_id
      where ${inReview(caller)} order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    countReviews(db, caller),
  ])
  return { rows: page.rows, total }
}

/** How many sessions need review. */
async function countReviews(db: Db, caller: Caller): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from order_view o where ${inReview(caller)}`.execute(db)
  return rows[0]?.total ?? 0
}
