import type { ReckonedCost } from '@stationmaster/ocpp'
import { isAgreed } from '../machine/limits.ts'
import type { Order } from '../order.ts'

/** A station may measure the moment at which a price changes otherwise than its meter values show: kopecks, and this part of the price. */
const toleranceMinor = 3
const tolerancePart = 0.01

/** Whether a station has reckoned less than we bill, by more than clocks and roundings explain. */
const isLess = (oursMinor: number, theirsMinor: number): boolean =>
  oursMinor - theirsMinor > Math.max(toleranceMinor, oursMinor * tolerancePart)

/**
 * The ended order, beside what its station has reckoned. Our price is the bill, but nobody pays more than the station has shown before a
 * person has looked at it. What a station could not reckon says nothing.
 */
export function withReckoned(order: Order, cost: ReckonedCost | undefined): Order {
  const ours = order.chargingPriceMinor ?? 0
  if (!order.billable || isAgreed(order) || typeof cost?.totalMinor !== 'number') return order
  if (!isLess(ours, cost.totalMinor)) return order
  return { ...order, needsReview: true, warning: order.warning ?? 'cost_differs' }
}

/** What the chronology keeps of it. */
export const reckonedField = (cost: ReckonedCost | undefined): { station_cost?: number } =>
  typeof cost?.totalMinor === 'number' ? { station_cost: cost.totalMinor } : {}
