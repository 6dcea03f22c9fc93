import { auditAll } from '../../platform/audit.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { Failure } from '../../platform/failure.ts'
import type { Db } from '../../platform/schema.ts'
import { type ConnectorFilter, planPricing } from './assign.ts'
import { type SimplePrices, simpleElements, simpleView } from './elements.ts'
import { countStations, insertTariffs, insertVersions, listAssigned, lockLocations } from './pricing-store.ts'

export interface TariffsParts {
  db: Db
  clock: Clock
  currency: string
}

export interface PriceChange {
  locationIds: readonly number[]
  /** none: all connectors */
  filters: readonly ConnectorFilter[]
  prices: SimplePrices
  remoteAddress: string
}

const everyConnector: ConnectorFilter = { type: null, current: null, powerW: null }

/** Sets a price from now on and answers how many stations it changes; throws location.not_found for one that the caller may not see. */
export function changePrice(parts: TariffsParts, caller: Caller, change: PriceChange): Promise<number> {
  const { prices, remoteAddress } = change
  const filters = change.filters.length > 0 ? change.filters : [everyConnector]
  const wanted = [...new Set(change.locationIds)]
  const at = parts.clock.now()
  const price = { elements: simpleElements(prices), currency: parts.currency, createdBy: caller.id, at }
  return parts.db.transaction().execute(async (tx) => {
    const locations = await lockLocations(tx, caller, wanted)
    if (locations.length !== wanted.length) throw new Failure('location.not_found')
    const assigned = await listAssigned(tx, wanted, at)
    const { reprice, create } = planPricing(wanted, filters, assigned)
    const names = new Map(locations.map(({ id, name }) => [id, name]))
    const named = create.map((one) => ({ ...one, name: nameOf(names.get(one.locationId) ?? '', one.filter) }))
    const created = await insertTariffs(tx, named, price)
    await insertVersions(tx, [...reprice.map(({ tariffId }) => tariffId), ...created], price)
    const before = (locationId: number) =>
      assigned
        .filter((one) => one.locationId === locationId)
        .map(({ type, current, powerW, elements }) => ({
          type,
          current,
          powerW,
          ...simpleView(elements ?? []),
        }))
    await auditAll(
      tx,
      wanted.map((id) => ({
        caller,
        action: 'location.price',
        subjectType: 'location',
        subjectId: id,
        before: before(id),
        after: filters.map((filter) => ({ ...filter, ...simpleView(price.elements) })),
        remoteAddress,
        at,
      })),
    )
    return countStations(tx, wanted, filters)
  })
}

function nameOf(location: string, { type, current, powerW }: ConnectorFilter): string {
  const parts = [type, current, powerW === null ? null : `${powerW / 1000} kW`].filter(
    (part) => part !== null,
  )
  return [location, ...parts].join(' · ')
}
