import type { OrderDetails } from '@stationmaster/contract'
import { divideRounded, energyAmountMinor, multiplyDivideRounded } from '@stationmaster/units'

type Segment = OrderDetails['segments'][number]

/** A line of an order's price: Wh, seconds or 1 at kopecks per kWh, minute or session. */
export interface MoneyLine {
  dimension: Segment['dimension']
  quantity: number
  /** kopecks, with decimals where the tariff has them */
  unitPriceMinor: number
  amountMinor: number
  /** Set where a dimension has more than one price. */
  window: { from: string; to: string } | null
}

/** What an order costs and why, in kopecks. */
export interface MoneyExplained {
  lines: MoneyLine[]
  discountMinor: number
  /** The bounds of the price, where the tariff has a lowest or highest price, or where its prices by the hour are not known yet. */
  adjustmentMinor: number
  /** The part of it that the network bears, beyond what the driver was promised. */
  borneMinor: number
  totalMinor: number
}

type Priced = Pick<
  OrderDetails,
  'segments' | 'tariff' | 'rate' | 'start_fee' | 'discount' | 'borne_amount'
> & {
  energyWh: number
  seconds: number
  totalMinor: number
}

/** Explains a price by the order's segments, or, while there are none, by energy x tariff, time x rate and the start fee. */
export function explainMoney(order: Priced): MoneyExplained {
  const { totalMinor, borne_amount: borneMinor } = order
  const priced = order.segments.length > 0 ? linesOf(order.segments) : linesSoFar(order)
  const free = totalMinor === 0 && order.segments.length === 0 && sumOf(priced) > 0
  const lines = free ? [] : priced
  const sum = sumOf(lines)
  const discounted = multiplyDivideRounded(sum, 100 - order.discount, 100)
  const adjustmentMinor = totalMinor + borneMinor - discounted
  return { lines, discountMinor: sum - discounted, adjustmentMinor, borneMinor, totalMinor }
}

const sumOf = (lines: readonly MoneyLine[]) => lines.reduce((total, line) => total + line.amountMinor, 0)

/** Lines of one dimension are rounded so that they add up to the dimension, which is rounded once. */
function linesOf(segments: readonly Segment[]): MoneyLine[] {
  const counts = new Map<string, number>()
  for (const { dimension } of segments) counts.set(dimension, (counts.get(dimension) ?? 0) + 1)
  const exact = new Map<string, number>()
  return segments.map(({ dimension, from, to, quantity, unit_price, amount_micro }) => {
    const before = exact.get(dimension) ?? 0
    const after = before + amount_micro
    exact.set(dimension, after)
    return {
      dimension,
      quantity,
      unitPriceMinor: unit_price / 1000,
      amountMinor: divideRounded(after, 1000) - divideRounded(before, 1000),
      window: (counts.get(dimension) ?? 0) > 1 ? { from, to } : null,
    }
  })
}

function linesSoFar({ tariff, rate, start_fee, energyWh, seconds }: Priced): MoneyLine[] {
  const line = (
    dimension: Segment['dimension'],
    quantity: number,
    unitPriceMinor: number,
    amountMinor: number,
  ) => ({
    dimension,
    quantity,
    unitPriceMinor,
    amountMinor,
    window: null,
  })
  return [
    line('energy', energyWh, tariff, energyAmountMinor(energyWh, tariff)),
    ...(rate > 0 ? [line('time', seconds, rate, multiplyDivideRounded(seconds, rate, 60))] : []),
    ...(start_fee > 0 ? [line('flat', 1, start_fee, energyWh > 0 ? start_fee : 0)] : []),
  ]
}
