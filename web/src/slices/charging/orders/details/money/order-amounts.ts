import type { OrderDetails } from '@stationmaster/contract'
import { isOpen } from '../details-query.ts'

/** What the charging of an order costs, until now or in total, in kopecks. */
export const chargingAmountOf = (order: OrderDetails): number =>
  (isOpen(order) ? order.current_charging_amount : null) ?? order.charging_price ?? 0

/** Seconds of charging: until an instant (ms) while it runs, or in total. */
export function chargedSeconds(order: OrderDetails, now: number): number | null {
  if (!isOpen(order) || !order.transaction_start) return order.duration
  return Math.max(0, Math.floor((now - Date.parse(order.transaction_start)) / 1000))
}

/** Seconds that the price includes: until the last reading while a charge runs, or in total. */
export function pricedSeconds(
  order: OrderDetails,
  logs: readonly { event: string; created_at: string }[],
): number {
  if (!isOpen(order) || !order.transaction_start) return order.duration ?? 0
  const start = Date.parse(order.transaction_start)
  const readings = logs.filter((line) => line.event === 'meter_values')
  const last = readings.reduce((latest, line) => Math.max(latest, Date.parse(line.created_at)), start)
  return Math.floor((last - start) / 1000)
}

/** Kopecks that were held before the charge, by the chronology; null when nothing was. */
export function heldAmountOf(logs: readonly { event: string; holded_value?: number | null | undefined }[]) {
  const held = logs.filter((line) => line.event === 'holded_amount')
  return held.length > 0 ? held.reduce((sum, line) => sum + (line.holded_value ?? 0), 0) : null
}
