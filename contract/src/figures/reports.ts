import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { call, page } from '../base/call.ts'
import { csvFormats } from '../base/csv-guard.ts'
import { paymentMethodTypes, type ReportMode, reportModes } from '../base/enums.ts'
import { narrowedBy, narrowedByAny, narrowedByStation } from '../base/subjects.ts'
import { partnerFilter } from '../charging/orders.ts'

/** The reports that accounters may read; administrators may read all. */
export const accounterModes: readonly ReportMode[] = ['owner', 'income', 'unique_clients']

/** What a column holds. Money is in kopecks, energy in Wh, a day is YYYY-MM-DD, a month is YYYY-MM, a ratio has two decimals. */
const reportColumnKinds = [
  'text',
  'count',
  'ratio',
  'money',
  'energy',
  'day',
  'month',
  'instant',
  'method',
] as const

const column = z.object({ key: z.string(), kind: z.enum(reportColumnKinds), head: z.string() })
export type ReportColumn = z.infer<typeof column>

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type ReportRow = z.infer<typeof row>

const report = z.object({
  mode: z.enum(reportModes),
  columns: z.array(column),
  rows: z.array(row),
  /** of all rows, on this page or not; null where it can only be computed from the rows */
  total: row.nullable(),
  /** number of all rows, counted up to 50,000 */
  total_count: z.number(),
  /** `after` of the next page; null on the last page */
  next: z.string().nullable(),
})
export type Report = z.infer<typeof report>

const sums = {
  /** sessions */
  count: z.number(),
  kwh: z.number(),
  /** what drivers paid; in kopecks, like all fields below */
  captured: z.number(),
  /** what was paid back to drivers */
  refunded: z.number(),
  /** what banks took back by chargebacks */
  charged_back: z.number(),
  /** captured minus refunded minus charged back */
  amount: z.number(),
  /** the amount without cash */
  revenue: z.number(),
  bank_commission: z.number(),
  agent_fee: z.number(),
  /** what the owner has received already */
  compensation: z.number(),
  /** due to owners: amount minus commission, fee and compensation; zero for the network's own locations */
  to_compensate: z.number(),
}
const sumsSchema = z.object(sums)
export type PaymentSums = z.infer<typeof sumsSchema>

const paymentRow = z.object({
  /** YYYY-MM-DD in the network's time zone */
  day: z.string(),
  /** the group of a day and a location that the row belongs to */
  groupId: z.string(),
  /** groupId of the parent row; null for the row of a day and a location */
  parentId: z.string().nullable(),
  title: z.string(),
  location_id: z.number(),
  /** true for the sum of the rows in `payments` */
  summary: z.boolean(),
  payment_method_type: z.enum(paymentMethodTypes).nullable(),
  payment_provider: z.string().nullable(),
  market_shop_id: z.string().nullable(),
  ...sums,
})
export type ReportPayment = z.infer<typeof paymentRow>
const paymentGroup = paymentRow.extend({ payments: z.array(paymentRow) })
export type ReportPaymentGroup = z.infer<typeof paymentGroup>

export const sheetFormats = ['xlsx', ...csvFormats] as const
export type SheetFormat = (typeof sheetFormats)[number]

/** The most rows that a downloaded file holds; a file sent by mail holds all rows. */
export const sheetRowsMost = 10_000

const period = { from: sentInstant, to: sentInstant }
/** comma lists of ids; the specification has both names */
const places = {
  locationIds: narrowedByAny('location').optional(),
  locations: narrowedByAny('location').optional(),
}
const asFile = { format: z.enum(sheetFormats).default('xlsx') }

const readers = ['administrator', 'accounter'] as const
const orderReaders = ['administrator', 'manager', 'operator'] as const

const paymentMethodFilter = z.enum(paymentMethodTypes).optional()

const reportQuery = { mode: z.enum(reportModes), ...period, ...places }
const dayQuery = { ...period, ...places, payment_method_type: paymentMethodFilter }
const ordersQuery = {
  ...period,
  ...places,
  search: z.string().max(100).optional(),
  /** a comma list */
  statuses: z.string().max(200).optional(),
  /** a comma list of the stages at which they failed */
  failed: z.string().max(100).optional(),
  station_id: narrowedByStation(255).optional(),
  connector_id: narrowedBy('connector').optional(),
  model: z.string().max(255).optional(),
  firmware: z.string().max(255).optional(),
  hourOfWeek: z.coerce.number().int().min(0).max(167).optional(),
  /** of a roaming partner's drivers */
  partner: partnerFilter.optional(),
}

const exportBody = z.discriminatedUnion('what', [
  z.object({ what: z.literal('report'), ...reportQuery, format: z.enum(sheetFormats) }),
  z.object({ what: z.literal('payments'), ...dayQuery, format: z.enum(sheetFormats) }),
  z.object({ what: z.literal('orders'), ...ordersQuery, format: z.enum(sheetFormats) }),
])
export type ExportBody = z.output<typeof exportBody>
type WithoutFormat<B> = B extends ExportBody ? Omit<B, 'format'> : never
/** Which rows a file holds. */
export type ExportRequest = WithoutFormat<ExportBody>

/** Payment reports and their files. Their cost grows with the number of days, not of payments. */
export const reports = {
  payments: call({
    method: 'GET',
    path: 'statistics/payments',
    summary:
      'Sums of a day and location with those of each way to pay, provider and shop, newest day first; limit counts days and locations',
    roles: readers,
    query: z.object({ ...period, ...places, ...page(50, 50_000) }),
    answer: z.object({
      payments: z.array(paymentGroup),
      paymentsTotalCount: z.number(),
      total: sumsSchema,
    }),
  }),
  report: call({
    method: 'GET',
    path: 'statistics/report',
    summary: 'A payment report of a period; accounters have owner, income and unique_clients',
    roles: readers,
    query: z.object({
      mode: z.enum(reportModes),
      ...period,
      ...places,
      limit: z.coerce.number().int().min(1).max(50_000).default(1000),
      /** `next` of the answer before */
      after: z.string().max(2000).optional(),
    }),
    answer: report,
  }),
  reportFile: call({
    method: 'GET',
    path: 'statistics/report/download',
    summary: 'The same as a spreadsheet in the language asked for, of 10,000 rows at most',
    roles: readers,
    query: z.object({ ...reportQuery, ...asFile }),
    answer: z.unknown(),
    download: true,
  }),
  dayFile: call({
    method: 'GET',
    path: 'statistics/payments/download',
    summary: 'Statistics by day as a spreadsheet: a row a day and location with what each way to pay brought',
    roles: readers,
    query: z.object({ ...dayQuery, ...asFile }),
    answer: z.unknown(),
    download: true,
  }),
  ordersFile: call({
    method: 'GET',
    path: 'orders/download',
    summary: 'Orders as a spreadsheet, of 10,000 rows at most, newest first; from and to bound created_at',
    roles: orderReaders,
    query: z.object({ ...ordersQuery, ...asFile }),
    answer: z.unknown(),
    download: true,
  }),
  askExport: call({
    method: 'POST',
    path: 'exports',
    summary:
      'Have a file of all rows made in the background; its link is mailed, and good once, for three days',
    roles: ['administrator', 'manager', 'operator', 'accounter'],
    body: exportBody,
    answer: z.object({ id: z.number() }),
    status: 201,
  }),
  takeExport: call({
    method: 'POST',
    path: 'exports/taking',
    summary: 'Use a mailed link up: a link to the file, good for one minute and one use',
    roles: 'public',
    bySecret: true,
    body: z.object({ token: z.string().min(1).max(100) }),
    answer: z.object({ url: z.string() }),
  }),
}
