import type { GapsOfModel } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../platform/statements/bulk.ts'
import { visibleLocations } from '../../places/locations/access/scope-store.ts'
import type { Gap } from './rules.ts'

/** This many gaps of a model are listed. */
const listedMost = 50

export interface KeptGap extends Gap {
  stationId: string
  connectorId: number
  locationId: number
  foundAt: Date
}

const columns: ColumnMap<KeptGap> = {
  orderId: ['order_id', 'bigint'],
  beforeId: ['before_id', 'bigint'],
  stationId: ['station_id', 'text'],
  connectorId: ['connector_id', 'bigint'],
  locationId: ['location_id', 'bigint'],
  energyWh: ['energy_wh', 'bigint'],
  fromAt: ['from_at', 'timestamptz'],
  toAt: ['to_at', 'timestamptz'],
  fromWh: ['from_wh', 'numeric'],
  toWh: ['to_wh', 'numeric'],
  foundAt: ['found_at', 'timestamptz'],
}
const properties = Object.keys(columns) as (keyof KeptGap)[]
const names = properties.map((property) => columns[property][0])

/** Stores gaps; a dismissed gap stays dismissed unless it has grown. */
export async function upsertGaps(tx: Tx, gaps: readonly KeptGap[]): Promise<void> {
  if (gaps.length === 0) return
  const changed = names.filter((name) => name !== 'order_id' && name !== 'found_at')
  const dismissal = ['dismissed_at', 'dismissed_by', 'note'].map(
    (name) => `${name} = case when excluded.energy_wh <= g.energy_wh then g.${name} end`,
  )
  const set = [...changed.map((name) => `${name} = excluded.${name}`), ...dismissal].join(', ')
  await sql`insert into register_gaps as g (${sql.raw(names.join(', '))})
    select ${sql.raw(names.join(', '))} from ${rows(gaps, columns, properties)} order by order_id
    on conflict (order_id) do update set ${sql.raw(set)}`.execute(tx)
}

/** Deletes gaps before orders that turned out not to be gaps. */
export async function removeGaps(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  await sql`delete from register_gaps where order_id = any(${orderIds}::bigint[])`.execute(tx)
}

/** The condition for register_gaps g that are open and visible to the caller. */
const isOpen = (caller: Caller) =>
  sql`g.dismissed_at is null and ${visibleLocations(caller, 'g.location_id')}`

const iso = (value: RawBuilder<unknown>) =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A page of the models whose stations let energy flow between sessions, most energy first, each with its newest gaps. */
export async function listGaps(
  db: Db,
  caller: Caller,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: GapsOfModel[]; total: number }> {
  const [page, total] = await Promise.all([
    sql<GapsOfModel>`
      select m.vendor_name, m.model, m.stations, m.count, m.energy, t.gaps
      from (select s.vendor_name, s.model, count(distinct s.id) as stations, count(*) as count,
          sum(g.energy_wh)::bigint as energy, max(g.order_id) as newest
        from register_gaps g join station_view s on s.id = g.station_id
        where ${isOpen(caller)} group by s.vendor_name, s.model
        order by energy desc, newest desc limit ${limit} offset ${offset}) m
      cross join lateral (select json_agg(row_to_json(o) order by o.to desc, o.order_id desc) as gaps from (
        select g.order_id, g.before_id, s.id as station_id, s.number as station_number, l.id as location_id,
          l.name as location_name, c.ordinal as connector_number, g.energy_wh as energy, ${iso(sql`g.from_at`)} as "from",
          ${iso(sql`g.to_at`)} as "to"
        from register_gaps g join station_view s on s.id = g.station_id join location_view l on l.id = g.location_id
          join connector_view c on c.id = g.connector_id
        where ${isOpen(caller)} and s.vendor_name is not distinct from m.vendor_name
          and s.model is not distinct from m.model
        order by g.to_at desc, g.order_id desc limit ${listedMost}) o) t
      order by m.energy desc, m.newest desc`.execute(db),
    countGaps(db, caller),
  ])
  return { rows: page.rows, total }
}

/** How many models have open gaps. */
export async function countGaps(db: Db, caller: Caller): Promise<number> {
  const { rows: found } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from register_gaps g join station_view s on s.id = g.station_id
      where ${isOpen(caller)} group by s.vendor_name, s.model) m`.execute(db)
  return found[0]?.total ?? 0
}

/** Which gaps: the gap before an order, or all gaps of a model's stations. */
export type Which = { orderId: number } | { vendorName: string | null; model: string | null }

/** Dismisses open gaps that the caller may see; resolves with the orders that follow them. */
export async function updateDismissed(
  tx: Tx,
  caller: Caller,
  which: Which,
  { now, note }: { now: Date; note: string },
): Promise<{ orderId: number; energyWh: number }[]> {
  const those =
    'orderId' in which
      ? sql`g.order_id = ${which.orderId}`
      : sql`s.vendor_name is not distinct from ${which.vendorName} and s.model is not distinct from ${which.model}`
  const { rows: found } = await sql<{ orderId: number; energyWh: number }>`
    update register_gaps g set dismissed_at = ${now}, dismissed_by = ${caller.id}, note = ${note}
    from station_view s where s.id = g.station_id and ${those} and ${isOpen(caller)}
    returning g.order_id as "orderId", g.energy_wh as "energyWh"`.execute(tx)
  return found
}
