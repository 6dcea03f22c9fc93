import { describe, expect, test } from 'vitest'
import type { StoredVersion } from '../../../places/tariffs/store.ts'
import { agreedPrice, fleetBound, type GroupTerms, higherDiscount } from './terms.ts'

const version = (id: number, discountPercent = 0): StoredVersion => ({
  id,
  tariffId: id,
  elements: [{ components: [{ dimension: 'energy', priceMicro: 1_700_000 }] }],
  idle: null,
  discountPercent,
})
const at = (day: number) => new Date(Date.UTC(2026, 2, day))
const usual = version(1, 10)
const group = (charging: GroupTerms['charging']): GroupTerms => ({
  key: 'STAFF',
  charging,
  versions:
    charging === 'tariff'
      ? [
          { validFrom: at(20), validTo: null, version: version(3, 30) },
          { validFrom: at(10), validTo: at(20), version: version(2) },
        ]
      : [],
})

test.each([
  ['nothing of either', 0, 0, 0],
  ['the tariff’s alone', 10, 0, 10],
  ['the driver’s alone', 0, 15, 15],
  ['the higher one, and never both', 10, 15, 15],
  ['the tariff’s where it is higher', 20, 15, 20],
  ['the same', 15, 15, 15],
  ['everything', 10, 100, 100],
])('of two discounts %s holds', (_, tariff, own, expected) => {
  expect(higherDiscount(tariff, own)).toBe(expected)
})

describe('the price of a session', () => {
  test.each([
    // group, own discount, day, version, discount, group of the order, free
    [null, 0, 15, 1, 10, null, false],
    [null, 25, 15, 1, 25, null, false],
    ['usual', 25, 15, 1, 25, null, false],
    ['free', 25, 15, 1, 0, 'STAFF', true],
    // before the group's tariff begins the connector's holds
    ['tariff', 0, 9, 1, 10, null, false],
    ['tariff', 0, 10, 2, 0, 'STAFF', false],
    ['tariff', 5, 19, 2, 5, 'STAFF', false],
    ['tariff', 5, 20, 3, 30, 'STAFF', false],
    ['tariff', 40, 21, 3, 40, 'STAFF', false],
  ] as const)('group %s, own discount %s, day %s', (charging, own, day, ...expected) => {
    const terms = { group: charging && group(charging), discountPercent: own, contracts: [] }
    const price = agreedPrice(usual, terms, at(day))
    expect([price.version?.id, price.discountPercent, price.tagGroup, price.free]).toEqual(expected)
  })

  test('nothing is discounted where nothing is sold', () => {
    const price = agreedPrice(null, { group: null, discountPercent: 50, contracts: [] }, at(1))
    expect(price).toEqual({
      version: null,
      discountPercent: 0,
      pricePercent: 0,
      contractId: null,
      tagGroup: null,
      free: false,
    })
  })
})

test.each<[string, number | null, number | null, number | null, number | null, number | null]>([
  ['no limit of the month is no limit of the session', null, null, 170_000, null, null],
  ['no limit of the month leaves the asked one', null, null, 170_000, 5000, 5000],
  ['what a full battery costs, where a tenth is less', 500_000, 500_000, 170_000, null, 170_000],
  ['a tenth of the limit, where that is more', 5_000_000, 5_000_000, 170_000, null, 500_000],
  ['what is left', 500_000, 169_999, 170_000, null, 169_999],
  ['all of what is left', 500_000, 170_000, 170_000, null, 170_000],
  ['what was asked for', 500_000, 500_000, 170_000, 5000, 5000],
  ['nothing where nothing is left', 500_000, 0, 170_000, 5000, 0],
  ['nothing where too much was used', 500_000, -1, 170_000, null, 0],
  ['no limit where charging costs nothing', 500_000, 0, null, null, null],
])('a session of a fleet may cost %s', (_, limitMinor, leftMinor, ...[usualMinor, requested, expected]) => {
  expect(fleetBound({ id: 1, limitMinor, leftMinor }, usualMinor, requested)).toBe(expected)
})
