import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { Note } from '../write/notes.ts'

export interface RequestRow {
  id: number
  managerId: number
  withSecrets: boolean
  language: 'en' | 'de' | 'ru'
  createdAt: Date
  run: string | null
  tablesDone: number
  tables: number
  rows: number
  size: number
  readyAt: Date | null
  expiresAt: Date | null
}

const columns = sql`id, manager_id as "managerId", with_secrets as "withSecrets", language, created_at as "createdAt",
  run, tables_done as "tablesDone", tables, rows, size, ready_at as "readyAt", expires_at as "expiresAt"`

export async function insertRequest(
  tx: Tx,
  {
    managerId,
    withSecrets,
    language,
    at,
  }: { managerId: number; withSecrets: boolean; language: string; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into full_exports (manager_id, with_secrets, language, created_at)
    values (${managerId}, ${withSecrets}, ${language}, ${at}) returning id`.execute(tx)
  return first(rows).id
}

/** What somebody has ordered, newest first. */
export async function listRequests(db: Db, managerId: number): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${columns} from full_exports where manager_id = ${managerId} order by id desc`.execute(db)
  return rows
}

export async function findRequest(db: Db, id: number): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`select ${columns} from full_exports where id = ${id}`.execute(db)
  return rows[0]
}

/** Takes the writing over from whoever has it. */
export async function updateRun(db: Db, id: number, run: string): Promise<void> {
  await sql`update full_exports set run = ${run} where id = ${id} and ready_at is null`.execute(db)
}

/** Says how far it is; false where it was removed, or another server has taken it over. */
export async function updateProgress(
  tx: Tx,
  id: number,
  { run, note, tables }: { run: string; note: Note; tables: number },
): Promise<boolean> {
  const bytes = note.files.reduce((sum, { size }) => sum + size, 0)
  const { numAffectedRows } = await sql`
    update full_exports set rows = rows + ${note.rows}::int8, size = size + ${bytes}::int8, tables = ${tables}::int4,
      tables_done = tables_done + ${note.ended ? 1 : 0}::int4
    where id = ${id} and run = ${run} and ready_at is null`.execute(tx)
  return numAffectedRows === 1n
}

export interface StoredPart {
  note: Note
  /** names in the file store by path */
  stored: Record<string, string>
}

export async function insertPart(tx: Tx, id: number, { note, stored }: StoredPart): Promise<void> {
  await sql`
    insert into full_export_parts (export_id, position, note, stored)
    select ${id}::int8, coalesce(max(position), 0) + 1, ${JSON.stringify(note)}::jsonb, ${JSON.stringify(stored)}::jsonb
    from full_export_parts where export_id = ${id}`.execute(tx)
}

export async function listParts(db: Db, id: number): Promise<StoredPart[]> {
  const { rows } = await sql<StoredPart>`
    select note, stored from full_export_parts where export_id = ${id} order by position`.execute(db)
  return rows
}

/** It is whole; false where it was so already, or another server has taken it over. */
export async function updateReady(
  tx: Tx,
  id: number,
  { run, at, until }: { run: string; at: Date; until: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update full_exports set ready_at = ${at}, expires_at = ${until}
    where id = ${id} and run = ${run} and ready_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Forgets an export; its files are the caller's to remove. */
export async function deleteRequest(tx: Tx, id: number): Promise<void> {
  await sql`delete from full_exports where id = ${id}`.execute(tx)
}

/** Exports whose time is over, and those that were never finished. */
export async function listOver(db: Db, now: Date, begunBefore: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from full_exports where expires_at < ${now} or (ready_at is null and created_at < ${begunBefore})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
