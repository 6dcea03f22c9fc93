import { HOUR_MS } from '@stationmaster/units'
import { costLive, type Terms } from '../machine/settlement.ts'
import type { Order } from '../order.ts'

/** After a longer time between two samples, the time of the next one cannot be predicted. */
const mostIntervalMs = HOUR_MS / 4

type Before = Pick<Order, 'lastSampleAt' | 'energyWh'>

/**
 * The energy (whole Wh) of a session at its next sample, if its power and the time between samples stay as they are; null where its
 * samples do not show that.
 */
export function energyAtNext(order: Order, before: Before, at: Date): { at: Date; energyWh: number } | null {
  const since = before.lastSampleAt ?? order.transactionStart
  const intervalMs = since ? at.getTime() - since.getTime() : 0
  if (intervalMs <= 0 || intervalMs > mostIntervalMs) return null
  const nextWh =
    order.powerW === null ? order.energyWh - before.energyWh : (order.powerW * intervalMs) / HOUR_MS
  return {
    at: new Date(at.getTime() + intervalMs),
    energyWh: order.energyWh + Math.ceil(Math.max(0, nextWh)),
  }
}

/** What a session that is paid beforehand will cost at its next sample; its present cost where its samples do not show that. */
export function costAtNext(order: Order, before: Before, at: Date, terms: Terms): number {
  const now = order.chargingPriceMinor ?? 0
  const next = energyAtNext(order, before, at)
  return next ? Math.max(now, costLive({ ...order, energyWh: next.energyWh }, null, next.at, terms)) : now
}
