import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../schema/schema.ts'

/** What a server says of itself; absent: it has not written yet. */
export interface NodeReport {
  nats: 'alone' | 'connected' | 'cut_off'
  /** how long the last beat took the database, ms */
  databaseMs: number
  /** the way to NATS and back, ms; null: no contact */
  natsMs: number | null
  /** by how much its timers were late in 99 of 100 cases since the last beat, ms */
  loopMs: number
  memoryBytes: number
  /** by how much its clock is ahead of the database's, ms */
  clockMs: number
}

export type NodeState = 'up' | 'draining' | 'dead'

/** A server on this database; `silent`: it has not written for as long as a lease lasts, by the database's clock. */
export interface NodeRow {
  id: string
  run: string
  version: string
  startedAt: Date
  beatAt: Date
  state: NodeState
  silent: boolean
  report: Partial<NodeReport>
  /** the database's clock */
  now: Date
}

/** Makes this server known under its name, whatever was there: the newer run of a name is the one that counts. */
export async function upsertNode(
  db: Db,
  { id, run, version }: Pick<NodeRow, 'id' | 'run' | 'version'>,
): Promise<void> {
  await sql`insert into nodes (id, run, version, state) values (${id}, ${run}, ${version}, 'up')
    on conflict (id) do update set run = excluded.run, version = excluded.version, state = 'up',
      started_at = case when nodes.state = 'dead' and nodes.run = ${run} then nodes.started_at else now() end,
      beat_at = now()`.execute(db)
}

const columnsOf = (
  leaseMs: number,
) => sql`n.id, n.run, n.version, n.started_at as "startedAt", n.beat_at as "beatAt", n.state,
  n.beat_at < now() - make_interval(secs => ${leaseMs / 1000}::float8) as silent, n.report, now() as now`

/** All servers on the database, by name. */
export async function listNodes(db: Db, leaseMs: number): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`select ${columnsOf(leaseMs)} from nodes n order by n.id`.execute(db)
  return rows
}

/**
 * Says that a server is there, and answers its own row and those of all others: one statement, every few seconds. Its own row is not
 * written where another run has its name, or others have taken it for dead.
 */
export async function beat(
  db: Db,
  { id, run, state, report }: Pick<NodeRow, 'id' | 'run' | 'state' | 'report'>,
  leaseMs: number,
): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    with mine as (update nodes set beat_at = now(), state = ${state}, report = ${JSON.stringify(report)}::jsonb
      where id = ${id} and run = ${run} and state <> 'dead' returning id)
    select ${columnsOf(leaseMs)} from nodes n order by n.id`.execute(db)
  return rows
}

/** Takes a silent server for dead; true for the one that is first to do so. */
export async function updateDead(
  tx: Tx,
  { id, run }: Pick<NodeRow, 'id' | 'run'>,
  leaseMs: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update nodes set state = 'dead'
    where id = ${id} and run = ${run} and state <> 'dead'
      and beat_at < now() - make_interval(secs => ${leaseMs / 1000}::float8)`.execute(tx)
  return numAffectedRows > 0n
}

/** Forgets a server that has ended as it should. */
export async function removeNode(db: Db, { id, run }: Pick<NodeRow, 'id' | 'run'>): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).where('run', '=', run).execute()
}

/** Forgets servers that have been dead since before an instant. */
export async function removeDeadNodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('nodes').where('state', '=', 'dead').where('beat_at', '<', before).execute()
}

/** For how long the oldest of the living servers has run, ms; 0 where none is known. */
export async function longestRunMs(db: Db, leaseMs: number): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(max(extract(epoch from now() - started_at) * 1000), 0)::float8 as ms from nodes
    where state <> 'dead' and beat_at >= now() - make_interval(secs => ${leaseMs / 1000}::float8)`.execute(db)
  return first(rows).ms
}

/** The names of the servers that are not dead. */
export async function listLiveNodes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('nodes').select('id').where('state', '<>', 'dead').execute()
  return rows.map(({ id }) => id)
}
