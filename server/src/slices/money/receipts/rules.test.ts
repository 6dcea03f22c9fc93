import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyOf, type Movement, nextAttempt, partsOf, printedCode, receiptsOf, vatIn } from './rules.ts'

const receiptsFor = (movement: Movement) =>
  receiptsOf(movement).map(({ kind, settlement, amountMinor }) => `${kind} ${settlement} ${amountMinor}`)

describe('the receipts of a movement', () => {
  test.each<[string, Movement, string[]]>([
    ['a capture', { moneyMinor: 34_000, saleMinor: 34_000 }, ['income payment 34000']],
    ['a refund', { moneyMinor: -4000, saleMinor: -4000 }, ['income_return payment 4000']],
    ['SBP before the session', { moneyMinor: 50_000, saleMinor: 0 }, ['income prepayment 50000']],
    ['the session that was paid before', { moneyMinor: 0, saleMinor: 34_000 }, ['income offset 34000']],
    ['what goes back of it', { moneyMinor: -16_000, saleMinor: 0 }, ['income_return prepayment 16000']],
    ['a price that is corrected', { moneyMinor: 0, saleMinor: -1000 }, ['income_return offset 1000']],
    ['nothing', { moneyMinor: 0, saleMinor: 0 }, []],
    [
      'a charge that pays a debt in part that was paid before in part',
      { moneyMinor: 100, saleMinor: 250 },
      ['income payment 100', 'income offset 150'],
    ],
    [
      'more money than sale',
      { moneyMinor: -250, saleMinor: -100 },
      ['income_return payment 100', 'income_return prepayment 150'],
    ],
    [
      'money that goes while the sale comes',
      { moneyMinor: -100, saleMinor: 40 },
      ['income_return prepayment 100', 'income offset 40'],
    ],
  ])('%s', (_, movement, expected) => {
    expect(receiptsFor(movement)).toEqual(expected)
  })

  test('tell money and sale, whatever moves, and never the same twice', () => {
    const amount = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(amount, amount, (moneyMinor, saleMinor) => {
        const all = receiptsOf({ moneyMinor, saleMinor })
        const sum = (settlements: readonly string[]) =>
          all
            .filter(({ settlement }) => settlements.includes(settlement))
            .reduce((of, one) => of + (one.kind === 'income' ? one.amountMinor : -one.amountMinor), 0)
        expect(sum(['payment', 'prepayment'])).toBe(moneyMinor)
        expect(sum(['payment', 'offset'])).toBe(saleMinor)
        expect(new Set(all.map(({ settlement }) => settlement)).size).toBe(all.length)
        expect(all.every(({ amountMinor }) => amountMinor > 0)).toBe(true)
      }),
      { numRuns: 10_000 },
    )
  })
})

test.each([
  [12_200, 2200, 2200],
  [34_000, 2200, 6131],
  [100, 2000, 17],
  [34_000, 0, 0],
  [34_000, null, 0],
])('the tax in %i at %s hundredths of a percent is %i', (amount, rate, tax) => {
  expect(vatIn(amount, rate)).toBe(tax)
})

test('a receipt has a line for each part where it is for all of them', () => {
  const parts = [
    { name: 'charging', amountMinor: 300 },
    { name: 'reservation', amountMinor: 100 },
  ]
  expect(partsOf(400, parts)).toEqual(parts)
  expect(partsOf(399, parts)).toEqual([{ name: 'charging', amountMinor: 399 }])
  expect(partsOf(401, parts)).toEqual([{ name: 'charging', amountMinor: 401 }])
  expect(partsOf(300, [parts[0]!, { name: 'reservation', amountMinor: 0 }])).toEqual([parts[0]])
})

test('attempts are made with growing pauses, and then no more', () => {
  const now = new Date('2026-11-22T10:00:00Z')
  const after = (attempts: number) => {
    const at = nextAttempt(attempts, 20_000, now)
    return at && (at.getTime() - now.getTime()) / 1000 - 20
  }
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(after)).toEqual([
    ...[5, 15, 60, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400, null],
  ])
})

test('a receipt that was refused is another one for the till', () => {
  expect(keyOf({ id: 7, round: 1 })).not.toBe(keyOf({ id: 7, round: 2 }))
})

test('the code of a receipt is what applications read', () => {
  const mark = { documentNumber: '12', driveNumber: '9999078900001234', fiscalSign: '0123456789' }
  const registeredAt = new Date('2026-11-22T18:05:09Z')
  expect(printedCode({ ...mark, kind: 'income', amountMinor: 34_005, registeredAt }, 'Europe/Moscow')).toBe(
    't=20261122T2105&s=340.05&fn=9999078900001234&i=12&fp=0123456789&n=1',
  )
  expect(
    printedCode({ ...mark, kind: 'income_return', amountMinor: 100, registeredAt }, 'America/New_York'),
  ).toMatch(/t=20261122T1305&s=1\.00.*&n=2$/)
})
