import type { Attention, OcppStatus } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { visibleLocations } from '../../places/locations/access/scope-store.ts'
import { among, type LocationFilter } from './store.ts'

export interface AttentionRow {
  kind: Attention['kind']
  station_id: string | null
  station_number: number | null
  connector_number: number | null
  order_id: number | null
  rollout_id: number | null
  text: string | null
  at: Date
}

/** the most rows of one kind: people work through this list, so it has no pages */
const perKind = 20
/** an unknown station is dropped from the list when it has not tried to connect for so long */
const unknownWithinMs = 30 * DAY_MS

/** Everything that needs attention, with its station, order or roll-out. Only administrators see unknown stations and roll-outs that paused by themselves. */
function attention(caller: Caller, locationIds: LocationFilter, now: Date): RawBuilder<unknown> {
  const here = (column: string) => sql`${visibleLocations(caller, column)} and ${among(locationIds, column)}`
  const faulted: OcppStatus = 'Faulted'
  const unmaintained = sql`not exists (
    select from maintenance_view m where m.station_id = s.id and m.state = 'running')`
  const forAdministrators =
    caller.role === 'administrator' && locationIds === undefined ? sql`true` : sql`false`
  return sql`(
    select 'offline' as kind, s.id as station_id, s.number as station_number, null::int as connector_number,
        null::bigint as order_id, null::bigint as rollout_id, null::text as text, p.disconnected_at as at
      from station_presence_view p join station_view s on s.id = p.station_id
      where p.connection_id is null and p.disconnected_at is not null and s.deleted_at is null and ${here('s.location_id')}
        and ${unmaintained}
    union all
    select 'faulted', s.id, s.number, c.number, null, null, c.error_code, coalesce(c.status_updated_at, s.created_at)
      from connector_view c join station_view s on s.id = c.station_id
      join station_presence_view p on p.station_id = s.id and p.connection_id is not null
      where c.ocpp_status = ${faulted} and s.deleted_at is null and ${here('s.location_id')} and ${unmaintained}
    union all
    select 'tamper', s.id, s.number, null, null, null, null, coalesce(p.last_seen_at, s.created_at)
      from station_view s left join station_presence_view p on p.station_id = s.id
      where s.data_transfer #>> '{autoenterprise,miscInfo,tamper}' in ('true', '1') and s.deleted_at is null
        and ${here('s.location_id')}
    union all
    select 'order_review', o.station_id, s.number, c.number, o.id, null, o.warning, o.created_at
      from order_view o join station_view s on s.id = o.station_id join connector_view c on c.id = o.connector_id
      where o.needs_review and ${here('o.location_id')}
    union all
    select 'unmatched_transaction', u.station_id, s.number, null, null, null, min(u.transaction_id), max(u.received_at)
      from unmatched_transaction_view u join station_view s on s.id = u.station_id
      where u.resolved_at is null and ${here('s.location_id')}
      group by u.station_id, s.number, u.session_key
    union all
    select 'unknown_station', r.station_id, null, null, null, null, min(r.reason), max(r.last_at)
      from refused_handshake_view r
      where ${forAdministrators} and r.last_at > ${new Date(now.getTime() - unknownWithinMs)} and r.station_id <> ''
      group by r.station_id
    union all
    select 'rollout_paused', null, null, null, null, f.id, concat_ws(' ', f.vendor_name, f.model, f.version), f.paused_at
      from firmware_rollout_view f
      where ${forAdministrators} and f.status = 'paused' and f.paused_by <> 'person')`
}

/** What needs attention, the newest of each kind, newest first. */
export async function listAttention(
  db: Db,
  caller: Caller,
  locationIds: LocationFilter,
  now: Date,
): Promise<AttentionRow[]> {
  const { rows } = await sql<AttentionRow>`
    select kind, station_id, station_number, connector_number, order_id, rollout_id, text, at from (
      select *, row_number() over (partition by kind order by at desc) as nth
      from ${attention(caller, locationIds, now)} found
    ) newest where nth <= ${perKind} order by at desc`.execute(db)
  return rows
}

/** How many things need attention, by kind. */
export async function countAttention(
  db: Db,
  caller: Caller,
  now: Date,
): Promise<Partial<Record<Attention['kind'], number>>> {
  const { rows } = await sql<{ kind: Attention['kind']; count: number }>`
    select kind, count(*) as count from ${attention(caller, undefined, now)} found group by kind`.execute(db)
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}
