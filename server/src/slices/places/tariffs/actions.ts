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
  /** none: all connectors */
  filters: readonly ConnectorFilter[]
  prices: SimplePrices
  /** hours with a price of their own; where two meet, the first wins */
  windows: readonly PricedHours[]
  bounds: PriceBounds
  /** null: what a location says, or the network */
  idle: IdleTerms | null
  /** null: now */
  validFrom: Date | null
  remoteAddress: string
}

const everyConnector: ConnectorFilter = { type: null, current: null, powerW: null, stationId: null }

/** What a price is made of: its hours, and what holds between them. */
export const elementsOf = ({ prices, windows }: Pick<PriceChange, 'prices' | 'windows'>): TariffElement[] => [
  ...windowElements(windows),
  ...simpleElements(prices),
]

/** A price that is the same at every hour, without bounds. */
export const plain: Pick<PriceChange, 'windows' | 'bounds'> = {
  windows: [],
  bounds: { minPriceMinor: null, maxPriceMinor: null },
}

/** A price as the audit log tells it. */
const told = (elements: TariffElement[], bounds: PriceBounds) => ({
  ...simpleView(elements),
  windows: windowsOf(elements),
  ...bounds,
})

/** The filters that are meant: all connectors where none is given. */
export const filtersOf = (filters: readonly ConnectorFilter[]): ConnectorFilter[] =>
  filters.length > 0 ? distinctFilters(filters) : [everyConnector]

/**
 * Sets a price from an instant on and answers how many stations it changes. Throws location.not_found for one that the
 * caller may not see, and tariff.start_in_past.
 */
export const changePrice = (
  parts: Omit<TariffsParts, 'sessions'>,
  caller: Caller,
  change: PriceChange,
): Promise<number> => inRepeatableTransaction(parts.db, (tx) => changePriceIn(tx, parts, caller, change))

/** The same as a part of something larger. */
export async function changePriceIn(
  tx: Tx,
  parts: Omit<TariffsParts, 'sessions' | 'db'>,
  caller: Caller,
  change: PriceChange,
): Promise<number> {
  const filters = filtersOf(change.filters)
  const wanted = [...new Set(change.locationIds)]
  const { idle } = change
  const { bounds } = change
  const elements = elementsOf(change)
  const locations = await lockVisible(tx, caller, wanted)
  if (locations.length !== wanted.length) throw new Failure('location.not_found')
  // read once the locations are ours: of two changes at once, the later one in the history is the later one in time
  const at = parts.clock.now()
  const validFrom = change.validFrom ?? at
  if (validFrom < at) throw new Failure('tariff.start_in_past')
  const stations = await parts.connectors.listStations(tx, wanted)
  const assigned = await listAssigned(tx, { locationIds: wanted, stations }, at)
  const { reprice, create } = planPricing(wanted, filters, assigned)

  const made = await changes.insertChanges(
    tx,
    wanted.flatMap((locationId) => filters.map((filter) => ({ locationId, filter }))),
    { elements, idle, bounds, validFrom, createdBy: caller.id, at },
  )
  const changesOf = byLocation(made)
  const version = (tariffId: number, locationId: number, filter: ConnectorFilter): NewVersion => {
    const by = changesOf.get(locationId)?.find((one) => covers(one.filter, filter))
    return { tariffId, changeId: by!.id, validFrom, elements, idle, bounds }
  }
  const names = new Map(locations.map(({ id, name }) => [id, name]))
  const named = create.map((one) => ({ ...one, name: nameOf(names.get(one.locationId) ?? '', one.filter) }))
  const created = await insertTariffs(tx, named, { currency: parts.currency, at })
  const planned = await changes.listPlanned(tx, wanted, validFrom)
  await insertVersions(
    tx,
    [
      ...reprice.map((one) => version(one.tariffId, one.locationId, one)),
      ...create.map((one, index) => version(created[index]!, one.locationId, one.filter)),
      ...create.flatMap(({ locationId, filter }, index) =>
        planned
          .filter((one) => one.locationId === locationId && covers(one, filter))
          .map((one) => ({ tariffId: created[index]!, changeId: one.id, ...one })),
      ),
    ],
    { createdBy: caller.id, at },
  )
  const assignedOf = byLocation(assigned)
  await auditAll(
    tx,
    wanted.map((id) => ({
      caller,
      action: 'location.price',
      subjectType: 'location',
      subjectId: id,
      before: (assignedOf.get(id) ?? []).map((one) => ({
        type: one.type,
        current: one.current,
        powerW: one.powerW,
        stationId: one.stationId,
        ...told(one.elements ?? [], one.bounds),
        idle: one.idle,
      })),
      after: filters.map((filter) => ({ ...filter, ...told(elements, bounds), idle, validFrom })),
      remoteAddress: change.remoteAddress,
      at,
    })),
  )
  return parts.connectors.countStations(tx, wanted, filters)
}

/** Takes a planned price back. Throws location.not_found, tariff.change_not_found, or tariff.already_begun. */
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
          ...told(change.elements, change.bounds),
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
