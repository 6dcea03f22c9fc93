import type { StationEvent } from '@stationmaster/ocpp'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import type { EventResult, OrderBook } from './book.ts'
import { withPriority } from './priority.ts'

/** A station reports that a session comes before others, or no longer does. */
export function changePriority(
  book: OrderBook,
  station: KnownStation,
  { transactionId, active }: Extract<StationEvent, { type: 'priority.changed' }>,
  receivedAt: Date,
): EventResult {
  const order = book.ofTransaction(station.id, transactionId)
  if (!order) return { reply: { type: 'done' }, orderId: null }
  book.log(order.id, receivedAt, 'ocpp', active ? 'priority_on' : 'priority_off')
  const next = withPriority(order, active, receivedAt, null)
  if (next !== order) book.put(next, 'all')
  return { reply: { type: 'done' }, orderId: order.id }
}
