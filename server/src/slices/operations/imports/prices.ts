import { valueIn } from '@stationmaster/units'
import type { Clock } from '../../../platform/general/clock.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { changePriceIn, plain } from '../../places/tariffs/actions.ts'
import type { ConnectorFilter } from '../../places/tariffs/changes/assign.ts'
import { simpleView } from '../../places/tariffs/elements.ts'
import { loadEffectiveVersions } from '../../places/tariffs/store.ts'
import { listPricedConnectors, pricedConnectors } from '../../stations/stations/lists/priced-store.ts'
import type { RowFault } from './faults.ts'
import type { Fields, Gathered, GatheredLocation } from './gather.ts'

/** In kopecks for a kWh, a minute and a session. */
export interface Prices {
  tariff: number
  rate: number
  start_fee: number
}

interface Priced {
  connectorId: number
  locationId: number
  kind: ConnectorFilter
  /** null when it has no tariff */
  prices: Prices | null
}

/** The prices of the connectors of some locations at an instant. */
export async function loadPrices(db: Db, locationIds: readonly number[], at: Date): Promise<Priced[]> {
  const connectors = await listPricedConnectors(db, locationIds)
  const versions = await loadEffectiveVersions(db, connectors, at)
  return connectors.map(({ id, locationId, type, current, powerW }) => {
    const version = versions.get(id)
    const { tariff, rate, startFee } = simpleView(version?.elements ?? [])
    const prices = version ? { tariff, rate, start_fee: startFee } : null
    return { connectorId: id, locationId, kind: { type, current, powerW, stationId: null }, prices }
  })
}

/** A price in a file for a kind of connectors at a location that is not in force there yet. */
export interface PriceChange {
  location: GatheredLocation
  kind: ConnectorFilter
  prices: Prices
}

interface PriceInFile extends Omit<PriceChange, 'prices'> {
  prices: Fields
}

const keyOf = ({ type, current, powerW }: ConnectorFilter): string => JSON.stringify([type, current, powerW])
const names = ['tariff', 'rate', 'start_fee'] as const

/** Compares the prices of a file with those in force at existing locations (`idOf`). */
export function planPrices(
  gathered: Gathered,
  priced: readonly Priced[],
  idOf: ReadonlyMap<GatheredLocation, number>,
): {
  priceChanges: PriceChange[]
  counts: { added: number; changed: number; unchanged: number }
  faults: RowFault[]
} {
  const { inFile, faults } = gatherPrices(gathered)
  const presentByKind = groupBy(priced, (one) => `${one.locationId} ${keyOf(one.kind)}`)
  const counts = { added: 0, changed: 0, unchanged: 0 }
  const priceChanges: PriceChange[] = []
  for (const { location, kind, prices } of inFile) {
    const present = presentByKind.get(`${idOf.get(location)} ${keyOf(kind)}`) ?? []
    const now = present.find((one) => one.prices)?.prices
    const desired = { tariff: 0, rate: 0, start_fee: 0, ...now, ...prices } as Prices
    const isInForce =
      present.length > 0 &&
      present.every((one) => names.every((name) => one.prices?.[name] === desired[name]))
    counts[isInForce ? 'unchanged' : now ? 'changed' : 'added'] += 1
    if (!isInForce) priceChanges.push({ location, kind, prices: desired })
  }
  return { priceChanges, counts, faults }
}

/** One price for each kind of connectors at a location. A row with another price is a fault. */
function gatherPrices({ stations }: Gathered): { inFile: PriceInFile[]; faults: RowFault[] } {
  const inFile = new Map<GatheredLocation, Map<string, PriceInFile>>()
  const faults: RowFault[] = []
  for (const { location, connectors } of stations.values())
    for (const { line, fields, prices } of connectors.values()) {
      if (Object.keys(prices).length === 0) continue
      const kind = kindOf(fields)
      const kinds = inFile.get(location) ?? new Map<string, PriceInFile>()
      inFile.set(location, kinds)
      const earlier = kinds.get(keyOf(kind))
      if (!earlier) kinds.set(keyOf(kind), { location, kind, prices: { ...prices } })
      else
        for (const name of names)
          if (earlier.prices[name] !== prices[name])
            faults.push({ line, column: name, code: 'import.differs', value: String(prices[name] ?? '') })
    }
  return { inFile: [...inFile.values()].flatMap((kinds) => [...kinds.values()]), faults }
}

const kindOf = ({ type, current, power }: Fields): ConnectorFilter => ({
  type: String(type),
  current: String(current),
  powerW: Number(power),
  stationId: null,
})

/** Sets the prices of a file. Locations with the same price get it in one change. */
export async function applyPrices(
  tx: Tx,
  {
    priceChanges,
    idOf,
  }: { priceChanges: readonly PriceChange[]; idOf: ReadonlyMap<GatheredLocation, number> },
  parts: { clock: Clock; currency: string },
  { caller, remoteAddress }: { caller: Caller; remoteAddress: string },
): Promise<void> {
  const groups = new Map<string, { kind: ConnectorFilter; prices: Prices; locationIds: number[] }>()
  for (const { location, kind, prices } of priceChanges) {
    const key = JSON.stringify([keyOf(kind), names.map((name) => prices[name])])
    const group = groups.get(key) ?? { kind, prices, locationIds: [] }
    group.locationIds.push(valueIn(idOf, location))
    groups.set(key, group)
  }
  for (const { kind, prices, locationIds } of groups.values())
    await changePriceIn(tx, { ...parts, connectors: pricedConnectors }, caller, {
      locationIds,
      filters: [kind],
      prices: {
        tariffMinorPerKwh: prices.tariff,
        rateMinorPerMinute: prices.rate,
        startFeeMinor: prices.start_fee,
      },
      ...plain,
      idle: null,
      validFrom: null,
      remoteAddress,
    })
}
