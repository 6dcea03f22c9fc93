import { setImmediate } from 'node:timers/promises'
import type { PricingPreview } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { listVisible } from '../locations/store.ts'
import { elementsOf, filtersOf, type PriceChange, type TariffsParts } from './actions.ts'
import { droppedBy } from './changes/dropped.ts'
import { PriceTally } from './preview.ts'
import { listAssigned } from './pricing/pricing-store.ts'

const previewDays = 30
/** Of more sessions than this only a sample is priced, so that the cost of a preview is limited. */
const mostSessions = 20_000
/** How many sessions are priced before other work gets its turn: about 10 ms. */
const atOnce = 1000

/** Prices the sessions of the last 30 days with another price. Throws location.not_found for a location that the caller may not see. */
export async function previewPrice(
  { db, clock, sessions: priced, connectors }: Pick<TariffsParts, 'db' | 'clock' | 'sessions' | 'connectors'>,
  caller: Caller,
  price: Pick<PriceChange, 'locationIds' | 'filters' | 'prices' | 'windows' | 'bounds'>,
  most = mostSessions,
): Promise<PricingPreview> {
  const locationIds = [...new Set(price.locationIds)]
  if ((await listVisible(db, caller, locationIds)).length !== locationIds.length)
    throw new Failure('location.not_found')
  const to = clock.now()
  const from = new Date(to.getTime() - previewDays * DAY_MS)
  const filters = filtersOf(price.filters)
  const affected = { locationIds, filters, from, to }
  const stations = await connectors.listStations(db, locationIds)
  const assigned = await listAssigned(db, { locationIds, stations }, to)
  const found = await priced.count(db, affected)
  const oneOf = Math.max(1, Math.ceil(found / most))
  const sessions = await priced.list(db, affected, oneOf)
  const tally = new PriceTally({ id: 0, elements: elementsOf(price), discountPercent: 0, ...price.bounds })
  for (let start = 0; start < sessions.length; start += atOnce) {
    for (const session of sessions.slice(start, start + atOnce)) tally.add(session)
    await setImmediate()
  }
  return {
    ...tally.result(),
    from: from.toISOString(),
    to: to.toISOString(),
    sessions_found: found,
    sampled: oneOf > 1,
    dropped: droppedBy(price, filters, assigned),
  }
}
