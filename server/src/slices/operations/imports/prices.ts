import type { Clock } from '../../../platform/general/clock.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { changePriceIn, plain } from '../../places/tariffs/actions.ts'
import type { ConnectorFilter } from '../../places/tariffs/changes/assign.ts'
import { simpleView } from '../../places/tariffs/elements.ts'
import { loadEffectiveVersions } from '../../places/tariffs/store.ts'
import { listPricedConnectors, pricedConnectors } from '../../stations/stations/lists/priced-store.ts'
import type { Fields, Gathered, GatheredLocation, RowFault } from './gather.ts'

/** Kopecks for a kWh, a minute and a session. */
export interface Prices {
  tariff: number
  rate: number
  start_fee: number
}

interface Priced {
  connectorId: number
  locationId: number
  kind: ConnectorFilter
  /** null: nothing prices it */
  prices: Prices | null
}

/** What the connectors of some locations cost now. */
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

/** A price that a file tells for a kind of connectors at a location, and that does not hold there yet. */
export interface PriceWish {
  location: GatheredLocation
  kind: ConnectorFilter
  prices: Prices
}

interface Told extends Omit<PriceWish, 'prices'> {
  prices: Fields
}

const keyOf = ({ type, current, powerW }: ConnectorFilter): string => JSON.stringify([type, current, powerW])
const names = ['tariff', 'rate', 'start_fee'] as const

/** Compares the prices of a file with those that hold at the locations that are there (`idOf`). */
export function planPrices(
  gathered: Gathered,
  priced: readonly Priced[],
  idOf: ReadonlyMap<GatheredLocation, number>,
): {
  wishes: PriceWish[]
  counts: { added: number; changed: number; unchanged: number }
  faults: RowFault[]
} {
  const { told, faults } = gatherPrices(gathered)
  const standing = groupBy(priced, (one) => `${one.locationId} ${keyOf(one.kind)}`)
  const counts = { added: 0, changed: 0, unchanged: 0 }
  const wishes: PriceWish[] = []
  for (const { location, kind, prices } of told) {
    const there = standing.get(`${idOf.get(location)} ${keyOf(kind)}`) ?? []
    const now = there.find((one) => one.prices)?.prices
    const wanted = { tariff: 0, rate: 0, start_fee: 0, ...now, ...prices } as Prices
    const holds =
      there.length > 0 && there.every((one) => names.every((name) => one.prices?.[name] === wanted[name]))
    counts[holds ? 'unchanged' : now ? 'changed' : 'added'] += 1
    if (!holds) wishes.push({ location, kind, prices: wanted })
  }
  return { wishes, counts, faults }
}

/** One price for each kind of connectors at a location; rows that tell another are at fault. */
function gatherPrices({ stations }: Gathered): { told: Told[]; faults: RowFault[] } {
  const told = new Map<GatheredLocation, Map<string, Told>>()
  const faults: RowFault[] = []
  for (const { location, connectors } of stations.values())
    for (const { line, fields, prices } of connectors.values()) {
      if (Object.keys(prices).length === 0) continue
      const kind = kindOf(fields)
      const kinds = told.get(location) ?? new Map<string, Told>()
      told.set(location, kinds)
      const earlier = kinds.get(keyOf(kind))
      if (!earlier) kinds.set(keyOf(kind), { location, kind, prices: { ...prices } })
      else
        for (const name of names)
          if (earlier.prices[name] !== prices[name])
            faults.push({ line, column: name, code: 'import.differs', value: String(prices[name] ?? '') })
    }
  return { told: [...told.values()].flatMap((kinds) => [...kinds.values()]), faults }
}

const kindOf = ({ type, current, power }: Fields): ConnectorFilter => ({
  type: String(type),
  current: String(current),
  powerW: Number(power),
  stationId: null,
})

/** Sets the prices that a file asks for, each at all of its locations at once. */
export async function applyPrices(
  tx: Tx,
  { wishes, idOf }: { wishes: readonly PriceWish[]; idOf: ReadonlyMap<GatheredLocation, number> },
  parts: { clock: Clock; currency: string },
  { caller, remoteAddress }: { caller: Caller; remoteAddress: string },
): Promise<void> {
  const alike = new Map<string, { kind: ConnectorFilter; prices: Prices; locationIds: number[] }>()
  for (const { location, kind, prices } of wishes) {
    const key = JSON.stringify([keyOf(kind), names.map((name) => prices[name])])
    const group = alike.get(key) ?? { kind, prices, locationIds: [] }
    group.locationIds.push(idOf.get(location)!)
    alike.set(key, group)
  }
  for (const { kind, prices, locationIds } of alike.values())
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
