import type { PricingPreview } from '@stationmaster/contract'
import { type PriceBounds, type SimplePrices, simpleView } from '../elements.ts'
import type { AssignedNow } from '../pricing/pricing-store.ts'
import { type PricedHours, windowsOf } from '../pricing/windows.ts'
import { type ConnectorFilter, meets } from './assign.ts'

/** At how many locations a new price lacks a part that the present price has. */
export function droppedBy(
  price: { prices: SimplePrices; windows: readonly PricedHours[]; bounds: PriceBounds },
  filters: readonly ConnectorFilter[],
  assigned: readonly AssignedNow[],
): PricingPreview['dropped'] {
  const concerned = assigned.filter((one) => filters.some((filter) => meets(filter, one)))
  const locations = (has: (one: AssignedNow) => boolean): number =>
    new Set(concerned.filter(has).map(({ locationId }) => locationId)).size
  const { prices, windows, bounds } = price
  const bounded = ({ minPriceMinor, maxPriceMinor }: PriceBounds) =>
    minPriceMinor !== null || maxPriceMinor !== null
  const now = ({ elements }: AssignedNow) => simpleView(elements ?? [])
  return {
    hours: windows.length > 0 ? 0 : locations(({ elements }) => windowsOf(elements ?? []).length > 0),
    bounds: bounded(bounds) ? 0 : locations((one) => bounded(one.bounds)),
    rate: prices.rateMinorPerMinute > 0 ? 0 : locations((one) => now(one).rate > 0),
    start_fee: prices.startFeeMinor > 0 ? 0 : locations((one) => now(one).startFee > 0),
    idle: locations(({ idle }) => idle !== null),
  }
}
