import { type BulkCommand, type BulkCounts, type BulkResult, bulkFailures } from '@stationmaster/contract'
import { type Selectable, sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Schema, Tx } from '../../../platform/schema/schema.ts'
import { searchedIn } from '../../../platform/statements/search.ts'
import { isSelected, type Selection } from '../../stations/stations/lists/selected-store.ts'

/** How many stations of a selection a caller may see, by the version that they spoke last. */
export async function countReach(
  db: Db,
  caller: Caller,
  selection: Selection,
): Promise<{ protocol: string | null; total: number; online: number }[]> {
  const { rows } = await sql<{ protocol: string | null; total: number; online: number }>`
    select coalesce(p.protocol, s.protocol) as protocol, count(*) as total, count(p.connection_id) as online
    from station_view s left join station_presence_view p on p.station_id = s.id
    where ${isSelected(caller, selection)} group by 1 order by 1 nulls last`.execute(db)
  return rows
}

export interface NewRun {
  node: string
  command: BulkCommand
  sealedCommand: string | null
  retryOf: number | null
  by: number
  remoteAddress: string | null
  at: Date
  waitUntil: Date | null
}

export async function insertRun(tx: Tx, run: NewRun): Promise<number> {
  const { id } = await tx
    .insertInto('bulk_runs')
    .values({
      node: run.node,
      command: JSON.stringify(run.command),
      sealed_command: run.sealedCommand,
      retry_of: run.retryOf,
      created_by: run.by,
      remote_address: run.remoteAddress,
      created_at: run.at,
      wait_until: run.waitUntil,
      total: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives a run its stations, in the order of the station list, and its total; answers how many. */
export const insertChosen = (tx: Tx, runId: number, caller: Caller, selection: Selection): Promise<number> =>
  insertStations(
    tx,
    runId,
    sql`select s.id, row_number() over (order by s.list_order) as position
    from station_view s where ${isSelected(caller, selection)}`,
  )

/** Gives a run the stations where an earlier one failed and that still exist; answers how many. */
export const insertFailed = (tx: Tx, runId: number, earlier: number): Promise<number> =>
  insertStations(
    tx,
    runId,
    sql`select s.id, row_number() over (order by b.position) as position
    from bulk_run_stations b join station_view s on s.id = b.station_id and s.deleted_at is null
    where b.run_id = ${earlier} and b.result = any(${bulkFailures}::text[])`,
  )

async function insertStations(tx: Tx, runId: number, chosen: ReturnType<typeof sql>): Promise<number> {
  const inserted = await sql`insert into bulk_run_stations (run_id, position, station_id)
    select ${runId}::bigint, c.position, c.id from (${chosen}) c`.execute(tx)
  const total = Number(inserted.numAffectedRows ?? 0)
  await tx.updateTable('bulk_runs').set({ total }).where('id', '=', runId).execute()
  return total
}

export type RunRow = Selectable<Schema['bulk_runs']> & { name: string }

const runs = sql`select r.*, trim(m.first_name || ' ' || m.last_name) as name
  from bulk_runs r join manager_view m on m.id = r.created_by`

export async function findRun(db: Db, id: number): Promise<RunRow | undefined> {
  const found = await sql<RunRow>`${runs} where r.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Runs before an id, newest first. */
export async function listRuns(db: Db, before: number | undefined, limit: number): Promise<RunRow[]> {
  const older = before === undefined ? sql`true` : sql`r.id < ${before}`
  const found = await sql<RunRow>`${runs} where ${older} order by r.id desc limit ${limit}`.execute(db)
  return found.rows
}

/** The stations of some runs, counted by result. */
export async function countResults(
  db: Db,
  runIds: readonly number[],
): Promise<Map<number, Partial<BulkCounts>>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; counts: Partial<BulkCounts> }>`
    select run_id as id, jsonb_object_agg(result, n) as counts
    from (select run_id, result, count(*) as n from bulk_run_stations
      where run_id = any(${runIds}::bigint[]) group by run_id, result) c
    group by run_id`.execute(db)
  return new Map(rows.map(({ id, counts }) => [id, counts]))
}

export interface ResultRow {
  position: number
  station_id: string
  station_number: number
  location_id: number
  location_name: string
  removed: boolean
  result: BulkResult
  status: string | null
  code: string | null
  detail: string | null
  latency_ms: number | null
  at: Date | null
}

export interface ResultFilter {
  results?: readonly BulkResult[] | undefined
  search?: string | undefined
}

const matching = (runId: number, { results, search = '' }: ResultFilter) => sql`b.run_id = ${runId}
  and ${results ? sql`b.result = any(${results}::text[])` : sql`true`} and ${searchedIn(search, 's.search_text')}`

const withStation = sql`bulk_run_stations b join station_view s on s.id = b.station_id`

const resultColumns = sql`b.position, b.station_id, s.number as station_number, s.location_id, l.name as location_name,
  s.deleted_at is not null as removed, b.result, b.status, b.code, b.detail, b.latency_ms, b.at`

/**
 * A page of a run's stations with their count. Any place of a whole run is found by its position; of a part of it, in an
 * index that holds nothing else.
 */
export async function listResults(
  db: Db,
  runId: number,
  filter: ResultFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ResultRow[]; total: number }> {
  const narrow = filter.results !== undefined || Boolean(filter.search)
  const source = filter.search ? withStation : sql`bulk_run_stations b`
  const positions = narrow
    ? sql`in (select b.position from ${source} where ${matching(runId, filter)}
        order by b.position limit ${limit} offset ${offset})`
    : sql`between ${offset + 1} and ${offset + limit}`
  const [page, count] = await Promise.all([
    sql<ResultRow>`select ${resultColumns} from ${withStation} join location_view l on l.id = s.location_id
      where b.run_id = ${runId} and b.position ${positions} order by b.position`.execute(db),
    sql<{ total: number }>`select count(*) as total from ${source} where ${matching(runId, filter)}`.execute(
      db,
    ),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

/** The stations of a run after a position. */
export async function listAfter(
  db: Db,
  runId: number,
  position: number,
  limit: number,
): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`select ${resultColumns}
    from ${withStation} join location_view l on l.id = s.location_id
    where b.run_id = ${runId} and b.position > ${position} order by b.position limit ${limit}`.execute(db)
  return rows
}

/** Cancels the stations that still wait in a run; answers whether there were any. */
export async function updateCanceled(tx: Tx, runId: number, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update bulk_run_stations set result = 'canceled', at = ${at}
    where run_id = ${runId} and result in ('waiting', 'away')`.execute(tx)
  if (!numAffectedRows) return false
  await tx
    .updateTable('bulk_runs')
    .set({ canceled_at: sql`coalesce(canceled_at, ${at})` })
    .where('id', '=', runId)
    .execute()
  return true
}

/** Deletes finished runs that are older than the timelines that show them. */
export async function removeOldRuns(db: Db, before: Date): Promise<void> {
  await sql`
    with old as (select id from bulk_runs where finished_at < ${before}),
      results as (delete from bulk_run_stations where run_id in (select id from old)),
      retries as (update bulk_runs set retry_of = null
        where retry_of in (select id from old) and id not in (select id from old))
    delete from bulk_runs where id in (select id from old)`.execute(db)
}
