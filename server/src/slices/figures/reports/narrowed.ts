import { writing } from '@stationmaster/units'
import { texts } from '../../../i18n/index.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { typesOf } from '../../money/payments/store.ts'
import { listVisible } from '../../places/locations/store.ts'
import { findConnectorName, findStationName } from './stores/narrowed-store.ts'
import type { Wanted } from './wanted.ts'

/** What stands for a place that the caller does not see. */
const none = '–'

/** By what a file is narrowed beside its days, a name and its words each; empty where it holds everything. */
export async function narrowedBy(db: Db, wanted: Wanted): Promise<[string, string][]> {
  const { language } = wanted
  const [heads, own, sheet] = [
    texts[language].reportColumns,
    texts[language].reportFilters,
    texts[language].reportFiles,
  ]
  const told: [string, string | undefined][] = []
  const caller = wanted.what === 'orders' ? wanted.caller : wanted.range.caller
  const ids = wanted.what === 'orders' ? wanted.filter.locationIds : wanted.range.locationIds
  if (ids)
    told.push([heads.locations, (await listVisible(db, caller, ids)).map(({ name }) => name).join(', ')])
  if (wanted.what === 'payments' && wanted.type)
    told.push([
      heads.method,
      typesOf(wanted.type)
        .map((type) => sheet.methods[type])
        .join(', '),
    ])
  if (wanted.what === 'orders') {
    const statusNames: Record<string, string> = sheet.statuses
    const { statuses, failed, stationId, connectorId, model, firmware, hourOfWeek, search } = wanted.filter
    told.push(
      [heads.status, statuses?.map((status) => statusNames[status] ?? status).join(', ')],
      [own.failed, failed?.map((stage) => own.stages[stage]).join(', ')],
      [heads.station, stationId && ((await findStationName(db, caller, stationId)) ?? none)],
      [
        heads.connector,
        connectorId === undefined ? undefined : ((await findConnectorName(db, caller, connectorId)) ?? none),
      ],
      [own.model, model],
      [own.firmware, firmware],
      [own.hourOfWeek, hourOfWeek === undefined ? undefined : writing.hourOfWeek(hourOfWeek, language)],
      [own.search, search],
    )
  }
  return told.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as [string, string]]))
}
