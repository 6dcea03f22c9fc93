import { type ExportRequest, type Language, reports, type SheetFormat } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { FastifyRequest } from 'fastify'
import type { Reading } from '../../../platform/database/replica/replica.ts'
import type { DownloadLinks } from '../../../platform/downloads/downloads.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { languageOf } from '../../../platform/general/language.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { missed } from '../../../platform/http/secret-calls.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { idsOf, periodOf } from '../statistics/query.ts'
import type { Exports } from './exports/exports.ts'
import { fileOf } from './exports/sheets.ts'
import { fileQueryOf } from './file-query.ts'
import { type ReportParts, readReport } from './report.ts'
import { listPaymentGroups, sumPaymentGroups } from './stores/payments-store.ts'
import type { Range } from './stores/rollup-store.ts'

interface RangeQuery {
  from: string
  to: string
  locationIds?: string | undefined
  locations?: string | undefined
}

const languageIn = (request: FastifyRequest): Language => languageOf(request.headers['accept-language'])

/** Payment reports and their files. */
export function reportRoutes(
  rest: Rest,
  parts: ReportParts & { reading: Reading; clock: Clock; downloads: DownloadLinks; exports: Exports },
): void {
  const { reading, clock, timeZone, downloads, exports } = parts
  /** Reads what a range holds; of days that are over it may come from a replica. */
  const readOf = <T>({ caller, to }: Range, work: (db: Db) => Promise<T>): Promise<T> =>
    reading.read({ managerId: caller.id, mayLag: to < dayOf(clock.now(), timeZone) }, work)
  const rangeOf = (caller: Caller, { from, to, locationIds, locations }: RangeQuery): Range => ({
    caller,
    ...periodOf(from, to, timeZone),
    locationIds: idsOf(locationIds ?? locations),
  })

  route(rest, reports.payments, async ({ caller, query }) => {
    const range = rangeOf(caller, query)
    const [payments, { count, total }] = await readOf(range, (db) =>
      Promise.all([listPaymentGroups(db, range, query), sumPaymentGroups(db, range)]),
    )
    return { payments, paymentsTotalCount: count, total }
  })

  route(rest, reports.report, ({ caller, query, request }) => {
    const what = { mode: query.mode, range: rangeOf(caller, query), language: languageIn(request) }
    const { limit, after } = query
    return readOf(what.range, (db) => readReport(Object.assign({}, parts, { db }), what, { limit, after }))
  })

  const fileFor = async (what: ExportRequest, format: SheetFormat, caller: Caller, request: FastifyRequest) =>
    fileOf(
      Object.assign({}, parts, { db: await reading.dbFor(caller.id) }),
      fileQueryOf(what, { caller, language: languageIn(request), timeZone }),
      format,
    )

  route(rest, reports.reportFile, async ({ caller, query: { format, ...query }, request }) =>
    fileFor({ what: 'report', ...query }, format, caller, request),
  )

  route(rest, reports.dayFile, async ({ caller, query: { format, ...query }, request }) =>
    fileFor({ what: 'payments', ...query }, format, caller, request),
  )

  route(rest, reports.ordersFile, async ({ caller, query: { format, ...query }, request }) =>
    fileFor({ what: 'orders', ...query }, format, caller, request),
  )

  route(rest, reports.askExport, async ({ caller, body: { format, ...what }, request }) => ({
    id: await exports.ask(caller, what, format, languageIn(request)),
  }))

  route(rest, reports.takeExport, async ({ body, request }) => {
    const id = await exports.take(body.token)
    if (id === undefined) throw missed(request, 'download.expired')
    return { url: downloads.offer('export', { id }) }
  })
  downloads.serve('export', (what) => exports.open((what as { id: number }).id))
}
