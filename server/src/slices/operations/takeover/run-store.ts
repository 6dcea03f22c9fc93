import type { ErrorCode, TakeoverState, TakeoverSystem } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { Kind } from './neutral.ts'

export interface KindCounts {
  read: number
  added: number
  here: number
  refused: number
  remarked: number
}

export interface KeptFault {
  kind: Kind | 'files'
  code: ErrorCode
  refused: boolean
  total: number
  rows: { row: string; value: string }[]
}

export interface Run {
  id: number
  system: TakeoverSystem
  source: string
  state: TakeoverState
  kind: Kind | null
  afterKey: string | null
  rowsRead: number
  counts: Partial<Record<Kind, KindCounts>>
  faults: KeptFault[]
  error: ErrorCode | null
  managerId: number
  by: string
  email: string
  /** whoever began or started it is still an administrator */
  admitted: boolean
  remoteAddress: string
  createdAt: Date
  updatedAt: Date
  finishedAt: Date | null
}

const selected = sql`t.id, t.system, t.source, t.state, t.kind, t.after_key as "afterKey", t.rows_read as "rowsRead", t.counts, t.faults,
  t.error, t.manager_id as "managerId", trim(m.first_name || ' ' || m.last_name) as by, m.email,
  m.role = 'administrator' and m.blocked_at is null as admitted, t.remote_address as "remoteAddress",
  t.created_at as "createdAt", t.updated_at as "updatedAt", t.finished_at as "finishedAt"`

export async function listRuns(db: Db): Promise<Run[]> {
  const { rows } =
    await sql<Run>`select ${selected} from takeovers t join manager_view m on m.id = t.manager_id
    order by t.id desc limit 50`.execute(db)
  return rows
}

export async function findRun(db: Db, id: number): Promise<Run | undefined> {
  const { rows } =
    await sql<Run>`select ${selected} from takeovers t join manager_view m on m.id = t.manager_id
    where t.id = ${id}`.execute(db)
  return rows[0]
}

/** The one that has not ended: there is never more than one. */
export async function findOpen(db: Db): Promise<Run | undefined> {
  const { rows } =
    await sql<Run>`select ${selected} from takeovers t join manager_view m on m.id = t.manager_id
    where t.finished_at is null`.execute(db)
  return rows[0]
}

/** An administrator who may do everything, by the address. */
export async function findAdministrator(
  db: Db,
  email: string,
): Promise<{ id: number; email: string } | undefined> {
  const { rows } = await sql<{ id: number; email: string }>`select id, email from manager_view
    where lower(email) = lower(${email}) and role = 'administrator' and blocked_at is null`.execute(db)
  return rows[0]
}

/** A run, locked until the transaction ends: of several servers one works on it. */
export async function lockRun(tx: Tx, id: number): Promise<Run | undefined> {
  await sql`select from takeovers where id = ${id} for update`.execute(tx)
  return findRun(tx, id)
}

/** Adds a run; one beside another that has not ended violates the key takeovers_running. */
export async function insertRun(
  tx: Tx,
  run: Pick<Run, 'system' | 'source' | 'managerId' | 'remoteAddress'> & { at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into takeovers (system, source, state, manager_id, remote_address, created_at, updated_at)
    values (${run.system}, ${run.source}, 'reading', ${run.managerId}, ${run.remoteAddress}, ${run.at}, ${run.at})
    returning id`.execute(tx)
  return first(rows).id
}

/** Writes how far a run is. */
export async function updateRun(
  tx: Db,
  { id, state, kind, afterKey, counts, faults, error, managerId, remoteAddress }: Run,
  at: Date,
): Promise<void> {
  const over = state === 'done' || state === 'failed' || state === 'stopped'
  await sql`update takeovers set state = ${state}, kind = ${kind}, after_key = ${afterKey}, counts = ${JSON.stringify(counts)}::jsonb,
    faults = ${JSON.stringify(faults)}::jsonb, error = ${error}, updated_at = ${at},
    manager_id = ${managerId}, remote_address = ${remoteAddress},
    finished_at = ${over ? at : null} where id = ${id}`.execute(tx)
}

/** Counts rows that a run has read, and keeps what was wrong with the files. */
export async function addRead(db: Db, id: number, count: number, at: Date): Promise<void> {
  await sql`update takeovers set rows_read = rows_read + ${count}, updated_at = ${at} where id = ${id}`.execute(
    db,
  )
}

/** What records of another system have become here, by their keys. */
export async function findRecords(
  tx: Db,
  source: string,
  kind: Kind,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; local: string }>`
    select key, local from takeover_records
    where source = ${source} and kind = ${kind} and key = any(${[...new Set(keys)]}::text[])`.execute(tx)
  return new Map(rows.map(({ key, local }) => [key, local]))
}

export async function insertRecords(
  tx: Tx,
  run: Pick<Run, 'id' | 'source'>,
  kind: Kind,
  records: readonly (readonly [key: string, local: string | number])[],
): Promise<void> {
  if (records.length === 0) return
  const [keys, locals] = [records.map(([key]) => key), records.map(([, local]) => String(local))]
  await sql`insert into takeover_records (source, kind, key, local, takeover_id)
    select ${run.source}::text, ${kind}::text, r.key, r.local, ${run.id}::bigint
    from unnest(${keys}::text[], ${locals}::text[]) as r(key, local)`.execute(tx)
}

/** Stations, removed ones too, with their connectors and locations. */
export interface StandingConnector {
  stationId: string
  locationId: number
  removed: boolean
  connectorId: number
  evse: number
  number: number
  ordinal: number
}

export async function listStanding(db: Db, stationIds: readonly string[]): Promise<StandingConnector[]> {
  const { rows } = await sql<StandingConnector>`
    select s.id as "stationId", s.location_id as "locationId", s.deleted_at is not null as removed, c.id as "connectorId",
      c.evse_number as evse, c.number, c.ordinal
    from station_view s join connector_view c on c.station_id = s.id
    where s.id = any(${[...new Set(stationIds)]}::text[])`.execute(db)
  return rows
}

/** The drivers of cards, by their numbers. */
export async function listTokenDrivers(db: Db, tokens: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ token: string; driverId: number | null }>`
    select token, driver_id as "driverId" from id_token_view where token = any(${[...new Set(tokens)]}::text[])`.execute(
    db,
  )
  return new Map(rows.flatMap(({ token, driverId }) => (driverId === null ? [] : [[token, driverId]])))
}

/** Which stations there are or were, with or without connectors. */
export async function listKnownStations(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from station_view where id = any(${[...new Set(ids)]}::text[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
