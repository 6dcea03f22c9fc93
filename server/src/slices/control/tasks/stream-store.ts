import type { EventStream } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

/** of one station; it may open no more */
export const mostStreams = 50

/** A stream that a station has opened (`stream`) or closed (null). */
export interface StreamChange {
  stationId: string
  streamId: number
  stream: EventStream | null
  at: Date
}

/** Whether a station may open a stream: it has it already, or has not too many. */
export async function mayOpenStream(db: Db, stationId: string, streamId: number): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select count(*) < ${mostStreams} or coalesce(bool_or(stream_id = ${streamId}::bigint), false) as may
    from station_streams where station_id = ${stationId}`.execute(db)
  return rows[0]?.may ?? false
}

/** Keeps what stations have opened and closed: of each stream the last. Both statements leave together, as a commit may follow at once. */
export async function keepStreams(db: Db, changes: readonly StreamChange[]): Promise<void> {
  const last = [...new Map(changes.map((one) => [`${one.streamId} ${one.stationId}`, one])).values()]
  const closed = last.filter(({ stream }) => stream === null)
  const opened = last.flatMap(({ stationId, stream, at }) => (stream ? [{ ...stream, stationId, at }] : []))
  await Promise.all([deleteStreams(db, closed), upsertStreams(db, opened)])
}

async function deleteStreams(db: Db, closed: readonly StreamChange[]): Promise<void> {
  if (closed.length === 0) return
  const keys = closed.map(({ stationId, streamId }) => ({ stationId, streamId }))
  await sql`
    delete from station_streams s using json_to_recordset(${JSON.stringify(keys)}::json)
      as r("stationId" text, "streamId" bigint)
    where s.station_id = r."stationId" and s.stream_id = r."streamId"`.execute(db)
}

/** Adds streams, or changes how often they come; one of another monitor begins from nothing. */
async function upsertStreams(
  db: Db,
  streams: readonly (EventStream & { stationId: string; at: Date })[],
): Promise<void> {
  if (streams.length === 0) return
  await sql`
    insert into station_streams as s (station_id, stream_id, monitor_id, interval_seconds, values_most, opened_at)
    select r."stationId", r."streamId", r."monitorId", r."intervalSeconds", r.values, r.at
    from json_to_recordset(${JSON.stringify(streams)}::json)
      as r("stationId" text, "streamId" bigint, "monitorId" bigint, "intervalSeconds" integer, values integer,
        at timestamptz)
    on conflict (station_id, stream_id) do update set monitor_id = excluded.monitor_id,
      interval_seconds = excluded.interval_seconds, values_most = excluded.values_most,
      value = case when s.monitor_id = excluded.monitor_id then s.value end,
      value_at = case when s.monitor_id = excluded.monitor_id then s.value_at end,
      received = case when s.monitor_id = excluded.monitor_id then s.received else 0 end`.execute(db)
}

/** Keeps that a station has these streams, and no others. */
export async function updateStreams(
  db: Db,
  stationId: string,
  streams: readonly EventStream[],
  at: Date,
): Promise<void> {
  const first = [...new Map(streams.map((one) => [one.streamId, one])).values()].slice(0, mostStreams)
  const ids = first.map(({ streamId }) => streamId)
  await sql`
    delete from station_streams where station_id = ${stationId} and stream_id <> all(${ids}::bigint[])`.execute(
    db,
  )
  await upsertStreams(
    db,
    first.map((stream) => ({ ...stream, stationId, at })),
  )
}

/** Keeps how often a stream comes, and with how many values. */
export async function updateStreamPace(
  db: Db,
  stationId: string,
  { streamId, intervalSeconds, values }: Pick<EventStream, 'streamId' | 'intervalSeconds' | 'values'>,
): Promise<void> {
  await db
    .updateTable('station_streams')
    .set({
      ...(intervalSeconds === undefined ? {} : { interval_seconds: intervalSeconds }),
      ...(values === undefined ? {} : { values_most: values }),
    })
    .where('station_id', '=', stationId)
    .where('stream_id', '=', streamId)
    .execute()
}

/** The newest value of a stream, of so many that came since the one before was kept. */
export interface KeptValue {
  stationId: string
  streamId: number
  value: string
  at: Date
  heardAt: Date
  values: number
}

/** Keeps the newest values of streams; those of a stream that is not open are dropped. */
export async function updateStreamValues(db: Db, values: readonly KeptValue[]): Promise<void> {
  if (values.length === 0) return
  await sql`
    update station_streams s set value = r.value, value_at = r.at, heard_at = r."heardAt", received = s.received + r.values
    from json_to_recordset(${JSON.stringify(values)}::json)
      as r("stationId" text, "streamId" bigint, value text, at timestamptz, "heardAt" timestamptz, values bigint)
    where s.station_id = r."stationId" and s.stream_id = r."streamId"`.execute(db)
}

/** The streams of a station, as they came to be. */
export function listStreams(db: Db, stationId: string) {
  return db
    .selectFrom('station_streams')
    .select([
      'stream_id as streamId',
      'monitor_id as monitorId',
      'interval_seconds as intervalSeconds',
      'values_most as valuesMost',
      'opened_at as openedAt',
      'value',
      'value_at as valueAt',
      'received',
    ])
    .where('station_id', '=', stationId)
    .orderBy('stream_id')
    .execute()
}
