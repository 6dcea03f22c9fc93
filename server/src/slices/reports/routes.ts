import { type Language, orderStatuses, reports } from '@stationmaster/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/caller.ts'
import { Failure } from '../../platform/failure.ts'
import { type Rest, route } from '../../platform/http.ts'
import { languageOf } from '../../platform/language.ts'
import { idsOf, periodOf } from '../statistics/asked.ts'
import { listPaymentGroups, sumPaymentGroups } from './payments-store.ts'
import { type ReportParts, readReport } from './report.ts'
import type { Range } from './rollup-store.ts'
import { fileOf } from './sheets.ts'

interface AskedRange {
  from: string
  to: string
  locationIds?: string | undefined
  locations?: string | undefined
}

const languageIn = (request: FastifyRequest): Language => languageOf(request.headers['accept-language'])

/** Payment reports and the files of them. */
export function reportRoutes(rest: Rest, parts: ReportParts): void {
  const { db, timeZone } = parts
  const rangeOf = (caller: Caller, { from, to, locationIds, locations }: AskedRange): Range => ({
    caller,
    ...periodOf(from, to, timeZone),
    locationIds: idsOf(locationIds ?? locations),
  })

  route(rest, reports.payments, async ({ caller, query }) => {
    const range = rangeOf(caller, query)
    const [payments, { count, total }] = await Promise.all([
      listPaymentGroups(db, range, query),
      sumPaymentGroups(db, range),
    ])
    return { payments, paymentsTotalCount: count, total }
  })

  route(rest, reports.report, ({ caller, query, request }) =>
    readReport(
      parts,
      { mode: query.mode, range: rangeOf(caller, query), language: languageIn(request) },
      query.after === undefined
        ? { limit: query.limit, after: undefined }
        : { limit: query.limit, after: query.after },
    ),
  )

  route(rest, reports.reportFile, ({ caller, query, request }) => {
    const asked = { mode: query.mode, range: rangeOf(caller, query), language: languageIn(request) }
    return fileOf(parts, { what: 'report', ...asked }, query.format)
  })

  route(rest, reports.dayFile, ({ caller, query, request }) => {
    const asked = { range: rangeOf(caller, query), language: languageIn(request) }
    return fileOf(parts, { what: 'payments', ...asked, type: query.payment_method_type }, query.format)
  })

  route(rest, reports.ordersFile, ({ caller, query, request }) => {
    const range = rangeOf(caller, query)
    const filter = {
      from: new Date(query.from),
      to: new Date(query.to),
      ...(range.locationIds ? { locationIds: [...range.locationIds] } : {}),
      ...(query.statuses ? { statuses: statusesOf(query.statuses) } : {}),
      ...(query.search?.trim() ? { search: query.search.trim() } : {}),
    }
    return fileOf(
      parts,
      { what: 'orders', caller, filter, range, language: languageIn(request) },
      query.format,
    )
  })
}

/** A comma list of statuses; throws request.invalid. */
function statusesOf(list: string): string[] {
  const statuses = list.split(',')
  if (statuses.every((one) => (orderStatuses as readonly string[]).includes(one))) return statuses
  throw new Failure('request.invalid', [{ path: 'statuses', message: 'A comma list of statuses.' }])
}
