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
/** More sessions than this are sampled: what a preview costs has a bound. */
const mostSessions = 20_000
/** Priced between two looks at the sockets: about 10 ms. */
const atOnce = 1000

/** What the last 30 days' sessions would have cost. Throws location.not_found for one that the caller may not see. */
export async function previewPrice(
  { db, clock, sessions: priced, connectors }: Pick<TariffsParts, 'db' | 'clock' | 'sessions' | 'connectors'>,
  caller: Caller,
  wish: Pick<PriceChange, 'locationIds' | 'filters' | 'prices' | 'windows' | 'bounds'>,
  most = mostSessions,
): Promise<PricingPreview> {
  const wanted = [...new Set(wish.locationIds)]
  if ((await listVisible(db, caller, wanted)).length !== wanted.length)
    throw new Failure('location.not_found')
  const to = clock.now()
  const from = new Date(to.getTime() - previewDays * DAY_MS)
  const filters = filtersOf(wish.filters)
  const affected = { locationIds: wanted, filters, from, to }
  const stations = await connectors.listStations(db, wanted)
  const assigned = await listAssigned(db, { locationIds: wanted, stations }, to)
  const found = await priced.count(db, affected)
  const oneOf = Math.max(1, Math.ceil(found / most))
  const sessions = await priced.list(db, affected, oneOf)
  const tally = new PriceTally({ id: 0, elements: elementsOf(wish), discountPercent: 0, ...wish.bounds })
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
    dropped: droppedBy(wish, filters, assigned),
  }
}
