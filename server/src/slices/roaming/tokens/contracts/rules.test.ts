import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Days, overlap, refusalOf, stateOn, suggestedVat } from './rules.ts'

const day = (nth: number): string => new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10)
const today = day(100)
const deal = (from: number, to: number | null, vat: 'domestic' | 'exempt' = 'domestic') => ({
  validFrom: day(from),
  validTo: to === null ? null : day(to),
  vat,
})

test.each([
  [99, 99, 'past'],
  [99, 100, 'current'],
  [100, null, 'current'],
  [101, null, 'future'],
])('a contract from day %i to %s is %s', (from, to, expected) => {
  expect(stateOn(deal(from, to), today)).toBe(expected)
})

describe('beside a contract from day 110 to 120', () => {
  test.each([
    [99, 105, 'starts_too_early'],
    [100, 109, null],
    [100, 110, 'overlaps'],
    [115, 116, 'overlaps'],
    [120, null, 'overlaps'],
    [121, null, null],
    [100, null, 'overlaps'],
    [130, 129, 'ends_before_start'],
    [130, 130, null],
  ])('one from day %i to %s: %s', (from, to, expected) => {
    expect(refusalOf(deal(from, to), [deal(110, 120)], today)).toBe(expected)
  })

  test('another VAT begins with a month', () => {
    // day 120 is the first of May
    expect(refusalOf(deal(121, null, 'exempt'), [deal(110, 120)], today)).toBe('vat_within_month')
    expect(refusalOf(deal(120, null, 'exempt'), [deal(110, 119)], today)).toBeNull()
    expect(refusalOf(deal(150, null, 'exempt'), [deal(110, 120)], today)).toBe('vat_within_month')
    expect(refusalOf(deal(151, null, 'exempt'), [deal(110, 120)], today)).toBeNull()
    expect(refusalOf(deal(121, null), [deal(110, 120)], today)).toBeNull()
  })
})

/** Every day that belongs to one, up to a bound that stands for no end. */
const daysOf = ({ validFrom, validTo }: Days): string[] =>
  Array.from({ length: 160 }, (_, nth) => day(nth)).filter(
    (one) => one >= validFrom && (validTo === null || one <= validTo),
  )

test('whatever is wanted, no day has two contracts, and every day that is free may have one', () => {
  const wanted = fc.record({ from: fc.integer({ min: 95, max: 150 }), length: fc.option(fc.nat(20)) })
  fc.assert(
    fc.property(fc.array(wanted, { maxLength: 25 }), (requests) => {
      const agreed: ReturnType<typeof deal>[] = []
      for (const { from, length } of requests) {
        const one = deal(from, length === null ? null : from + length)
        const taken = new Set(agreed.flatMap(daysOf))
        const isFree =
          daysOf(one).every((each) => !taken.has(each)) && !agreed.some((each) => overlap(each, one))
        const refusal = refusalOf(one, agreed, today)
        expect(refusal === null).toBe(isFree && one.validFrom >= today)
        if (refusal === null) agreed.push(one)
      }
      const days = agreed.flatMap(daysOf)
      expect(new Set(days).size).toBe(days.length)
    }),
  )
})

test.each([
  ['RU', ['RU'], 'domestic'],
  ['RU', ['DE'], 'reverse_charge'],
  ['RU', ['DE', 'RU'], 'domestic'],
  ['RU', [], 'domestic'],
  [undefined, ['DE'], 'domestic'],
])('from %s to %s the VAT is %s', (ours, theirs, expected) => {
  expect(suggestedVat(ours, theirs)).toBe(expected)
})
