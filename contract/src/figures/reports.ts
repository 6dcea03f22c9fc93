import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { call, page } from '../base/call.ts'
import { csvFormats } from '../base/csv-guard.ts'
import { paymentMethodTypes, type ReportMode, reportModes } from '../base/enums.ts'
import { narrowedBy, narrowedByAny, narrowedByStation } from '../base/subjects.ts'

/** What accounters may read of them; administrators read all. */
export const accounterModes: readonly ReportMode[] = ['owner', 'income', 'unique_clients']

/** What a column holds: kopecks, Wh, a day as YYYY-MM-DD, a month as YYYY-MM, a number with two decimals. */
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
  /** of all rows, whether they are answered or not; null where only the rows can tell */
  total: row.nullable(),
  /** rows in all, counted up to 50,000 */
  total_count: z.number(),
  /** where to go on; null at the end */
  next: z.string().nullable(),
})
export type Report = z.infer<typeof report>

const sums = {
  /** sessions */
  count: z.number(),
  kwh: z.number(),
  /** kopecks, as all that follow: what was taken from drivers */
  captured: z.number(),
  /** what was given back */
  refunded: z.number(),
  /** what banks took back */
  charged_back: z.number(),
  /** captured, less refunded and charged back */
  amount: z.number(),
  /** of the amount what was not taken in cash */
  revenue: z.number(),
  bank_commission: z.number(),
  agent_fee: z.number(),
  /** what the owner has received already */
  compensation: z.number(),
  /** due to owners: amount less commission, fee and compensation; nothing of the network's own locations */
  to_compensate: z.number(),
}
const sumsSchema = z.object(sums)
export type PaymentSums = z.infer<typeof sumsSchema>

const paymentRow = z.object({
  /** YYYY-MM-DD in the network's time zone */
  day: z.string(),
  /** the day and location that it belongs to */
  groupId: z.string(),
  /** groupId of the row that it is part of; null of a day and location */
  parentId: z.string().nullable(),
  title: z.string(),
  location_id: z.number(),
  /** the sum of the rows that are its `payments` */
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

/** Rows that a file holds at most; all of them come by mail. */
export const sheetRowsMost = 10_000

const period = { from: sentInstant, to: sentInstant }
/** comma lists of ids; both names are the specification's */
const places = {
  locationIds: narrowedByAny('location').optional(),
  locations: narrowedByAny('location').optional(),
}
const asFile = { format: z.enum(sheetFormats).default('xlsx') }

const readers = ['administrator', 'accounter'] as const
const orderReaders = ['administrator', 'manager', 'operator'] as const

const paymentMethodFilter = z.enum(paymentMethodTypes).optional()

const reportWish = { mode: z.enum(reportModes), ...period, ...places }
const dayWish = { ...period, ...places, payment_method_type: paymentMethodFilter }
const ordersWish = {
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
}

const exportBody = z.discriminatedUnion('what', [
  z.object({ what: z.literal('report'), ...reportWish, format: z.enum(sheetFormats) }),
  z.object({ what: z.literal('payments'), ...dayWish, format: z.enum(sheetFormats) }),
  z.object({ what: z.literal('orders'), ...ordersWish, format: z.enum(sheetFormats) }),
])
export type ExportBody = z.output<typeof exportBody>
type WithoutFormat<B> = B extends ExportBody ? Omit<B, 'format'> : never
/** What a file is made of. */
export type ExportRequest = WithoutFormat<ExportBody>

/** Payment reports and what is taken home of them; their cost grows with days, not payments. */
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
    query: z.object({ ...reportWish, ...asFile }),
    answer: z.unknown(),
    download: true,
  }),
  dayFile: call({
    method: 'GET',
    path: 'statistics/payments/download',
    summary: 'Statistics by day as a spreadsheet: a row a day and location with what each way to pay brought',
    roles: readers,
    query: z.object({ ...dayWish, ...asFile }),
    answer: z.unknown(),
    download: true,
  }),
  ordersFile: call({
    method: 'GET',
    path: 'orders/download',
    summary: 'Orders as a spreadsheet, of 10,000 rows at most, newest first; from and to bound created_at',
    roles: orderReaders,
    query: z.object({ ...ordersWish, ...asFile }),
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
