import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharesOf } from '../contracts/rules.ts'
import { effectOf, toCompensate, transfersOf } from '../ledger/rules.ts'
import {
  closingOf,
  dueOf,
  heldUntil,
  isOver,
  type LedgerRow,
  linesOf,
  mayBePaidOn,
  noSums,
  payableFrom,
  sumOf,
  sumsByMethod,
  taxIn,
  waitsFor,
} from './rules.ts'

const row = (told: Partial<LedgerRow> = {}): LedgerRow => ({
  ...{ kind: 'sessions', day: '2026-02-03', locationId: 1, locationName: 'Yard', methodType: 'card' },
  ...{ orderId: null, documentNumber: null, transferKind: null, dueMinor: 0, orderCount: 0, energyWh: 0 },
  ...told,
})

describe('the lines of a statement', () => {
  test.each([
    ['sale', 34_000, { amountMinor: 34_000 }, 34_000],
    ['refund', -4000, { amountMinor: -4000 }, -4000],
    ['chargeback', -500, { amountMinor: -500 }, -500],
    ['agent_fee', -4250, { agentFeeMinor: 4250 }, -4250],
    ['bank_commission', -952, { bankCommissionMinor: 952 }, -952],
    ['kept', -34_000, { compensationMinor: 34_000 }, -34_000],
  ] as const)('%s of %i', (transferKind, dueMinor, columns, due) => {
    const lines = linesOf([row({ transferKind, dueMinor })])
    expect(lines).toMatchObject([{ ...noSums, ...columns }])
    expect(dueOf(lines[0]!)).toBe(due)
  })

  test('a payout is no part of what is due, and lowers what is left', () => {
    const [line] = linesOf([row({ kind: 'payout', transferKind: 'payout', dueMinor: -5000 })])
    expect(line).toMatchObject({ paidMinor: 5000, amountMinor: 0 })
    expect(dueOf(line!)).toBe(0)
    expect(closingOf(7000, line!)).toBe(2000)
  })

  test('sessions of a day, location and way to pay are one line', () => {
    const day = [
      row({ transferKind: 'sale', dueMinor: 100, orderCount: 2, energyWh: 50 }),
      row({ transferKind: 'agent_fee', dueMinor: -10 }),
      row({ transferKind: 'sale', dueMinor: 30, methodType: 'sbp', orderCount: 1 }),
      row({ transferKind: 'sale', dueMinor: 7, day: '2026-02-02', orderCount: 1 }),
    ]
    expect(linesOf(day).map((line) => [line.day, line.methodType, line.sessionCount, dueOf(line)])).toEqual([
      ['2026-02-02', 'card', 1, 7],
      ['2026-02-03', 'card', 2, 90],
      ['2026-02-03', 'sbp', 1, 30],
    ])
    expect(sumsByMethod(linesOf(day)).map(({ methodType, sums }) => [methodType, dueOf(sums)])).toEqual([
      ['card', 97],
      ['sbp', 30],
    ])
  })

  test('corrections stand apart, each with its order, before what was paid; what came to nothing is left out', () => {
    const lines = linesOf([
      row({ kind: 'payout', transferKind: 'payout', dueMinor: -1, documentNumber: '7' }),
      row({ kind: 'correction', orderId: 9, transferKind: 'refund', dueMinor: -100 }),
      row({ kind: 'correction', orderId: 8, transferKind: 'refund', dueMinor: -200 }),
      row({ transferKind: 'sale', dueMinor: 300, orderCount: 1 }),
      row({ day: '2026-02-05', transferKind: 'sale', dueMinor: 50 }),
      row({ day: '2026-02-05', transferKind: 'refund', dueMinor: -50 }),
    ])
    expect(lines.map(({ kind, orderId, documentNumber }) => [kind, orderId, documentNumber])).toEqual([
      ['sessions', null, null],
      ['correction', 8, null],
      ['correction', 9, null],
      ['payout', null, '7'],
    ])
  })

  test('a session that cost nothing counts, one that moves nothing does not', () => {
    expect(linesOf([row({ orderCount: 1, energyWh: 900 })])).toHaveLength(1)
    expect(linesOf([row()])).toEqual([])
  })
})

test('what payments move is what a statement says of them, in any order', () => {
  const payment = fc.record({
    capturedMinor: fc.nat(1_000_000),
    back: fc.nat(100),
    methodType: fc.constantFrom('card', 'sbp', 'cash', 'account', 'compensation', 'terminal'),
    feeBp: fc.nat(10_000),
  })
  fc.assert(
    fc.property(fc.array(payment), (payments) => {
      const transfers = payments.flatMap(({ capturedMinor, back, methodType, feeBp }) => {
        const refundedMinor = Math.floor((capturedMinor * back) / 100)
        const terms = {
          ownerId: 7,
          fees: new Map([[7, [{ validFrom: '2026-01-01', agentFeeBp: feeBp }]]]),
          rates: [{ provider: 'p', methodType, rateBp: 280, validFrom: '2026-01-01' }],
        } as const
        const taken = { methodType, provider: 'p', capturedMinor, givenBackMinor: refundedMinor } as const
        const shares = sharesOf(taken, terms, '2026-02-01')
        const taker = { methodType, provider: 'p', marketShopId: '', ownerId: 7, driverId: 1 } as const
        const after = { ...taker, capturedMinor, refundedMinor, chargedBackMinor: 0, ...shares }
        return transfersOf({ type: 'charge', before: null, after })
      })
      const owners = 'owner_payable:7'
      const rows = transfers.map(({ kind, credit, debit, amountMinor }) =>
        row({
          transferKind: kind,
          dueMinor: credit === owners ? amountMinor : debit === owners ? -amountMinor : 0,
        }),
      )
      const sums = sumOf(linesOf(rows.toReversed()))
      expect(dueOf(sums)).toBe(toCompensate(effectOf(transfers)))
      expect(closingOf(0, sums)).toBe(rows.reduce((sum, { dueMinor }) => sum + dueMinor, 0))
    }),
  )
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
