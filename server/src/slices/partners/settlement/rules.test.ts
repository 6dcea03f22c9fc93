import { describe, expect, test } from 'vitest'
import { taxIn } from '../../money/contracts/tax.ts'
import {
  closingOf,
  dueOf,
  heldUntil,
  isOver,
  type Line,
  linesOf,
  mayBePaidOn,
  noSums,
  payableFrom,
  sumsByMethod,
  waitsFor,
} from './rules.ts'

const row = (results: Partial<Line> = {}): Line => ({
  kind: 'sessions',
  day: '2026-02-03',
  locationId: 1,
  locationName: 'Yard',
  methodType: 'card',
  orderId: null,
  documentNumber: null,
  ...noSums,
  ...results,
})

describe('the lines of a statement', () => {
  test('a payout is no part of what is due, and lowers what is left', () => {
    const payout = row({ kind: 'payout', paidMinor: 5000 })
    expect(dueOf(payout)).toBe(0)
    expect(closingOf(7000, payout)).toBe(2000)
  })

  test('each way to pay has its sums, of sessions and corrections alike', () => {
    const lines = [
      row({ amountMinor: 100, agentFeeMinor: 10, sessionCount: 2 }),
      row({ amountMinor: 30, methodType: 'sbp', sessionCount: 1 }),
      row({ kind: 'correction', amountMinor: -7, orderId: 4 }),
    ]
    expect(
      sumsByMethod(lines).map(({ methodType, sums }) => [methodType, sums.sessionCount, dueOf(sums)]),
    ).toEqual([
      ['card', 2, 83],
      ['sbp', 1, 30],
    ])
  })

  test('corrections stand apart, each with its order, before what was paid; what came to nothing is left out', () => {
    const lines = linesOf([
      row({ kind: 'payout', paidMinor: 1, documentNumber: '7' }),
      row({ kind: 'correction', orderId: 9, amountMinor: -100 }),
      row({ kind: 'correction', orderId: 8, amountMinor: -200 }),
      row({ day: '2026-02-05' }),
      row({ amountMinor: 300, sessionCount: 1 }),
    ])
    expect(lines.map(({ kind, orderId, documentNumber }) => [kind, orderId, documentNumber])).toEqual([
      ['sessions', null, null],
      ['correction', 8, null],
      ['correction', 9, null],
      ['payout', null, '7'],
    ])
  })

  test('a session that cost nothing counts, one that moves nothing does not', () => {
    expect(linesOf([row({ sessionCount: 1, energyWh: 900 })])).toHaveLength(1)
    expect(linesOf([row()])).toEqual([])
  })
})

test.each([
  ['2026-02', '2026-02-28', false],
  ['2026-02', '2026-03-01', true],
  ['2025-12', '2026-01-01', true],
  ['2026-03', '2026-02-28', false],
])('%s on %s is over: %s', (month, today, over) => {
  expect(isOver(month, today)).toBe(over)
})

test.each([
  ['2026-02', '2026-02', '2026-02-28', 'month_end'],
  ['2026-02', '2026-02', '2026-03-01', null],
  ['2026-02', '2026-01', '2026-03-01', 'earlier_month'],
  ['2026-03', '2026-01', '2026-03-01', 'month_end'],
])('%s, where %s is the first open one, on %s waits for %s', (month, first, today, what) => {
  expect(waitsFor(month, first, today)).toBe(what)
})

test.each([
  ['2026-02-28', false],
  ['2026-03-01', true],
  ['2026-03-10', true],
  ['2026-03-11', false],
])('February’s was paid on %s: %s', (day, may) => {
  expect(mayBePaidOn(day, '2026-02', '2026-03-10')).toBe(may)
})

test.each([
  [12_200, 22, 2200],
  [100, 20, 17],
  [99, 20, 17],
  [-12_200, 22, -2200],
  [12_200, null, 0],
  [0, 22, 0],
])('%i holds at %s percent a tax of %i', (amount, percent, tax) => {
  expect(taxIn(amount, percent)).toBe(tax)
})

test.each([
  // the last second of 24 February in Moscow, and the first of the 25th
  ['2026-02-24T20:59:59Z', 14, '2026-03-10'],
  ['2026-02-24T21:00:00Z', 14, '2026-03-11'],
  ['2026-02-24T21:00:00Z', 0, '2026-02-25'],
  ['2026-12-30T12:00:00Z', 3, '2027-01-02'],
  [null, 14, null],
])('who was let in at %s can be paid after %i days from %s on', (at, days, day) => {
  expect(payableFrom(at === null ? null : new Date(at), days, 'Europe/Moscow')).toBe(day)
})

test.each([
  [100, '2026-03-11', '2026-03-10', '2026-03-11'],
  [100, '2026-03-11', '2026-03-11', null],
  [100, '2026-03-11', '2026-03-12', null],
  [1, '2026-03-11', '2026-03-10', '2026-03-11'],
  [0, '2026-03-11', '2026-03-10', null],
  [-1, '2026-03-11', '2026-03-10', null],
  [100, null, '2026-03-10', null],
])('%i that can be paid from %s on is held on %s until %s', (due, payable, today, until) => {
  expect(heldUntil(due, payable, today)).toBe(until)
})
