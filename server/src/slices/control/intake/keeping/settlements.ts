import type { StationEvent } from '@stationmaster/ocpp'
import { isOpen } from '../../../charging/orders/machine/moves.ts'
import { stationTime } from '../../../charging/orders/measuring/meter.ts'
import type { EventResult, OrderBook } from '../../../charging/orders/messages/book.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { isPrepaid } from '../../../charging/orders/sessions/adopt.ts'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import type { ActionContext } from '../flow-types.ts'

/** Keeps what a station reports of a payment at its own terminal; the order that it is for is collected again where it has ended. */
export function keepSettlement(
  book: OrderBook,
  station: KnownStation,
  event: Extract<StationEvent, { type: 'payment.settled' }>,
  receivedAt: Date,
  { changes }: ActionContext,
): EventResult {
  const { transactionId, reference, status, amountMinor } = event
  const order = transactionId === undefined ? undefined : book.ofTransaction(station.id, transactionId)
  const { at } = stationTime(event.happenedAt, receivedAt)
  changes.settlements.push({
    stationId: station.id,
    pspRef: reference,
    transactionId: transactionId ?? null,
    orderId: order?.id ?? null,
    status,
    amountMinor,
    settledAt: at,
    receivedAt,
    info: event.info ?? null,
    receiptId: event.receiptId ?? null,
    receiptUrl: event.receiptUrl ?? null,
    vatNumber: event.vatNumber ?? null,
    vatCompany: event.company ?? null,
  })
  if (!order) return { reply: { type: 'settlement' }, orderId: null }
  const taken = status === 'settled' && amountMinor > 0
  book.logReported(order.id, at, receivedAt, taken ? 'paid_at_station' : 'not_paid_at_station', {
    value: amountMinor,
    text: [reference, event.info].filter(Boolean).join(': '),
  })
  if (taken && paysByAccount(order)) book.put({ ...order, paymentMethodType: 'terminal' }, 'all')
  if (!isOpen(order)) book.settled.add(order.id)
  return {
    reply: { type: 'settlement', ...(taken ? { receiptId: String(order.id) } : {}) },
    orderId: order.id,
  }
}

/** Whether an order has no other way to pay than the account of its card, or of nobody. */
const paysByAccount = (order: Order): boolean =>
  order.billable && order.paymentMethodType === 'account' && order.fleetId === null && !isPrepaid(order)
