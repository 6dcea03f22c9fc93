import { z } from 'zod'
import { call, idParams } from '../base/call.ts'
import { reportModes } from '../base/enums.ts'
import { marked } from '../base/subjects.ts'
import { sheetFormats } from './reports.ts'

/** How often a report is sent: each morning, on Mondays, on the 1st; each time of the day, week or month before. */
export const rhythms = ['day', 'week', 'month'] as const
export type Rhythm = (typeof rhythms)[number]

export const reportScheduleBody = z.object({
  mode: z.enum(reportModes),
  /** a comma list of ids; null: all that one sees */
  locations: marked(z.string().regex(/^(?:\d{1,15}(?:,\d{1,15}){0,999})?$/), {
    subject: 'location',
    commas: true,
  }).nullable(),
  every: z.enum(rhythms),
  format: z.enum(sheetFormats),
})
export const reportScheduleChange = reportScheduleBody
  .omit({ mode: true })
  .extend({ paused: z.boolean() })
  .partial()

const reportSchedule = reportScheduleBody.extend({
  id: z.number(),
  paused: z.boolean(),
  /** YYYY-MM-DD by the network's clocks */
  next_on: z.string(),
})
export type ReportSchedule = z.infer<typeof reportSchedule>

const readers = ['administrator', 'accounter'] as const

/** Payment reports that somebody has sent to themselves regularly; everybody sees their own. */
export const reportSchedules = {
  list: call({
    method: 'GET',
    path: 'report-schedules',
    summary: 'Reports that the caller has sent to themselves, the oldest first',
    roles: readers,
    answer: z.array(reportSchedule),
  }),
  add: call({
    method: 'POST',
    path: 'report-schedules',
    summary: 'Have a report mailed as a link to the file that is good once, each day, week or month',
    roles: readers,
    body: reportScheduleBody,
    answer: reportSchedule,
    status: 201,
  }),
  change: call({
    method: 'PATCH',
    path: 'report-schedules/{id}',
    summary: 'Change, pause or resume one’s own',
    roles: readers,
    params: idParams,
    body: reportScheduleChange,
    answer: reportSchedule,
  }),
  remove: call({
    method: 'DELETE',
    path: 'report-schedules/{id}',
    summary: 'Have it sent no more',
    roles: readers,
    params: idParams,
    status: 204,
  }),
}
