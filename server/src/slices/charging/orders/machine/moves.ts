import { type OrderStatus, openOrderStatuses } from '@stationmaster/contract'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Order } from '../order.ts'

/** Which status may follow which (domain.md#orders). Terminal ones never leave; corrections are rows elsewhere. */
export const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  // started: a plug that begins its transaction by itself comes before the money, or before the start
  wait_payment: ['active', 'countdown', 'started', 'canceled', 'expired'],
  active: ['countdown', 'started', 'canceled', 'expired'],
  countdown: ['starting', 'started', 'canceled', 'expired'],
  starting: ['started', 'canceled'],
  started: ['completed'],
  completed: [],
  canceled: [],
  expired: [],
}

const open: ReadonlySet<OrderStatus> = new Set(openOrderStatuses)

/** True while the order holds its connector and its driver. */
export const isOpen = (order: Pick<Order, 'status'>): boolean => open.has(order.status)

/** The order with its next status; throws order.illegal_move when the table has no such move. */
export function move(order: Order, to: OrderStatus, changes: Partial<Order>): Order {
  if (!moves[order.status].includes(to)) {
    throw new Failure('order.illegal_move', { from: order.status, to, orderId: order.id })
  }
  return { ...order, ...changes, status: to }
}
