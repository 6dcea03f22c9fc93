import { z } from 'zod'
import { call, idParams } from '../base/call.ts'
import { languages } from '../base/enums.ts'

/** YYYY-MM */
export const monthRule = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

/** How well an owner's stations worked; null where nothing is known. */
const working = {
  /** of what counts, rounded down to two decimals */
  uptime_percent: z.number().nullable(),
  /** stretches of five minutes and more in which a station could not be used */
  incidents: z.number(),
  incident_seconds: z.number(),
}
/** As in the payment reports and statements, in kopecks; energy in Wh. */
const sums = {
  sessions: z.number(),
  energy: z.number(),
  captured: z.number(),
  refunded: z.number(),
  charged_back: z.number(),
  amount: z.number(),
  revenue: z.number(),
  bank_commission: z.number(),
  agent_fee: z.number(),
  compensation: z.number(),
  to_compensate: z.number(),
}

const monthlyReportLocation = z.object({
  id: z.number(),
  name: z.string(),
  stations: z.number(),
  ...sums,
  ...working,
})
export type MonthlyReportLocation = z.infer<typeof monthlyReportLocation>

const monthlyReport = z.object({
  owner_id: z.number(),
  owner_name: z.string(),
  network_name: z.string(),
  /** YYYY-MM */
  month: z.string(),
  /** the month still runs: the figures are those until now */
  running: z.boolean(),
  stations: z.number(),
  ...sums,
  ...working,
  /** sessions that were tried, and those of them that charged */
  success: z.object({ tried: z.number(), succeeded: z.number() }),
  /** the same of the month before */
  before: z.object({ sessions: z.number(), energy: z.number(), amount: z.number() }),
  /** what petrol cars would have burnt on the way that the energy is good for, in grams */
  co2: z.object({ grams: z.number(), grams_per_kwh: z.number() }),
  /** Wh of each day of the month */
  days: z.array(z.object({ day: z.string(), energy: z.number() })),
  /** most energy first */
  locations: z.array(monthlyReportLocation),
})
export type MonthlyReport = z.infer<typeof monthlyReport>

const monthlyMailing = z.object({ wanted: z.boolean(), language: z.enum(languages) })
export type MonthlyMailing = z.infer<typeof monthlyMailing>

const readers = ['administrator', 'manager'] as const
const monthParams = idParams.extend({ month: monthRule })

/** How an owner's month went, on one page. */
export const monthlyReports = {
  get: call({
    method: 'GET',
    path: 'managers/{id}/monthly-reports/{month}',
    summary:
      'How an owner’s month went: sessions, energy, money, uptime, outages, CO2; managers see their own',
    roles: readers,
    params: monthParams,
    answer: monthlyReport,
  }),
  download: call({
    method: 'POST',
    path: 'managers/{id}/monthly-reports/{month}/download',
    summary: 'A link to download it as a PDF: good for one minute and one use',
    roles: readers,
    params: monthParams,
    body: z.object({ language: z.enum(languages) }),
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
  mailing: call({
    method: 'GET',
    path: 'managers/{id}/monthly-report-mailing',
    summary: 'Whether an owner gets the report by mail on the 1st, and in which language',
    roles: readers,
    params: idParams,
    answer: monthlyMailing,
  }),
  setMailing: call({
    method: 'PUT',
    path: 'managers/{id}/monthly-report-mailing',
    summary: 'Have it mailed to the owner on the 1st of each month, or not any more',
    roles: readers,
    params: idParams,
    body: monthlyMailing,
    answer: monthlyMailing,
  }),
}
