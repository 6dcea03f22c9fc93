import type { MonetizationCause, TimelineAction, TimelineGroup, TimelineKind } from '@stationmaster/contract'
import { valueIn } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import { type ColumnMap, columnList, rows } from '../../../platform/statements/bulk.ts'
import { listDesiredStatuses } from '../stations/status/operation-store.ts'
import type { Mark, Part } from './uptime.ts'

/** Further data of an event; each kind has its own. */
export interface EventData {
  errorCode?: string | null
  info?: string | null
  firmware?: string | null
  firmwareBefore?: string | null
  /** EVSEs of an operation; absent: the whole station */
  evses?: number[]
  /** EVSEs that are out of operation after it */
  out?: number[]
  /** the manager who gave a command */
  by?: number
  /** why the monetization changed */
  cause?: MonetizationCause
}

/** Something that happened to a station, as its timeline stores it. */
export interface TimelineEntry {
  at: Date
  stationId: string
  kind: TimelineKind | 'watched'
  /** number within the whole station; 0: the station itself */
  connector: number
  word: string | null
  before: string | null
  data: EventData | null
}

/** An entry with the given values; all others are empty. */
export const timelineEntry = (
  at: Date,
  stationId: string,
  kind: TimelineEntry['kind'],
  more: Partial<TimelineEntry> = {},
): TimelineEntry => ({ at, stationId, kind, connector: 0, word: null, before: null, data: null, ...more })

const columns: ColumnMap<TimelineEntry> = {
  at: ['at', 'timestamptz'],
  stationId: ['station_id', 'text'],
  kind: ['kind', 'text'],
  connector: ['connector', 'integer'],
  word: ['word', 'text'],
  before: ['before', 'text'],
  data: ['data', 'jsonb'],
}
const properties = Object.keys(columns) as (keyof TimelineEntry)[]
const atOnce = 5000

/** Appends entries, thousands with one statement; skips a step of a firmware update that repeats the last one. */
export async function insertTimeline(db: Db, all: readonly TimelineEntry[]): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce) {
    await sql`
      insert into station_events (${columnList(columns, properties)})
      select ${columnList(columns, properties)} from ${rows(all.slice(from, from + atOnce), columns, properties)}
      where kind <> 'firmware' or word is distinct from (select e.word from station_events e
        where e.station_id = r.station_id and e.lane = 'firmware' and e.connector = 0
        order by e.at desc, e.id desc limit 1)`.execute(db)
  }
}

/** Records that EVSEs were put into or out of operation, and which are out of operation after it. */
export async function insertOperation(
  db: Db,
  { at, stationId, evses, operative, by }: OperationOrder,
): Promise<void> {
  const all = await listDesiredStatuses(db, stationId)
  const data: EventData = {
    ...(evses.length < all.length ? { evses: [...evses] } : {}),
    out: all.filter(({ operational }) => !operational).map(({ number }) => number),
    by,
  }
  const word = operative ? 'operative' : 'inoperative'
  await insertTimeline(db, [timelineEntry(at, stationId, 'operation', { word, data })])
}

/** Records that a person sent a station a command. */
export const insertAction = (
  db: Db,
  {
    at,
    stationId,
    action,
    by,
    evses,
    connector = 0,
  }: {
    at: Date
    stationId: string
    action: TimelineAction
    by: number
    evses?: number[]
    /** number within the whole station; 0: no single connector */
    connector?: number
  },
): Promise<void> =>
  insertTimeline(db, [
    timelineEntry(at, stationId, 'action', {
      connector,
      word: action,
      data: { by, ...(evses ? { evses } : {}) },
    }),
  ])

interface OperationOrder {
  at: Date
  stationId: string
  evses: readonly number[]
  operative: boolean
  by: number
}

/** Deletes events from before an instant, except the last of each lane, which still says how the station is. */
export async function removeOldTimeline(db: Db, before: Date): Promise<void> {
  await sql`delete from station_events e where e.at < ${before} and exists (
    select from station_events n where n.station_id = e.station_id and n.lane = e.lane and n.connector = e.connector
      and (n.at, n.id) > (e.at, e.id) and n.at < ${before})`.execute(db)
}

/** A position in a timeline; other events in the same millisecond follow a connection. */
export interface Position {
  at: Date
  follows: boolean
  id: number
}

export interface StoredEvent extends Omit<Position, 'follows'> {
  kind: TimelineKind
  connector: number
  word: string | null
  before: string | null
  data: EventData | null
  firstName: string | null
  lastName: string | null
  /** when the state that it began ended */
  until: Date | null
}

const conditions: Record<TimelineGroup, RawBuilder<unknown>> = {
  connection: sql`e.lane = 'link'`,
  boot: sql`e.kind = 'booted'`,
  status: sql`e.kind = 'status'`,
  fault: sql`e.kind = 'status' and (e.word in ('Faulted', 'Unavailable') or e.before in ('Faulted', 'Unavailable'))`,
  security: sql`e.kind = 'security'`,
  operation: sql`e.kind in ('operation', 'action', 'maintenance', 'monetization', 'unanswered', 'energy')`,
  firmware: sql`e.kind = 'firmware'`,
}

const anyOf = (groups: readonly TimelineGroup[]): RawBuilder<unknown> =>
  groups.length === 0
    ? sql`false`
    : sql`(${sql.join(
        groups.map((group) => conditions[group]),
        sql` or `,
      )})`

export interface EventFilter {
  /** absent: all kinds of events */
  groups?: readonly TimelineGroup[] | undefined
  connector?: number | undefined
  from?: Date | undefined
  to?: Date | undefined
  before?: Position | undefined
  limit: number
}

/** A part of a station's timeline, newest first, and where the next part begins. */
export async function listEvents(
  db: Db,
  stationId: string,
  { groups, connector, from, to, before, limit }: EventFilter,
): Promise<{ items: StoredEvent[]; next: Position | null }> {
  const matches = [
    sql`e.station_id = ${stationId} and e.kind <> 'watched'`,
    ...(groups ? [anyOf(groups)] : []),
    ...(connector === undefined ? [] : [sql`e.connector in (0, ${connector})`]),
    ...(from ? [sql`e.at >= ${from}`] : []),
    ...(to ? [sql`e.at < ${to}`] : []),
    ...(before
      ? [sql`(e.at, e.kind <> 'connected', e.id) < (${before.at}, ${before.follows}, ${before.id})`]
      : []),
  ]
  const { rows: found } = await sql<StoredEvent>`
    select e.id, e.at, e.kind, e.connector, e.word, e.before, e.data, m.first_name as "firstName",
      m.last_name as "lastName", ended.at as until
    from (select * from station_events e where ${sql.join(matches, sql` and `)}
      order by ${newest} limit ${limit + 1}) e
    left join manager_view m on m.id = (e.data ->> 'by')::bigint
    left join lateral (
      select n.at from station_events n
      where n.station_id = e.station_id and n.lane = e.lane and n.connector = e.connector
        and (n.at, n.id) > (e.at, e.id) and (e.lane = 'status' or n.kind = 'connected')
      order by n.at, n.id limit 1) ended on e.kind in ('disconnected', 'unwatched', 'status')
    order by ${newest}`.execute(db)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last ? positionOf(last) : null }
}

/** A fault of a connector. */
export interface Fault {
  at: Date
  /** number within the whole station */
  connector: number
  errorCode: string | null
}

/** The latest fault of each station since an instant. */
export async function listLastFaults(
  db: Db,
  stationIds: readonly string[],
  since: Date,
): Promise<Map<string, Fault>> {
  const { rows: found } = await sql<Fault & { stationId: string }>`
    select s.id as "stationId", f.at, f.connector, f.data ->> 'errorCode' as "errorCode"
    from unnest(${stationIds}::text[]) s(id) cross join lateral (
      select e.at, e.connector, e.data from station_events e
      where e.station_id = s.id and e.at >= ${since} and e.kind = 'status' and e.word = 'Faulted'
      order by ${newest} limit 1) f`.execute(db)
  return new Map(found.map(({ stationId, ...fault }) => [stationId, fault]))
}

const newest = sql`e.at desc, (e.kind <> 'connected') desc, e.id desc`

const positionOf = ({ at, kind, id }: StoredEvent): Position => ({ at, follows: kind !== 'connected', id })

/** The changes that stations' uptime from an instant on is counted from: the last of each lane before it, and all since. */
export async function loadMarks(
  db: Db,
  stationIds: readonly string[],
  from: Date,
  to: Date,
): Promise<Map<string, Mark[]>> {
  const { rows: marks } = await sql<Omit<Mark, 'out'> & { out: number[] | null; station_id: string }>`
    with wanted as (select unnest(${stationIds}::text[]) as id),
    lanes as (
      select w.id, 'link' as lane, 0 as connector from wanted w union all select w.id, 'operation', 0 from wanted w
      union all select w.id, 'maintenance', 0 from wanted w
      union all select w.id, 'status', c.ordinal from wanted w join connector_view c on c.station_id = w.id),
    marks as (
      select last.* from lanes l cross join lateral (
        select e.id, e.station_id, e.at, e.kind, e.connector, e.word, e.data from station_events e
        where e.station_id = l.id and e.lane = l.lane and e.connector = l.connector and e.at < ${from}
        order by e.at desc, e.id desc limit 1) last
      union all
      select e.id, e.station_id, e.at, e.kind, e.connector, e.word, e.data from station_events e
      where e.station_id = any(${stationIds}::text[]) and e.at >= ${from} and e.at < ${to}
        and (e.lane in ('link', 'operation', 'maintenance') or e.lane = 'status' and (e.before is null
          or e.word in ('Faulted', 'Unavailable') or e.before in ('Faulted', 'Unavailable'))))
    select station_id, at, kind, connector, word, data -> 'out' as out from marks order by at, id`.execute(db)
  const found = new Map<string, Mark[]>(stationIds.map((id) => [id, []]))
  for (const { station_id: id, out, ...mark } of marks)
    valueIn(found, id).push({ ...mark, ...(out ? { out } : {}) })
  return found
}

type StationPart = Part & { id: number }

/** The connectors of stations whose uptime is counted. */
export async function listParts(db: Db, stationIds: readonly string[]): Promise<Map<string, StationPart[]>> {
  const { rows: parts } = await sql<StationPart & { station_id: string }>`
    select id, station_id, ordinal, evse_number as evse from connector_view
    where station_id = any(${stationIds}::text[]) order by station_id, ordinal`.execute(db)
  const found = new Map<string, StationPart[]>(stationIds.map((id) => [id, []]))
  for (const { station_id: id, ...part } of parts) valueIn(found, id).push(part)
  return found
}

/** The time zones of stations' locations, each with its stations. */
export async function listTimeZones(db: Db, stationIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ time_zone: string; ids: string[] }>`
    select l.time_zone, array_agg(s.id) as ids from station_view s join location_view l on l.id = s.location_id
    where s.id = any(${stationIds}::text[]) group by l.time_zone`.execute(db)
  return new Map(rows.map(({ time_zone: zone, ids }) => [zone, ids]))
}
