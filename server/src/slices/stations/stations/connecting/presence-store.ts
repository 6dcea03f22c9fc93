import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../../platform/statements/bulk.ts'

export interface Presence {
  stationId: string
  connectionId: string
  protocol: string
  at: Date
}

const presenceColumns: ColumnMap<Presence> = {
  stationId: ['station_id', 'text'],
  connectionId: ['connection_id', 'text'],
  protocol: ['protocol', 'text'],
  at: ['connected_at', 'timestamptz'],
}

/** Stations whose sockets have opened here. */
export async function insertPresence(db: Db, node: string, opened: Presence[]): Promise<void> {
  if (opened.length === 0) return
  const latest = [...new Map(opened.map((one) => [one.stationId, one])).values()]
  await sql`
    insert into station_presence (station_id, node, connection_id, protocol, connected_at, last_seen_at)
    select station_id, ${node}, connection_id, protocol, connected_at, connected_at
    from ${rows(latest, presenceColumns, Object.keys(presenceColumns) as (keyof Presence)[])}
    on conflict (station_id) do update set node = excluded.node, connection_id = excluded.connection_id,
      protocol = excluded.protocol, connected_at = excluded.connected_at, last_seen_at = excluded.last_seen_at,
      disconnected_at = null, released_at = null`.execute(db)
}

/** Stations that connected here while the database still has them at another node that has ended unnoticed (it was silent by then). */
export async function listDeserted(
  db: Db,
  node: string,
  opened: readonly Presence[],
): Promise<{ stationId: string; at: Date }[]> {
  if (opened.length === 0) return []
  const { rows: deserted } = await sql<{ stationId: string; at: Date }>`
    select p.station_id as "stationId", p.last_seen_at as at
    from station_presence p join unnest(${opened.map(({ stationId }) => stationId)}::text[],
      ${opened.map(({ at }) => at)}::timestamptz[]) as r(station_id, at) on r.station_id = p.station_id
    where p.connection_id is not null and p.node <> ${node}
      and p.last_seen_at < r.at - make_interval(secs => ${nodeSilentMs / 1000}::float8)`.execute(db)
  return [...new Map(deserted.map((one) => [one.stationId, one])).values()]
}

/** A socket that has closed. */
export interface Gone {
  stationId: string
  connectionId: string
  at: Date
  /** this node closed the socket, not the station */
  released: boolean
}

const goneColumns: ColumnMap<Gone> = {
  stationId: ['station_id', 'text'],
  connectionId: ['connection_id', 'text'],
  at: ['at', 'timestamptz'],
  released: ['released', 'boolean'],
}

/**
 * Records that sockets have closed: only the given connection of a station, never a newer one. Answers the connections that
 * were the current ones.
 */
export async function updateGone(db: Db, closed: Gone[]): Promise<Set<string>> {
  if (closed.length === 0) return new Set()
  const ids = closed.map((one) => one.stationId)
  const result = await sql<{ connectionId: string }>`
    update station_presence p set connection_id = null, disconnected_at = r.at,
      released_at = case when r.released then r.at end
    from ${rows(closed, goneColumns, Object.keys(goneColumns) as (keyof Gone)[])}
    where p.station_id = r.station_id and p.connection_id = r.connection_id and p.station_id = any(${ids}::text[])
    returning r.connection_id as "connectionId"`.execute(db)
  return new Set(result.rows.map((row) => row.connectionId))
}

/** A node that has written no last contact for this time has ended; a running node writes every ten seconds. */
export const nodeSilentMs = 5 * MINUTE_MS

/**
 * Removes the sockets of this node, or of silent ones, that were left when it ended unexpectedly; they count as open until its last
 * contact. Answers these stations, and all stations that a node released and that have not connected again.
 */
export async function updateNodeGone(
  tx: Tx,
  node: string,
  now: Date,
): Promise<{ released: { stationId: string; at: Date }[]; awaited: string[] }> {
  const silent = new Date(now.getTime() - nodeSilentMs)
  const released = await sql<{ stationId: string; at: Date }>`
    update station_presence p set connection_id = null, disconnected_at = ${now}, released_at = alive.at
    from (select node, least(max(last_seen_at), ${now}) as at from station_presence group by node) alive
    where p.node = alive.node and p.connection_id is not null and (p.node = ${node} or alive.at < ${silent})
    returning p.station_id as "stationId", alive.at`.execute(tx)
  const awaited = await sql<{ stationId: string }>`
    update station_presence set released_at = null where released_at is not null
    returning station_id as "stationId"`.execute(tx)
  return { released: released.rows, awaited: awaited.rows.map(({ stationId }) => stationId) }
}

export async function updateLastSeen(db: Db, seen: { stationId: string; at: Date }[]): Promise<void> {
  if (seen.length === 0) return
  await sql`update station_presence p set last_seen_at = r.at
    from json_to_recordset(${JSON.stringify(seen)}::json) as r("stationId" text, at timestamptz)
    where p.station_id = r."stationId"`.execute(db)
}

/** Which of the stations have a socket. */
export async function listOnline(db: Db, ids: string[]): Promise<Set<string>> {
  const result = await sql<{ id: string }>`select station_id as id from station_presence
    where station_id = any(${ids}::text[]) and connection_id is not null`.execute(db)
  return new Set(result.rows.map((row) => row.id))
}

/** The servers on this database that have written a last contact since an instant. */
export async function listNodesSince(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ node: string }>`
    select distinct node from station_presence where last_seen_at >= ${since} and node is not null`.execute(
    db,
  )
  return rows.map(({ node }) => node)
}
