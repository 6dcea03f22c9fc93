import type { BulkResult } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../platform/statements/bulk.ts'

/** The result of a command at one station. */
export interface Ending {
  runId: number
  position: number
  result: BulkResult
  status: string | null
  code: string | null
  /** the words of the failure's text, as JSON */
  detail: string | null
  latencyMs: number | null
  at: Date
}

const columns: ColumnMap<Ending> = {
  runId: ['run_id', 'bigint'],
  position: ['position', 'integer'],
  result: ['result', 'text'],
  status: ['status', 'text'],
  code: ['code', 'text'],
  detail: ['detail', 'text'],
  latencyMs: ['latency_ms', 'integer'],
  at: ['at', 'timestamptz'],
}

/** Records the results of sent commands. */
export async function updateEnded(db: Db, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return
  await sql`update bulk_run_stations b set result = r.result, status = r.status, code = r.code, detail = r.detail,
      latency_ms = r.latency_ms, at = r.at
    from ${rows(endings, columns, Object.keys(columns) as (keyof Ending)[])}
    where b.run_id = r.run_id and b.position = r.position and b.result = 'sent'`.execute(db)
}

export interface Claim {
  runId: number
  position: number
  stationId: string
}

/** Claims the next stations that wait, oldest run first: they are marked as sent before anything is sent. */
export async function claimWaiting(
  db: Db,
  runIds: readonly number[],
  most: number,
  at: Date,
): Promise<Claim[]> {
  const result = await sql<Claim>`update bulk_run_stations b set result = 'sent', at = ${at}
    from (select run_id, position from bulk_run_stations
      where run_id = any(${runIds}::bigint[]) and result = 'waiting'
      order by run_id, position limit ${most} for update skip locked) next
    where b.run_id = next.run_id and b.position = next.position
    returning b.run_id as "runId", b.position, b.station_id as "stationId"`.execute(db)
  return result.rows
}

/** The stations of a run that wait for their turn. */
export async function listWaiting(db: Db, runId: number): Promise<string[]> {
  const waiting = await db
    .selectFrom('bulk_run_stations')
    .select('station_id')
    .where('run_id', '=', runId)
    .where('result', '=', 'waiting')
    .execute()
  return waiting.map(({ station_id }) => station_id)
}

/** Marks stations of a run that are not connected: as away where the run waits for them, else as failed. */
export async function updateOffline(
  db: Db,
  runId: number,
  stationIds: readonly string[],
  waits: boolean,
  at: Date,
): Promise<void> {
  if (stationIds.length === 0) return
  await sql`update bulk_run_stations set result = ${waits ? 'away' : 'failed'},
      code = ${waits ? null : 'station.offline'}, at = ${at}
    where run_id = ${runId} and result = 'waiting' and station_id = any(${stationIds}::text[])`.execute(db)
}

/** Puts stations that have connected from away to waiting; answers whether there were any. */
export async function updateConnected(
  db: Db,
  runIds: readonly number[],
  stationIds: readonly string[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`update bulk_run_stations set result = 'waiting', at = null
    where run_id = any(${runIds}::bigint[]) and station_id = any(${stationIds}::text[])
      and result = 'away'`.execute(db)
  return Boolean(numAffectedRows)
}

/** Gives up waiting for the stations of a run; answers whether there were any. */
export async function updateGivenUp(db: Db, runId: number, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update bulk_run_stations
    set result = 'failed', code = 'station.offline', at = ${at}
    where run_id = ${runId} and result = 'away'`.execute(db)
  return Boolean(numAffectedRows)
}

/** Ends the runs in which nothing is left to do, with their counts; answers their ids. */
export async function updateFinished(db: Db, runIds: readonly number[], at: Date): Promise<number[]> {
  const { rows: finished } = await sql<{ id: number }>`update bulk_runs r set finished_at = ${at}, counts =
      (select jsonb_object_agg(c.result, c.n) from (select b.result, count(*) as n from bulk_run_stations b
        where b.run_id = r.id group by b.result) c)
    where r.id = any(${runIds}::bigint[]) and r.finished_at is null and not exists (select from bulk_run_stations b
      where b.run_id = r.id and b.result in ('waiting', 'away', 'sent'))
    returning r.id`.execute(db)
  return finished.map(({ id }) => id)
}

/**
 * Resumes the runs that a node, or an earlier process of this one, left: what it had sent has an unknown result, and the rest waits at
 * least until an instant for the stations to come back. Answers the ids.
 */
export async function resumeRuns(
  db: Db,
  { from, to, at, until }: { from: string; to: string; at: Date; until: Date },
): Promise<number[]> {
  const { rows: resumed } = await sql<{ id: number }>`
    with resumed as (
      update bulk_runs set wait_until = greatest(wait_until, ${until}::timestamptz), node = ${to}
      where node = ${from} and finished_at is null returning id),
    unknown as (
      update bulk_run_stations set result = 'unknown', at = ${at}
      where run_id in (select id from resumed) and result = 'sent')
    select id from resumed`.execute(db)
  return resumed.map(({ id }) => id)
}

/** The nodes other than these that have unfinished runs. */
export async function listRunNodes(db: Db, except: readonly string[]): Promise<string[]> {
  const { rows: found } = await sql<{ node: string }>`select distinct node from bulk_runs
    where finished_at is null and node <> all(${except}::text[])`.execute(db)
  return found.map(({ node }) => node)
}

/** The runs among some that a node still has to carry out. */
export async function listOwn(db: Db, runIds: readonly number[], node: string): Promise<Set<number>> {
  const { rows: found } = await sql<{ id: number }>`select id from bulk_runs
    where id = any(${runIds}::bigint[]) and node = ${node} and finished_at is null`.execute(db)
  return new Set(found.map(({ id }) => id))
}

/** The stations that runs wait for and that are connected, at any node. */
export async function listReturned(db: Db, runIds: readonly number[]): Promise<string[]> {
  const { rows: found } = await sql<{ stationId: string }>`select distinct b.station_id as "stationId"
    from bulk_run_stations b join station_presence_view p on p.station_id = b.station_id
    where b.run_id = any(${runIds}::bigint[]) and b.result = 'away' and p.connection_id is not null`.execute(
    db,
  )
  return found.map(({ stationId }) => stationId)
}
