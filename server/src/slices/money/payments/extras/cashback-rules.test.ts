import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cashback, cashbackAfter, cashbackOf, promisesOf } from './cashback-rules.ts'

const paid = {
  orderId: 7,
  businessDay: '2026-03-10',
  status: 'captured' as const,
  methodType: 'card' as const,
  driverId: 3 as number | null,
  capturedMinor: 34_000,
  refundedMinor: 0,
  chargedBackMinor: 0,
}

test.each([
  ['5 % of 340.00', {}, 5, 0, 1700],
  ['nothing of no percent', {}, 0, 0, 0],
  ['all of it', {}, 100, 0, 34_000],
  ['a kopeck less than a whole one', { capturedMinor: 1999 }, 5, 0, 99],
  ['a whole one', { capturedMinor: 2000 }, 5, 0, 100],
  ['a little more than a whole one', { capturedMinor: 2001 }, 5, 0, 100],
  ['nothing of the reservation', {}, 5, 10_000, 1200],
  ['nothing where only the reservation was paid', { capturedMinor: 10_000 }, 5, 10_000, 0],
  ['nothing of what went back', { refundedMinor: 30_000, chargedBackMinor: 4000 }, 5, 0, 0],
  ['what is left of a refund in part', { refundedMinor: 4000 }, 5, 0, 1500],
  ['of a balance too', { methodType: 'account' as const }, 5, 0, 1700],
  ['of SBP too', { methodType: 'sbp' as const }, 5, 0, 1700],
  ['nothing of cash', { methodType: 'cash' as const }, 5, 0, 0],
  ['nothing at a terminal', { methodType: 'terminal' as const }, 5, 0, 0],
  ['nothing that nobody paid', { methodType: 'compensation' as const }, 5, 0, 0],
  ['nothing of nobody', { driverId: null }, 5, 0, 0],
])('cashback is %s', (_, change, percent, reservationMinor, minor) => {
  expect(cashbackOf({ ...paid, ...change }, percent, reservationMinor)).toBe(minor)
})

describe('a promise', () => {
  const terms = { percent: 5, reservationMinor: 0 }
  const first = cashbackAfter(null, paid, terms)!
  test('is made with what is captured, and keeps its percent and its day', () => {
    expect(first).toEqual({
      orderId: 7,
      driverId: 3,
      percent: 5,
      reservationMinor: 0,
      amountMinor: 1700,
      businessDay: '2026-03-10',
      posted: 1,
      creditedAt: null,
    })
    expect(promisesOf(null, first)).toEqual([{ driverId: 3, amountMinor: 1700 }])
    const after = cashbackAfter(first, { ...paid, refundedMinor: 4000 }, { ...terms, percent: 50 })!
    expect(after).toMatchObject({ percent: 5, amountMinor: 1500, posted: 2 })
    expect(promisesOf(first, after)).toEqual([{ driverId: 3, amountMinor: -200 }])
  })
  test('that stays the same is none', () => {
    expect(cashbackAfter(first, paid, terms)).toBe(first)
    expect(cashbackAfter(null, paid, { ...terms, percent: 0 })).toBe(null)
  })
  test('goes to another with the session', () => {
    const moved = cashbackAfter(first, { ...paid, driverId: 4 }, terms)!
    expect(promisesOf(first, moved)).toEqual([
      { driverId: 3, amountMinor: -1700 },
      { driverId: 4, amountMinor: 1700 },
    ])
  })
  test('is what is due, however often and in whatever order money moves', () => {
    const step = fc.record({
      captured: fc.nat(1e6),
      back: fc.nat(100),
      driverId: fc.option(fc.integer({ min: 1, max: 3 })),
    })
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.nat(100),
        fc.nat(20_000),
        (steps, percent, reservationMinor) => {
          const sums = new Map<number, number>()
          let last: Cashback | null = null
          for (const { captured, back, driverId } of steps) {
            const refundedMinor = Math.floor((captured * back) / 100)
            const payment = { ...paid, driverId, capturedMinor: captured, refundedMinor }
            const next = cashbackAfter(last, payment, { percent, reservationMinor })
            if (next && next !== last)
              for (const one of promisesOf(last, next))
                sums.set(one.driverId, (sums.get(one.driverId) ?? 0) + one.amountMinor)
            last = next
            expect(last?.amountMinor ?? 0).toBe(
              cashbackOf(payment, last?.percent ?? percent, reservationMinor),
            )
            expect([...sums.values()].every((sum) => sum >= 0)).toBe(true)
            expect([...sums.values()].reduce((a, b) => a + b, 0)).toBe(last?.amountMinor ?? 0)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })
})
