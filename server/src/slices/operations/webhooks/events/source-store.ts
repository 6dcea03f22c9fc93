import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/schema/schema.ts'

/** Something that has happened, as a row of somebody else's says. */
export interface Found {
  /** of the row */
  id: number
  type: string
  objectId: string
  parentId: string | null
  locationId: number | null
  at: Date
}

/** Rows that are only added: which of them have happened after an id, up to another. */
interface Stretch {
  after: number
  through: number
  most: number
}

const found = sql`id, type, object_id as "objectId", parent_id as "parentId", location_id as "locationId", at`

const stationEvents = sql`
  select e.id, case when e.kind = 'connected' then 'station.online'
      when e.kind in ('disconnected', 'unwatched') then 'station.offline'
      when e.kind = 'booted' then 'station.booted' else 'firmware.finished' end as type,
    e.station_id as object_id, null::text as parent_id, s.location_id, e.at
  from station_event_view e join station_view s on s.id = e.station_id
  where e.kind in ('connected', 'disconnected', 'unwatched', 'booted')
    or (e.kind = 'firmware' and (e.word = 'Installed' or e.word like '%Failed' or e.word = 'InvalidSignature'))
  union all
  select e.id, t.type, c.id::text, e.station_id, s.location_id, e.at
  from station_event_view e join station_view s on s.id = e.station_id
    join connector_view c on c.station_id = e.station_id and c.ordinal = e.connector
    cross join lateral (values ('connector.status_changed', true), ('fault.opened', e.word = 'Faulted'),
      ('fault.closed', e.before = 'Faulted')) t(type, applies)
  where e.kind = 'status' and e.connector > 0 and t.applies`

const orderLogs = sql`
  select l.id, case l.event when 'succeeded_amount' then 'payment.captured'
      when 'refunded_amount' then 'payment.refunded' else 'payment.failed' end as type,
    l.order_id::text as object_id, null::text as parent_id, o.location_id, l.at
  from order_log_view l join order_view o on o.id = l.order_id
  where l.event in ('succeeded_amount', 'refunded_amount', 'payment_declined', 'refund_refused')`

const ledger = sql`
  select l.id, 'order.corrected' as type, l.order_id::text as object_id, null::text as parent_id, l.location_id, l.at
  from ledger_entry_view l where l.kind in ('corrected', 'recalculated') and l.order_id is not null`

const reviews = sql`
  select f.id, 'review.created' as type, f.id::text as object_id, f.order_id::text as parent_id, f.location_id,
    f.created_at as at
  from feedback_view f where f.kind = 'review'`

const prices = sql`
  select p.id, 'tariff.published' as type, p.id::text as object_id, p.location_id::text as parent_id, p.location_id,
    p.created_at as at
  from price_change_view p`

const statements = sql`
  select s.id, 'statement.issued' as type, s.id::text as object_id, null::text as parent_id, null::bigint as location_id,
    s.issued_at as at
  from statement_view s`

const audited = sql`
  select a.id, case when a.subject_type = 'location' then 'location.updated'
      when a.action in ('roaming_partner.connect', 'roaming_partner.accept', 'roaming_partner.resume')
        then 'partner.connected'
      when a.action = 'roaming_partner.suspend' then 'partner.suspended' else 'partner.withdrawn' end as type,
    a.subject_id as object_id, null::text as parent_id,
    case when a.subject_type = 'location' then a.subject_id::bigint end as location_id, a.at
  from audit_log_view a
  where a.action in ('location.add', 'location.change', 'location.set_opening_hours', 'location.assign',
    'roaming_partner.connect', 'roaming_partner.accept', 'roaming_partner.resume', 'roaming_partner.suspend',
    'roaming_partner.withdraw')`

const incidents = sql`
  select e.id, case e.kind when 'acknowledged' then 'incident.acknowledged' when 'closed' then 'incident.closed'
      else 'incident.opened' end as type,
    e.incident_id::text as object_id, null::text as parent_id, i.location_id, e.at
  from incident_entry_view e join incident_view i on i.id = e.incident_id
  where e.kind in ('opened', 'reopened', 'acknowledged', 'closed')`

const drivers = sql`
  select d.id, 'driver.registered' as type, d.id::text as object_id, null::text as parent_id,
    null::bigint as location_id, d.created_at as at
  from new_driver_view d`

/** Each kind of row that is only added to: its events, and the column that numbers it. */
const appended = {
  timeline: { rows: stationEvents, newest: sql`select max(id) from station_event_view` },
  order_logs: { rows: orderLogs, newest: sql`select max(id) from order_log_view` },
  ledger: { rows: ledger, newest: sql`select max(id) from ledger_entry_view` },
  reviews: { rows: reviews, newest: sql`select max(id) from feedback_view` },
  prices: { rows: prices, newest: sql`select max(id) from price_change_view` },
  statements: { rows: statements, newest: sql`select max(id) from statement_view` },
  audit: { rows: audited, newest: sql`select max(id) from audit_log_view` },
  incidents: { rows: incidents, newest: sql`select max(id) from incident_entry_view` },
  drivers: { rows: drivers, newest: sql`select max(id) from new_driver_view` },
} as const satisfies Record<string, { rows: RawBuilder<unknown>; newest: RawBuilder<unknown> }>

export type Appended = keyof typeof appended

/** What begins and ends: the rows that are watched, and the events of each, once. */
const watched = {
  orders: {
    newest: sql`select max(id) from order_view`,
    // in the words of the index of open orders
    open: sql`select id from order_view where status in ('wait_payment', 'active', 'countdown', 'starting', 'started')`,
    since: sql`select id from order_view`,
    tells: (now: Date) => sql`
      select o.id, t.type, o.id::text as object_id, null::text as parent_id, o.location_id, t.at,
        o.status in ('completed', 'canceled', 'expired') as is_over
      from order_view o cross join lateral (values
        ('order.started', o.transaction_start), ('reservation.created', o.reservation_start),
        ('reservation.ended', o.reservation_finish),
        ('order.completed', case when o.status = 'completed' then coalesce(o.transaction_finish, ${now}::timestamptz) end),
        ('order.failed', case when o.status in ('canceled', 'expired') then ${now}::timestamptz end)) t(type, at)
      where t.at is not null`,
  },
  receipts: {
    newest: sql`select max(id) from fiscal_receipt_view`,
    open: sql`select id from fiscal_receipt_view where state <> 'done' and order_id is not null`,
    since: sql`select id from fiscal_receipt_view where order_id is not null`,
    tells: (now: Date) => sql`
      select r.id, 'receipt.registered' as type, r.id::text as object_id, r.order_id::text as parent_id, o.location_id,
        ${now}::timestamptz as at, true as is_over
      from fiscal_receipt_view r join order_view o on o.id = r.order_id where r.state = 'done'`,
  },
} as const

export type Watched = keyof typeof watched
export type Source = Appended | Watched

/** Watches what is open now, as if everybody had heard what has happened to it by now. */
export async function watchOpen(tx: Tx, source: Watched, now: Date): Promise<void> {
  const { open, tells } = watched[source]
  await sql`insert into webhook_watched (source, id, told)
    select ${source}, o.id, coalesce((select array_agg(t.type) from (${tells(now)}) t where t.id = o.id), '{}')
    from (${open}) o on conflict do nothing`.execute(tx)
}

/** Watches the rows of a stretch. */
export async function watchNew(
  tx: Tx,
  source: Watched,
  { after, through }: Omit<Stretch, 'most'>,
): Promise<void> {
  await sql`insert into webhook_watched (source, id)
    select ${source}, id from (${watched[source].since}) n where id > ${after} and id <= ${through}
    on conflict do nothing`.execute(tx)
}

export const unwatch = (tx: Tx, source: Watched) =>
  sql`delete from webhook_watched where source = ${source}`.execute(tx)

/** New events of watched rows, each once; what is over is watched no more. */
export async function tellWatched(tx: Tx, source: Watched, now: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with due as (
      select t.id, t.type, t.object_id, t.parent_id, t.location_id, t.at, t.is_over
      from webhook_watched w join (${watched[source].tells(now)}) t on t.id = w.id
      where w.source = ${source} and t.type <> all(w.told)
    ), told as (
      update webhook_watched w set told = w.told || d.types
      from (select id, array_agg(type) as types from due group by id) d
      where w.source = ${source} and w.id = d.id
    )
    select ${found} from due order by at, id, type`.execute(tx)
  await sql`delete from webhook_watched w using (${watched[source].tells(now)}) t
    where w.source = ${source} and t.id = w.id and t.is_over`.execute(tx)
  return rows
}

/** The newest row of a source; nobody can see a newer one that has an older number, but for what is still written. */
export async function findNewest(tx: Tx, source: Source): Promise<number> {
  const { newest } = source in watched ? watched[source as Watched] : appended[source as Appended]
  const { rows } = await sql<{ newest: number }>`select coalesce((${newest}), 0)::bigint as newest`.execute(
    tx,
  )
  return rows[0]?.newest ?? 0
}

/** The events of a stretch, the first by id; those of one row together. */
export async function listAppended(
  tx: Tx,
  source: Appended,
  { after, through, most }: Stretch,
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select ${found} from (${appended[source].rows}) found
    where id > ${after} and id <= ${through} order by id, type limit ${most}`.execute(tx)
  return rows
}
