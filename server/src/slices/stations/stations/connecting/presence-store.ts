import type { Protocol } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../../platform/statements/bulk.ts'

export interface Presence {
  stationId: string
  connectionId: string
  /** the place of its handshake among those of all servers */
  epoch: number
  protocol: Protocol
  at: Date
  /** from where it came; absent: nobody knows */
  remoteAddress?: string | null
  /** the address that it has dialled; absent: nobody knows */
  host?: string | null
}

const presenceColumns: ColumnMap<Required<Presence>> = {
  stationId: ['station_id', 'text'],
  connectionId: ['connection_id', 'text'],
  epoch: ['epoch', 'bigint'],
  protocol: ['protocol', 'text'],
  at: ['connected_at', 'timestamptz'],
  remoteAddress: ['remote_address', 'text'],
  host: ['host', 'text'],
}

/** What became of a socket that has opened here. */
export interface Held {
  stationId: string
  connectionId: string
  /** false: another server has a later socket of the station, so this one has to close */
  holds: boolean
  /** the connection of another server that this one replaces; null: there is none */
  replaced: { node: string; connectionId: string } | null
}

/**
 * Stations whose sockets have opened here. Of two servers the one with the later epoch holds a station; on one server the newest
 * socket does.
 */
export async function upsertPresence(db: Db, node: string, opened: readonly Presence[]): Promise<Held[]> {
  if (opened.length === 0) return []
  const latest = [
    ...new Map(opened.map((one) => [one.stationId, { remoteAddress: null, host: null, ...one }])).values(),
  ]
  const { rows: held } = await sql<Omit<Held, 'replaced'> & { node: string | null; replaced: string | null }>`
    with opened as (select * from ${rows(latest, presenceColumns, Object.keys(presenceColumns) as (keyof Presence)[])}),
    put as (
      insert into station_presence (station_id, node, connection_id, epoch, protocol, connected_at, last_seen_at,
        remote_address, host)
      select station_id, ${node}, connection_id, epoch, protocol, connected_at, connected_at, remote_address, host from opened
      on conflict (station_id) do update set node = excluded.node, connection_id = excluded.connection_id,
        epoch = excluded.epoch, protocol = excluded.protocol,
        remote_address = coalesce(excluded.remote_address, station_presence.remote_address), host = excluded.host,
        connected_at = excluded.connected_at,
        last_seen_at = excluded.last_seen_at, disconnected_at = null, released_at = null
      where station_presence.epoch < excluded.epoch or station_presence.node = excluded.node
      returning station_id)
    select r.station_id as "stationId", r.connection_id as "connectionId", put.station_id is not null as holds,
      p.node, p.connection_id as replaced
    from opened r left join put on put.station_id = r.station_id
      left join station_presence p on p.station_id = r.station_id and p.node <> ${node}`.execute(db)
  return held.map(({ node: other, replaced, ...one }) => ({
    ...one,
    replaced: other !== null && replaced !== null ? { node: other, connectionId: replaced } : null,
  }))
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
 * Removes the sockets that nodes left when they ended unexpectedly: of the given one, and of all that are not `there`. They
 * count as open until the node's last contact.
 */
export async function updateNodeGone(
  tx: Tx,
  node: string,
  { there, now }: { there: readonly string[]; now: Date },
): Promise<{ stationId: string; at: Date }[]> {
  const released = await sql<{ stationId: string; at: Date }>`
    update station_presence p set connection_id = null, disconnected_at = ${now}, released_at = alive.at
    from (select node, least(max(last_seen_at), ${now}) as at from station_presence group by node) alive
    where p.node = alive.node and p.connection_id is not null
      and (p.node = ${node} or p.node <> all(${[...there]}::text[]))
    returning p.station_id as "stationId", alive.at`.execute(tx)
  return released.rows
}

/** From now on a server is there for the stations that others have released; answers those that have not connected again. */
export async function updateAwaited(tx: Tx): Promise<string[]> {
  const awaited = await sql<{ stationId: string }>`
    update station_presence set released_at = null where released_at is not null
    returning station_id as "stationId"`.execute(tx)
  return awaited.rows.map(({ stationId }) => stationId)
}

/** A socket of this node that something has been heard of. */
export interface Seen {
  stationId: string
  connectionId: string
  epoch: number
  at: Date
}

/** Records last contacts; answers the connections that another node has replaced by a later one. */
export async function updateLastSeen(db: Db, seen: readonly Seen[]): Promise<string[]> {
  if (seen.length === 0) return []
  const { rows: replaced } = await sql<{ connectionId: string }>`
    with seen as (select * from json_to_recordset(${JSON.stringify(seen)}::json)
        as r("stationId" text, "connectionId" text, epoch bigint, at timestamptz)),
    put as (update station_presence p set last_seen_at = r.at from seen r
      where p.station_id = r."stationId" and p.connection_id = r."connectionId")
    select r."connectionId" from seen r join station_presence p on p.station_id = r."stationId"
    where p.connection_id is distinct from r."connectionId" and p.epoch > r.epoch`.execute(db)
  return replaced.map(({ connectionId }) => connectionId)
}

/** The server that holds a station's socket, and the connection's name there. */
export interface Holder {
  node: string
  connectionId: string
  protocol: Protocol
}

export async function findHolder(db: Db, stationId: string): Promise<Holder | undefined> {
  const row = await db
    .selectFrom('station_presence')
    .select(['node', 'connection_id', 'protocol'])
    .where('station_id', '=', stationId)
    .executeTakeFirst()
  if (!row?.node || !row.connection_id) return undefined
  return { node: row.node, connectionId: row.connection_id, protocol: row.protocol as Protocol }
}

/** Which of the stations have a socket. */
export async function listOnline(db: Db, ids: string[]): Promise<Set<string>> {
  const result = await sql<{ id: string }>`select station_id as id from station_presence
    where station_id = any(${ids}::text[]) and connection_id is not null`.execute(db)
  return new Set(result.rows.map((row) => row.id))
}

/** The stations among some that are connected and not on hold. */
export async function listServed(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`select s.id
    from stations s join station_presence p on p.station_id = s.id
    where s.id = any(${ids}::text[]) and p.connection_id is not null and s.held is null`.execute(db)
  return found.map(({ id }) => id)
}

/** How many stations' sockets each server holds. */
export async function countByNode(db: Db): Promise<Map<string, number>> {
  const { rows: counts } = await sql<{ node: string; stations: number }>`
    select node, count(*) as stations from station_presence
    where connection_id is not null and node is not null group by node`.execute(db)
  return new Map(counts.map(({ node, stations }) => [node, stations]))
}
