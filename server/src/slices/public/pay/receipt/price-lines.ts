import type { PriceExplained } from '@stationmaster/contract'
import { multiplyDivideRounded, roundedTogether } from '@stationmaster/units'
import type { Order } from '../../../charging/orders/order.ts'
import type { Segment } from '../../../places/tariffs/pricing/pricing.ts'

type Priced = Pick<Order, 'segments' | 'discountPercent' | 'chargingPriceMinor' | 'borneMinor' | 'billable'>

const dimensions = ['energy', 'time', 'flat'] as const
const thousandths = 1000

/** What charging cost, line by line, in kopecks; null while it has no price. Energy is always shown, time where it has a price. */
export function explainPrice(order: Priced): PriceExplained | null {
  const { chargingPriceMinor: totalMinor, segments } = order
  if (totalMinor === null || !segments || !order.billable) return null
  const lines = dimensions.flatMap((dimension) => linesOf(dimension, segments))
  const sum = lines.reduce((all, { amount }) => all + amount, 0)
  const discounted = multiplyDivideRounded(sum, 100 - order.discountPercent, 100)
  return {
    lines,
    discount: discounted - sum,
    bounded: totalMinor + (order.borneMinor ?? 0) - discounted,
    borne: order.borneMinor ? -order.borneMinor : 0,
    total: totalMinor,
  }
}

/** Of one dimension: together they are rounded once, as the price is. */
function linesOf(dimension: Segment['dimension'], all: readonly Segment[]): PriceExplained['lines'] {
  const segments = all.filter(
    (one) => one.dimension === dimension && (dimension === 'energy' || one.unitPriceMicro > 0),
  )
  const amounts = roundedTogether(
    segments.map(({ amountMicro }) => amountMicro),
    thousandths,
  )
  return segments.map(({ billedQuantity, unitPriceMicro, from, to }, index) => ({
    dimension,
    quantity: billedQuantity,
    unit_price: unitPriceMicro / thousandths,
    from: from.toISOString(),
    to: to.toISOString(),
    amount: amounts[index] ?? 0,
  }))
}
