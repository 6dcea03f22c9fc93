import { HOUR_MS } from '@stationmaster/units'
import type { Order } from './order.ts'
import { priceLive, type Terms } from './settlement.ts'

/** A longer silence between two samples says nothing of when the next one comes. */
const mostIntervalMs = HOUR_MS / 4

/**
 * What a session that is paid beforehand will cost at its next sample, if it goes on with the power of the last one and the next
 * comes as soon as that did; what it costs already where its samples do not tell.
 */
export function costAtNext(
  order: Order,
  before: Pick<Order, 'lastSampleAt' | 'energyWh'>,
  at: Date,
  terms: Terms,
): number {
  const now = order.chargingPriceMinor ?? 0
  const since = before.lastSampleAt ?? order.transactionStart
  const intervalMs = since ? at.getTime() - since.getTime() : 0
  if (intervalMs <= 0 || intervalMs > mostIntervalMs) return now
  const nextWh =
    order.powerW === null ? order.energyWh - before.energyWh : (order.powerW * intervalMs) / HOUR_MS
  const next = { ...order, energyWh: order.energyWh + Math.ceil(Math.max(0, nextWh)) }
  const nextAt = new Date(at.getTime() + intervalMs)
  return Math.max(now, priceLive(next, null, nextAt, terms))
}
