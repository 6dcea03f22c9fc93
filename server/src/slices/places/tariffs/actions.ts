import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { auditAll } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { lockVisible } from '../locations/store.ts'
import { type ConnectorFilter, covers, distinctFilters, planPricing } from './changes/assign.ts'
import * as changes from './changes/changes-store.ts'
import {
  type PriceBounds,
  type SimplePrices,
  simpleElements,
  simpleView,
  type TariffElement,
} from './elements.ts'
import type { IdleTerms } from './idle-terms.ts'
import type { PricedConnectors, PricedSessions } from './pricing/priced.ts'
import { insertTariffs, insertVersions, listAssigned, type NewVersion } from './pricing/pricing-store.ts'
import { type PricedHours, windowElements, windowsOf } from './pricing/windows.ts'

export interface TariffsParts {
  db: Db
  clock: Clock
  currency: string
  connectors: PricedConnectors
  sessions: PricedSessions
}

export interface PriceChange {
  locationIds: readonly number[]
  /** empty: all connectors */
  filters: readonly ConnectorFilter[]
  prices: SimplePrices
  /** hours with a price of their own; where two overlap, the first wins */
  windows: readonly PricedHours[]
  bounds: PriceBounds
  /** null: the idle fee of the location or of the network */
  idle: IdleTerms | null
  /** null: now */
  validFrom: Date | null
  remoteAddress: string
}

const everyConnector: ConnectorFilter = { type: null, current: null, powerW: null, stationId: null }

/** The elements of a price: its windows, then the price outside of them. */
export const elementsOf = ({ prices, windows }: Pick<PriceChange, 'prices' | 'windows'>): TariffElement[] => [
  ...windowElements(windows),
  ...simpleElements(prices),
]

/** A price that is the same at every hour, without bounds. */
export const plain: Pick<PriceChange, 'windows' | 'bounds'> = {
  windows: [],
  bounds: { minPriceMinor: null, maxPriceMinor: null },
}

/** A price as it is written to the audit log. */
const auditView = (elements: TariffElement[], bounds: PriceBounds) => ({
  ...simpleView(elements),
  windows: windowsOf(elements),
  ...bounds,
})

/** The filters of a price; without any, one that matches all connectors. */
export const filtersOf = (filters: readonly ConnectorFilter[]): ConnectorFilter[] =>
  filters.length > 0 ? distinctFilters(filters) : [everyConnector]

/**
 * Sets a price from an instant on and answers how many stations it changes. Throws location.not_found for a location that the
 * caller may not see, and tariff.start_in_past.
 */
export const changePrice = (
  parts: Omit<TariffsParts, 'sessions'>,
  caller: Caller,
  change: PriceChange,
): Promise<number> => inRepeatableTransaction(parts.db, (tx) => changePriceIn(tx, parts, caller, change))

/** The same within a transaction of the caller. */
export async function changePriceIn(
  tx: Tx,
  parts: Omit<TariffsParts, 'sessions' | 'db'>,
  caller: Caller,
  change: PriceChange,
): Promise<number> {
  const filters = filtersOf(change.filters)
  const locationIds = [...new Set(change.locationIds)]
  const { idle } = change
  const { bounds } = change
  const elements = elementsOf(change)
  const locations = await lockVisible(tx, caller, locationIds)
  if (locations.length !== locationIds.length) throw new Failure('location.not_found')
  // read the clock after locking the locations, so that of two changes at once the later one has the later time
  const at = parts.clock.now()
  const validFrom = change.validFrom ?? at
  if (validFrom < at) throw new Failure('tariff.start_in_past')
  const stations = await parts.connectors.listStations(tx, locationIds)
  const assigned = await listAssigned(tx, { locationIds, stations }, at)
  const { reprice, create } = planPricing(locationIds, filters, assigned)

  const made = await changes.insertChanges(
    tx,
    locationIds.flatMap((locationId) => filters.map((filter) => ({ locationId, filter }))),
    { elements, idle, bounds, validFrom, createdBy: caller.id, at },
  )
  const changesOf = byLocation(made)
  const version = (tariffId: number, locationId: number, filter: ConnectorFilter): NewVersion => {
    const by = changesOf.get(locationId)?.find((one) => covers(one.filter, filter))
    // `planPricing` gives only kinds that the filters of this change cover
    return { tariffId, changeId: by!.id, validFrom, elements, idle, bounds }
  }
  const names = new Map(locations.map(({ id, name }) => [id, name]))
  const named = create.map((one) => ({ ...one, name: nameOf(names.get(one.locationId) ?? '', one.filter) }))
  const created = await insertTariffs(tx, named, { currency: parts.currency, at })
  const planned = await changes.listPlanned(tx, locationIds, validFrom)
  await insertVersions(
    tx,
    [
      ...reprice.map((one) => version(one.tariffId, one.locationId, one)),
      // `created` has one id for each of `create`, in the same order
      ...create.map((one, index) => version(created[index]!, one.locationId, one.filter)),
      ...create.flatMap(
        ({ locationId, filter }, index) =>
          planned
            .filter((one) => one.locationId === locationId && covers(one, filter))
            .map((one) => ({ tariffId: created[index]!, changeId: one.id, ...one })), // one for each of `create`
      ),
    ],
    { createdBy: caller.id, at },
  )
  await auditPrices(tx, { caller, change, at, validFrom, locationIds, filters, elements, assigned })
  return parts.connectors.countStations(tx, locationIds, filters)
}

/** Writes to the audit log what each location's connectors cost before and after. */
function auditPrices(
  tx: Tx,
  done: {
    caller: Caller
    change: PriceChange
    at: Date
    validFrom: Date
    locationIds: number[]
    filters: ConnectorFilter[]
    elements: ReturnType<typeof elementsOf>
    assigned: Awaited<ReturnType<typeof listAssigned>>
  },
): Promise<void> {
  const { bounds, idle, remoteAddress } = done.change
  const before = byLocation(done.assigned)
  const after = done.filters.map((filter) => ({
    ...filter,
    ...auditView(done.elements, bounds),
    idle,
    validFrom: done.validFrom,
  }))
  return auditAll(
    tx,
    done.locationIds.map((id) => ({
      caller: done.caller,
      action: 'location.price',
      subjectType: 'location',
      subjectId: id,
      before: (before.get(id) ?? []).map((one) => ({
        type: one.type,
        current: one.current,
        powerW: one.powerW,
        stationId: one.stationId,
        ...auditView(one.elements ?? [], one.bounds),
        idle: one.idle,
      })),
      after,
      remoteAddress,
      at: done.at,
    })),
  )
}

/** Cancels a planned price. Throws location.not_found, tariff.change_not_found, or tariff.already_begun. */
export function cancelPrice(
  { db, clock }: Pick<TariffsParts, 'db' | 'clock'>,
  from: { caller: Caller; remoteAddress: string },
  locationId: number,
  changeId: number,
): Promise<void> {
  return inRepeatableTransaction(db, async (tx) => {
    if ((await lockVisible(tx, from.caller, [locationId])).length === 0)
      throw new Failure('location.not_found')
    const at = clock.now()
    const change = await changes.findChange(tx, locationId, changeId)
    if (!change || change.canceledAt) throw new Failure('tariff.change_not_found')
    if (change.validFrom <= at) throw new Failure('tariff.already_begun')
    await changes.cancelChange(tx, changeId, { id: from.caller.id, at })
    await auditAll(tx, [
      {
        ...from,
        action: 'location.price.cancel',
        subjectType: 'location',
        subjectId: locationId,
        before: {
          changeId,
          validFrom: change.validFrom,
          ...auditView(change.elements, change.bounds),
          idle: change.idle,
        },
        at,
      },
    ])
  })
}

function byLocation<T extends { locationId: number }>(list: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const one of list) {
    const group = groups.get(one.locationId)
    if (group) group.push(one)
    else groups.set(one.locationId, [one])
  }
  return groups
}

function nameOf(location: string, { type, current, powerW, stationId }: ConnectorFilter): string {
  const parts = [stationId, type, current, powerW === null ? null : `${powerW / 1000} kW`].filter(
    (part) => part !== null,
  )
  return [location, ...parts].join(' · ')
}
