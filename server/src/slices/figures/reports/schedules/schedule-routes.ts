import { contract } from '@stationmaster/contract'
import { languageOf } from '../../../../platform/general/language.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import type { ExportParts } from '../exports/exports.ts'
import { listSchedules } from './schedule-store.ts'
import { addSchedule, changeSchedule, dropSchedule } from './schedules.ts'

/** Reports that a person gets by mail at regular times. */
export function scheduleRoutes(rest: Rest, parts: ExportParts): void {
  route(rest, contract.reportSchedules.list, ({ caller }) => listSchedules(parts.db, caller.id))
  route(rest, contract.reportSchedules.add, ({ body, caller, request }) =>
    addSchedule(parts, { caller, language: languageOf(request.headers['accept-language']) }, body),
  )
  route(rest, contract.reportSchedules.change, ({ params, body, caller }) =>
    changeSchedule(parts, caller, params.id, body),
  )
  route(rest, contract.reportSchedules.remove, ({ params, caller }) => dropSchedule(parts, caller, params.id))
}
