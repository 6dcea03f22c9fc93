import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import * as rules from '../../../charging/orders/machine/rules.ts'
import type { OrderBook } from '../../../charging/orders/messages/book.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { arrive } from '../../../charging/orders/prepaid/prepaid.ts'
import { lockOrder } from '../../../charging/orders/store.ts'
import { giveOrderUp } from '../offer.ts'
import type { PayParts } from '../parts.ts'
import { getPlace } from '../store.ts'

/** A request of a driver by a link, as a line of the order's chronology. */
const noteDriver = (book: OrderBook, orderId: number, event: string): void =>
  book.log(orderId, book.context.now, 'api', event, { request_endpoint: 'pay', response_code: 200 })

/** Cancels an order before its start, for the driver. Throws order.has_started. */
export const cancelByDriver = (parts: PayParts, orderId: number): Promise<Order> =>
  giveOrderUp(parts, orderId, 'canceled_by_driver', (book) => noteDriver(book, orderId, 'order_canceled'))

/** Starts the session of a reservation when its driver has arrived. Throws order.illegal_move when no reservation runs. */
export function startByDriver({ orderWork }: PayParts, orderId: number): Promise<Order> {
  return change(orderWork, orderId, async (book, order, tx) => {
    const { ocppStatus } = await getPlace(tx, order)
    const plugged = ocppStatus === 'Preparing' || ocppStatus === 'Occupied'
    const step = arrive(order, plugged, book.context.now)
    if (!step) throw new Failure('order.illegal_move', { from: order.status, orderId })
    noteDriver(book, orderId, 'connector_start')
    return book.take({ ...step, order: rules.timed(step.order) })
  })
}

/** Stops charging, or a start that has not finished, for the driver. Throws connector.not_charging. */
export function stopByDriver({ orderWork }: PayParts, orderId: number): Promise<Order> {
  return change(orderWork, orderId, (book, order) => {
    const { now } = book.context
    if (order.status !== 'starting' && order.status !== 'started') throw new Failure('connector.not_charging')
    noteDriver(book, orderId, 'connector_stop')
    if (order.status === 'starting')
      return book.put(rules.cancel(order, null, now, 'canceled_by_driver'), 'all')
    if (order.stopTxStatus === 'wait') return order
    book.sendStop(orderId)
    return book.put(rules.withStopRequested(order, now), 'all')
  })
}

const change = (
  orderWork: PayParts['orderWork'],
  orderId: number,
  decide: (book: OrderBook, order: Order, tx: Tx) => Order | Promise<Order>,
): Promise<Order> =>
  orderWork.change(
    async (tx) => [(await lockOrder(tx, orderId)) ?? []].flat(),
    (book, [order], tx) => {
      if (!order) throw new Failure('order.not_found')
      return decide(book, order, tx)
    },
  )
