import { knows, type Protocol } from '@stationmaster/ocpp'
import type { Order } from '../order.ts'

/** Whether a session comes before others at its station; it no longer does when it has ended. */
export const hasPriority = ({ status, prioritySince }: Pick<Order, 'status' | 'prioritySince'>): boolean =>
  status === 'started' && prioritySince !== null

/** Whether a session can come before others: its station knows it, and speaks a version that has a word for this. */
export const isPrioritizable = (
  { status, transactionId }: Pick<Order, 'status' | 'transactionId'>,
  protocol: Protocol | null,
): boolean =>
  status === 'started' &&
  transactionId !== null &&
  protocol !== null &&
  knows(protocol, { type: 'prioritize', transactionId, active: true })

/**
 * The session once it comes before others, or no longer does. Who has requested it stays so when its station reports the same
 * afterwards; `managerId` null: the station reports it.
 */
export function withPriority(order: Order, active: boolean, at: Date, managerId: number | null): Order {
  const { status, prioritySince, priorityManagerId } = order
  if (status !== 'started') return order
  if (!active)
    return prioritySince === null ? order : { ...order, prioritySince: null, priorityManagerId: null }
  if (prioritySince !== null && managerId === null) return order
  return { ...order, prioritySince: prioritySince ?? at, priorityManagerId: managerId ?? priorityManagerId }
}
