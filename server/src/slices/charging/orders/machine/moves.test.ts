import { type OrderStatus, orderStatuses } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { isOpen, move } from './moves.ts'
import { after, starting } from './rules.fixtures.ts'

const reached: Record<OrderStatus, OrderStatus[]> = {
  wait_payment: [],
  active: ['wait_payment'],
  countdown: ['wait_payment', 'active'],
  starting: ['countdown'],
  started: ['wait_payment', 'active', 'countdown', 'starting'],
  completed: ['started'],
  canceled: ['wait_payment', 'active', 'countdown', 'starting'],
  expired: ['wait_payment', 'active', 'countdown'],
}

test.each(orderStatuses)('an order becomes %s from where it may, with what changes', (to) => {
  for (const from of orderStatuses) {
    const order = starting({ status: from })
    const moved = () => move(order, to, { chargingFinish: after(1) })
    if (reached[to].includes(from))
      expect(moved()).toEqual({ ...order, chargingFinish: after(1), status: to })
    else
      expect(moved).toThrow(
        expect.objectContaining({ code: 'order.illegal_move', details: { from, to, orderId: 7 } }),
      )
  }
})

test('an order that has ended holds nothing any more', () => {
  expect(orderStatuses.filter((status) => !isOpen({ status })).toSorted()).toEqual([
    'canceled',
    'completed',
    'expired',
  ])
})
