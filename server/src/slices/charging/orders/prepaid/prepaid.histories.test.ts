import type { OrderStatus } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOpen } from '../machine/moves.ts'
import { start } from '../machine/rules.fixtures.ts'
import * as rules from '../machine/rules.ts'
import type { Order } from '../order.ts'
import { kept, made } from './prepaid.fixtures.ts'
import * as prepaid from './prepaid.ts'

/** What can happen to an order before it starts, at any time and in any order. */
type Happening = (order: Order, now: Date) => prepaid.Step | null
const wait = (order: Order): prepaid.Step => ({ order, commands: [] })
const happenings: Record<string, Happening> = {
  paid: (order, now) => prepaid.paid(order, { methodType: 'card', plugged: false }, now),
  'paid, plugged': (order, now) => prepaid.paid(order, { methodType: 'card', plugged: true }, now),
  plug: prepaid.plugged,
  arrive: (order, now) => prepaid.arrive(order, false, now),
  cancel: (order, now) => prepaid.giveUp(order, 'canceled_by_driver', now),
  accepted: (order, now) => prepaid.reserveAnswered(order, 'accepted', now),
  refused: (order, now) => prepaid.reserveAnswered(order, 'refused', now),
  unanswered: (order, now) => prepaid.reserveAnswered(order, 'unknown', now),
  ended: (order, now) => prepaid.reservationEnded(order, 'Expired', now),
  removed: (order, now) => prepaid.reservationEnded(order, 'Removed', now),
  freed: prepaid.freed,
  begun: (order, now) =>
    prepaid.isBeforeStart(order)
      ? rules.beginEarly(
          order,
          {
            transactionId: 'T',
            startKey: null,
            at: now,
            receivedAt: now,
            meterWh: 0,
            sequence: 0,
            charging: false,
          },
          now,
        )
      : null,
  timer: (order, now) => {
    const { order: next, commands = [], act } = rules.fire(order, true, now)
    return act === 'cancel'
      ? wait(rules.cancel(next, 'rejected_only', now, 'no_transaction'))
      : { order: next, commands }
  },
  'start refused': (order, now) => wait(rules.startAnswered(order, 'refused', now)),
}

const history = fc.array(
  fc.record({
    what: fc.constantFrom(...Object.keys(happenings)),
    seconds: fc.constantFrom(0, 1, 20, 59, 60, 300, 600, 900, 3600),
  }),
  { maxLength: 12 },
)
const ended: ReadonlySet<OrderStatus> = new Set(['canceled', 'expired', 'completed'])

test('whatever happens, in any order: ends are final, a fee is due for what was kept alone, and something is always waited for', () => {
  fc.assert(
    fc.property(history, fc.constantFrom(null, kept), (steps, reservation) => {
      let order = made(reservation)
      let now = start
      let paid = 0
      for (const { what, seconds } of steps) {
        now = new Date(now.getTime() + seconds * SECOND_MS)
        const before = order
        const step = happenings[what]!(order, now)
        if (!step) continue
        order = { ...step.order, dueAt: isOpen(step.order) ? rules.dueOf(step.order) : step.order.dueAt }
        if (what.startsWith('paid')) paid += 1
        if (ended.has(before.status)) expect(order).toEqual(before)
        if (step.commands.includes('start')) expect(paid).toBe(1)
        if (step.commands.includes('reserve')) expect([paid, order.status]).toEqual([1, 'active'])
        const fee = order.reservationPriceMinor ?? 0
        expect([0, reservation?.feeMinor ?? 0]).toContain(fee)
        if (fee > 0) expect([paid, order.reserveStatus]).not.toEqual([1, 'rejected_only'])
        if (fee > 0) expect(paid).toBe(1)
        // what is due before a session is never more than was held
        expect(fee).toBeLessThanOrEqual(order.holdMinor ?? 0)
        if (isOpen(order)) expect(order.dueAt).not.toBeNull()
        else expect(order.dueAt).toBeNull()
      }
    }),
    { numRuns: 10_000 },
  )
})
