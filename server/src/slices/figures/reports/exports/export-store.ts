import { createHash, randomBytes } from 'node:crypto'
import type { ExportRequest, Language, SheetFormat } from '@stationmaster/contract'
import { DAY_MS, first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** A file that is made in the background and sent by mail. */
export interface ExportJob {
  id: number
  managerId: number
  request: ExportRequest
  format: SheetFormat
  language: Language
  /** made for a schedule, not requested by a person */
  scheduled: boolean
}

const lifeMs = 3 * DAY_MS
/** 256 random bits need no slow hash. Looking up a hash leaks nothing by its duration. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** How many files a manager has requested that are not made yet. */
export async function countOpenExports(db: Db, managerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from exports where manager_id = ${managerId} and made_at is null and not scheduled`.execute(
    db,
  )
  return Number(first(rows).count)
}

export async function insertExport(tx: Tx, job: Omit<ExportJob, 'id'>, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into exports (manager_id, asked, format, language, scheduled, created_at)
    values (${job.managerId}, ${JSON.stringify(job.request)}::jsonb, ${job.format}, ${job.language}, ${job.scheduled}, ${at})
    returning id`.execute(tx)
  return first(rows).id
}

/** An export that is not made yet. */
export async function findOpenExport(db: Db, id: number): Promise<ExportJob | undefined> {
  const { rows } = await sql<ExportJob>`
    select id, manager_id as "managerId", asked as request, format, language, scheduled from exports
    where id = ${id} and made_at is null`.execute(db)
  return rows[0]
}

/** Removes the parts of a file that a server did not finish. */
export async function removeParts(db: Db, id: number): Promise<void> {
  await sql`delete from export_parts where export_id = ${id}`.execute(db)
}

export async function insertPart(db: Db, id: number, position: number, bytes: Buffer): Promise<void> {
  await sql`insert into export_parts (export_id, position, bytes) values (${id}, ${position}, ${bytes})`.execute(
    db,
  )
}

/** Marks a file as made. Resolves with the token of its link, or undefined when the file was marked before. */
export async function updateMade(tx: Tx, id: number, name: string, at: Date): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql`
    update exports set name = ${name}, made_at = ${at}, token_hash = ${hashOf(token)},
      expires_at = ${new Date(at.getTime() + lifeMs)}
    where id = ${id} and made_at is null returning id`.execute(tx)
  return rows.length > 0 ? token : undefined
}

/** Uses a link up. When several requests use it at the same time, one of them gets the file. */
export async function takeExport(tx: Tx, token: string, at: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update exports set taken_at = ${at}
    where token_hash = ${hashOf(token)} and taken_at is null and expires_at > ${at} returning id`.execute(tx)
  return rows[0]?.id
}

export async function findMade(
  db: Db,
  id: number,
): Promise<{ name: string; format: SheetFormat } | undefined> {
  const { rows } = await sql<{ name: string; format: SheetFormat }>`
    select name, format from exports where id = ${id} and made_at is not null`.execute(db)
  return rows[0]
}

/** The parts of a file. Each is read after the reader has consumed the one before. */
export async function* readParts(db: Db, id: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const { rows } = await sql<{ bytes: Buffer }>`
      select bytes from export_parts where export_id = ${id} and position = ${position}`.execute(db)
    if (!rows[0]) return
    yield rows[0].bytes
  }
}

/** Removes files whose links have expired, and exports that were never made. */
export async function removeOldExports(db: Db, now: Date): Promise<void> {
  await sql`delete from exports where expires_at < ${now} or created_at < ${new Date(now.getTime() - 2 * lifeMs)}`.execute(
    db,
  )
}
