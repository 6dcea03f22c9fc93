import type { Language, ReportSchedule } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

const fields = sql`id, mode, locations, every, format, paused, next_on`

/** The schedules of one person, oldest first. */
export async function listSchedules(db: Db, managerId: number): Promise<ReportSchedule[]> {
  const { rows } = await sql<ReportSchedule>`
    select ${fields} from report_schedules where manager_id = ${managerId} order by id`.execute(db)
  return rows
}

export async function findSchedule(
  tx: Tx,
  managerId: number,
  id: number,
): Promise<ReportSchedule | undefined> {
  const { rows } = await sql<ReportSchedule>`
    select ${fields} from report_schedules where id = ${id} and manager_id = ${managerId} for update`.execute(
    tx,
  )
  return rows[0]
}

type NewSchedule = Omit<ReportSchedule, 'id'>

export async function insertSchedule(
  tx: Tx,
  of: { managerId: number; language: Language; at: Date },
  one: NewSchedule,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into report_schedules (manager_id, mode, locations, every, format, language, paused, created_at, next_on)
    values (${of.managerId}, ${one.mode}, ${one.locations}, ${one.every}, ${one.format}, ${of.language}, ${one.paused},
      ${of.at}, ${one.next_on}) returning id`.execute(tx)
  return first(rows).id
}

export async function updateSchedule(tx: Tx, { id, ...one }: ReportSchedule): Promise<void> {
  await sql`
    update report_schedules set locations = ${one.locations}, every = ${one.every}, format = ${one.format},
      paused = ${one.paused}, next_on = ${one.next_on} where id = ${id}`.execute(tx)
}

export async function removeSchedule(tx: Tx, managerId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from report_schedules where id = ${id} and manager_id = ${managerId} returning id`.execute(tx)
  return rows.length > 0
}

export type DueSchedule = ReportSchedule & { manager_id: number; language: Language }

/** The schedules that are due on a day. They are locked, so another server skips them. */
export async function lockDueSchedules(tx: Tx, day: string, limit: number): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`
    select ${fields}, manager_id, language from report_schedules where not paused and next_on <= ${day}
    order by id limit ${limit} for update skip locked`.execute(tx)
  return rows
}
