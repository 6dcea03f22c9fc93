import type {
  Language,
  ReportSchedule,
  reportScheduleBody,
  reportScheduleChange,
} from '@stationmaster/contract'
import { DAY_MS, dayOf, instantOf } from '@stationmaster/units'
import type { z } from 'zod'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { insertExport } from '../exports/export-store.ts'
import type { ExportParts } from '../exports/exports.ts'
import { checkMode } from '../report.ts'
import { lastDue, nextDue, periodBefore } from './schedule-rules.ts'
import {
  type DueSchedule,
  findSchedule,
  insertSchedule,
  listSchedules,
  lockDueSchedules,
  removeSchedule,
  updateSchedule,
} from './schedule-store.ts'

/** The most schedules of one person. */
const maxSchedules = 20
const batchSize = 100

type Parts = Pick<ExportParts, 'db' | 'clock' | 'jobs' | 'timeZone'>

const todayOf = ({ clock, timeZone }: Parts): string => dayOf(clock.now(), timeZone)

/** Adds a report that is sent at regular times from now on. Throws auth.forbidden, request.invalid, request.too_many. */
export async function addSchedule(
  parts: Parts,
  { caller, language }: { caller: Caller; language: Language },
  body: z.output<typeof reportScheduleBody>,
): Promise<ReportSchedule> {
  checkMode(caller, body.mode)
  const one = { ...body, paused: false, next_on: nextDue(body.every, todayOf(parts)) }
  return inTransaction(parts.db, async (tx) => {
    if ((await listSchedules(tx, caller.id)).length >= maxSchedules) throw new Failure('request.too_many')
    const id = await insertSchedule(tx, { managerId: caller.id, language, at: parts.clock.now() }, one)
    return { id, ...one }
  })
}

/** Changes, pauses or resumes a schedule. Reports that were due during a pause are not sent later. Throws report_schedule.not_found. */
export async function changeSchedule(
  parts: Parts,
  caller: Caller,
  id: number,
  change: z.output<typeof reportScheduleChange>,
): Promise<ReportSchedule> {
  return inTransaction(parts.db, async (tx) => {
    const before = await findSchedule(tx, caller.id, id)
    if (!before) throw new Failure('report_schedule.not_found')
    const every = change.every ?? before.every
    const after: ReportSchedule = {
      ...before,
      every,
      next_on: nextDue(every, todayOf(parts)),
      locations: change.locations === undefined ? before.locations : change.locations,
      format: change.format ?? before.format,
      paused: change.paused ?? before.paused,
    }
    await updateSchedule(tx, after)
    return after
  })
}

/** Throws report_schedule.not_found. */
export const dropSchedule = ({ db }: Parts, caller: Caller, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await removeSchedule(tx, caller.id, id))) throw new Failure('report_schedule.not_found')
  })

/** Makes the reports that are due in the background, each once. When one was due several times while no server ran, only the last is made. */
export async function exportDue(parts: Parts): Promise<void> {
  const today = todayOf(parts)
  for (;;) {
    const count = await inTransaction(parts.db, async (tx) => {
      const due = await lockDueSchedules(tx, today, batchSize)
      for (const one of due) await exportOne(tx, parts, one, today)
      return due.length
    })
    if (count < batchSize) return
  }
}

async function exportOne(tx: Tx, { clock, jobs, timeZone }: Parts, one: DueSchedule, today: string) {
  const { manager_id: managerId, language, mode, locations, format, every } = one
  await updateSchedule(tx, { ...one, next_on: nextDue(every, today) })
  const { from, to } = periodBefore(every, lastDue(every, today))
  const request = {
    what: 'report' as const,
    mode,
    from: instantOf(from, 0, timeZone).toISOString(),
    // noon of the last day is always in that day, also when the clocks change
    to: new Date(instantOf(to, 0, timeZone).getTime() + DAY_MS / 2).toISOString(),
    ...(locations === null ? {} : { locations }),
  }
  const scheduled = true
  const id = await insertExport(tx, { managerId, request, format, language, scheduled }, clock.now())
  await jobs.send(tx, 'export', { id })
}
