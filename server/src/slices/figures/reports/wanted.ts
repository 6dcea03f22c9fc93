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
import { idsOf, periodOf } from '../statistics/asked.ts'
import type { OrdersAsked } from './exports/order-sheet.ts'
import { checkMode, type Asked as ReportAsked } from './report.ts'
import type { Range } from './stores/rollup-store.ts'

/** What a file is made of. */
export type Wanted =
  | ({ what: 'report' } & ReportAsked)
  | { what: 'payments'; range: Range; language: Language; type: PaymentMethodType | undefined }
  | ({ what: 'orders' } & OrdersAsked)

/** What somebody may have as a file. Throws auth.forbidden, request.invalid. */
export function wantedOf(
  asked: ExportRequest,
  { caller, language, timeZone }: { caller: Caller; language: Language; timeZone: string },
): Wanted {
  const { from, to } = asked
  const range = {
    caller,
    locationIds: idsOf(asked.locationIds ?? asked.locations),
    ...periodOf(from, to, timeZone),
  }
  if (asked.what === 'report') {
    checkMode(caller, asked.mode)
    return { what: 'report', mode: asked.mode, range, language }
  }
  if (asked.what === 'payments') {
    checkRole(caller, ['administrator', 'accounter'])
    return { what: 'payments', range, language, type: asked.payment_method_type }
  }
  checkRole(caller, ['administrator', 'manager', 'operator'])
  const filter = {
    from: new Date(from),
    to: new Date(to),
    ...(range.locationIds ? { locationIds: [...range.locationIds] } : {}),
    ...(asked.statuses ? { statuses: wordsOf('statuses', asked.statuses, orderStatuses) } : {}),
    ...(asked.failed ? { failed: wordsOf('failed', asked.failed, failureStages) } : {}),
    ...(asked.station_id ? { stationId: asked.station_id } : {}),
    ...(asked.connector_id ? { connectorId: asked.connector_id } : {}),
    ...(asked.model === undefined ? {} : { model: asked.model }),
    ...(asked.firmware === undefined ? {} : { firmware: asked.firmware }),
    ...(asked.hourOfWeek === undefined ? {} : { hourOfWeek: asked.hourOfWeek }),
    ...(asked.search?.trim() ? { search: asked.search.trim() } : {}),
  }
  return { what: 'orders', caller, filter, range, language }
}

function checkRole({ role }: Caller, roles: readonly Role[]): void {
  if (!roles.includes(role)) throw new Failure('auth.forbidden')
}

/** A comma list of some words. Throws request.invalid. */
function wordsOf<T extends string>(path: string, list: string, words: readonly T[]): T[] {
  const asked = list.split(',')
  if (asked.every((one) => (words as readonly string[]).includes(one))) return asked as T[]
  throw new Failure('request.invalid', [{ path, message: `a comma list of ${words.join(', ')}` }])
}
