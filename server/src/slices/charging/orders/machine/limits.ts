import { SECOND_MS } from '@stationmaster/units'
import type { Order } from '../order.ts'

export type LimitReached = 'amount' | 'energy' | 'time' | 'percent'

/** The limit that a running order has reached at an instant or will pass at its next sample; null: none. */
export function limitReached(order: Order, at: Date, nextMinor = 0, nextWh = 0): LimitReached | null {
  const { limitAmountMinor, chargingPriceMinor } = order
  if (
    limitAmountMinor !== null &&
    ((chargingPriceMinor ?? 0) >= limitAmountMinor || nextMinor > limitAmountMinor)
  )
    return 'amount'
  if (order.limitWh !== null && (order.energyWh >= order.limitWh || nextWh > order.limitWh)) return 'energy'
  if (order.limitPercents !== null && order.soc !== null && order.soc >= order.limitPercents) return 'percent'
  const seconds = order.transactionStart ? (at.getTime() - order.transactionStart.getTime()) / SECOND_MS : 0
  return order.limitSeconds !== null && seconds >= order.limitSeconds ? 'time' : null
}
