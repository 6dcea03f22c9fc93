import type { PartnerFilter } from '@stationmaster/contract'
import { writing } from '@stationmaster/units'
import { texts } from '../../../i18n/index.ts'
import { type Caller, seesNetwork } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listOrderPartners } from '../../charging/orders/lists/list-store.ts'
import { typesOf } from '../../money/payments/store.ts'
import { listVisible } from '../../places/locations/store.ts'
import type { FileQuery } from './file-query.ts'
import { findConnectorName, findStationName } from './stores/narrowed-store.ts'

/** Shown instead of a place that the caller may not see. */
const hidden = '–'

/** The filters of a file without its days: the name and the value of each. Empty when the file holds everything. */
export async function narrowedBy(db: Db, query: FileQuery): Promise<[string, string][]> {
  const { language } = query
  const [heads, own, sheet] = [
    texts[language].reportColumns,
    texts[language].reportFilters,
    texts[language].reportFiles,
  ]
  const lines: [string, string | undefined][] = []
  const caller = query.what === 'orders' ? query.caller : query.range.caller
  const ids = query.what === 'orders' ? query.filter.locationIds : query.range.locationIds
  if (ids)
    lines.push([heads.locations, (await listVisible(db, caller, ids)).map(({ name }) => name).join(', ')])
  if (query.what === 'payments' && query.type)
    lines.push([
      heads.method,
      typesOf(query.type)
        .map((type) => sheet.methods[type])
        .join(', '),
    ])
  if (query.what === 'orders') {
    const statusNames: Record<string, string> = sheet.statuses
    const { statuses, failed, stationId, connectorId, model, firmware, hourOfWeek, partner, search } =
      query.filter
    lines.push(
      [heads.status, statuses?.map((status) => statusNames[status] ?? status).join(', ')],
      [own.failed, failed?.map((stage) => own.stages[stage]).join(', ')],
      [heads.station, stationId && ((await findStationName(db, caller, stationId)) ?? hidden)],
      [
        heads.connector,
        connectorId === undefined
          ? undefined
          : ((await findConnectorName(db, caller, connectorId)) ?? hidden),
      ],
      [own.model, model],
      [own.firmware, firmware],
      [own.hourOfWeek, hourOfWeek === undefined ? undefined : writing.hourOfWeek(hourOfWeek, language)],
      [
        heads.partner,
        partner === undefined ? undefined : await partnerName(db, caller, partner, own.anyPartner),
      ],
      [own.search, search],
    )
  }
  return lines.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as [string, string]]))
}

async function partnerName(db: Db, caller: Caller, partner: PartnerFilter, any: string): Promise<string> {
  if (partner === 'any') return any
  const known = seesNetwork(caller) ? await listOrderPartners(db) : []
  return known.find(({ id }) => id === partner)?.name ?? hidden
}
