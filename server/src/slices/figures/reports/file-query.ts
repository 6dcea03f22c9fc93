import {
  type ExportRequest,
  failureStages,
  type Language,
  orderStatuses,
  type PaymentMethodType,
  type Role,
} from '@stationmaster/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { idsOf, periodOf } from '../statistics/query.ts'
import type { OrdersQuery } from './exports/order-sheet.ts'
import { checkMode, type ReportQuery } from './report.ts'
import type { Range } from './stores/rollup-store.ts'

/** Which rows a file holds, after the check of the request. */
export type FileQuery =
  | ({ what: 'report' } & ReportQuery)
  | { what: 'payments'; range: Range; language: Language; type: PaymentMethodType | undefined }
  | ({ what: 'orders' } & OrdersQuery)

/** Checks a request for a file and the rights of the caller. Throws auth.forbidden, request.invalid. */
export function fileQueryOf(
  request: ExportRequest,
  { caller, language, timeZone }: { caller: Caller; language: Language; timeZone: string },
): FileQuery {
  const { from, to } = request
  const range = {
    caller,
    locationIds: idsOf(request.locationIds ?? request.locations),
    ...periodOf(from, to, timeZone),
  }
  if (request.what === 'report') {
    checkMode(caller, request.mode)
    return { what: 'report', mode: request.mode, range, language }
  }
  if (request.what === 'payments') {
    checkRole(caller, ['administrator', 'accounter'])
    return { what: 'payments', range, language, type: request.payment_method_type }
  }
  checkRole(caller, ['administrator', 'manager', 'operator'])
  const filter = {
    from: new Date(from),
    to: new Date(to),
    ...(range.locationIds ? { locationIds: [...range.locationIds] } : {}),
    ...(request.statuses ? { statuses: wordsOf('statuses', request.statuses, orderStatuses) } : {}),
    ...(request.failed ? { failed: wordsOf('failed', request.failed, failureStages) } : {}),
    ...(request.station_id ? { stationId: request.station_id } : {}),
    ...(request.connector_id ? { connectorId: request.connector_id } : {}),
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(request.firmware === undefined ? {} : { firmware: request.firmware }),
    ...(request.hourOfWeek === undefined ? {} : { hourOfWeek: request.hourOfWeek }),
    ...(request.partner === undefined ? {} : { partner: request.partner }),
    ...(request.search?.trim() ? { search: request.search.trim() } : {}),
  }
  return { what: 'orders', caller, filter, range, language }
}

function checkRole({ role }: Caller, roles: readonly Role[]): void {
  if (!roles.includes(role)) throw new Failure('auth.forbidden')
}

/** Reads a comma list of known words. Throws request.invalid. */
function wordsOf<T extends string>(path: string, list: string, words: readonly T[]): T[] {
  const items = list.split(',')
  if (items.every((item) => (words as readonly string[]).includes(item))) return items as T[]
  throw new Failure('request.invalid', [{ path, message: `a comma list of ${words.join(', ')}` }])
}
