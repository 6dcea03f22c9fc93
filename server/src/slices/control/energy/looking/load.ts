import type { Db } from '../../../../platform/schema/schema.ts'
import { listPresentReductions, type ReductionRow } from '../reducing/reduction-store.ts'
import { findSite, listLimitsByCall, listPrices, listReadings, type SiteRow } from '../store.ts'
import { listOutside, listPlugs, listSetLimits, listUnits } from './facts-store.ts'
import type { SiteFacts } from './look.ts'

/** Reads what a look at a site goes by: nine statements, however many stations; undefined: there is no site. */
export async function loadFacts(
  db: Db,
  locationId: number,
  now: Date,
): Promise<
  | { site: SiteRow; facts: Omit<SiteFacts, 'reductions'> & { reductions: readonly ReductionRow[] } }
  | undefined
> {
  const site = await findSite(db, locationId)
  if (!site) return undefined
  const [plugs, limits, units, calls, readings, prices, outside, reductions] = await Promise.all([
    listPlugs(db, locationId),
    listSetLimits(db, locationId, now),
    listUnits(db, locationId),
    listLimitsByCall(db, locationId, now),
    listReadings(db, locationId),
    listPrices(db, locationId, now),
    listOutside(db, locationId),
    listPresentReductions(db, locationId, now),
  ])
  const { body, timeZone } = site
  const reported = new Map(units.map((one) => [one.stationId, one.units]))
  const said = { limits, calls, readings, prices, outside, reductions }
  return { site, facts: { body, timeZone, plugs, ...said, units: reported } }
}
