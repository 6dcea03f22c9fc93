import { describe, expect, test } from 'vitest'
import type { StoredVersion } from '../../../places/tariffs/store.ts'
import { contractAt, type FleetContract, vatBpUnder, withPercent } from './contract.ts'
import { agreedPrice, type GroupTerms } from './terms.ts'

const version = (id: number, priceMicro = 1_700_000, discountPercent = 0): StoredVersion => ({
  id,
  tariffId: id,
  elements: [
    {
      components: [
        { dimension: 'energy', priceMicro },
        { dimension: 'time', priceMicro: 50_000 },
      ],
    },
  ],
  idle: null,
  discountPercent,
  minPriceMinor: 1001,
  maxPriceMinor: null,
})
const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 2, day, hour))
const contract = (more: Partial<FleetContract>): FleetContract => ({
  id: 7,
  validFrom: at(10),
  validTo: at(20),
  charging: 'percent',
  percent: 20,
  versions: [],
  vat: 'domestic',
  ...more,
})

test.each([
  [at(10, -1), undefined],
  [at(10), 7],
  [at(19, 23), 7],
  [at(20), undefined],
  [at(25), 8],
])('at %s the contract %s holds', (when, expected) => {
  const later = contract({ id: 8, validFrom: at(25), validTo: null })
  expect(contractAt([later, contract({})], when)?.id).toBe(expected)
})

describe('a version some percent dearer', () => {
  test.each([
    // rounded half up to hundredths of a kopeck
    [1_700_000, 20, 2_040_000],
    [1_700_000, -50, 850_000],
    [1000, 5, 1050],
    [1010, 5, 1060],
    [1009, 5, 1060],
    [1004, 5, 1050],
    [0, 900, 0],
    [1_700_000, -99, 17_000],
  ])('%i by %i %% is %i', (priceMicro, percent, expected) => {
    const [energy] = withPercent(version(1, priceMicro), percent).elements[0]!.components
    expect(energy).toEqual({ dimension: 'energy', priceMicro: expected })
  })

  test('its bounds follow, to the kopeck, and its other prices too', () => {
    const dearer = withPercent(version(1), 5)
    expect([dearer.minPriceMinor, dearer.maxPriceMinor]).toEqual([1051, null])
    expect(dearer.elements[0]!.components[1]).toEqual({ dimension: 'time', priceMicro: 52_500 })
    const usual = version(1)
    expect(withPercent(usual, 0)).toBe(usual)
  })
})

describe('the price of a session of a company with a contract', () => {
  const usual = version(1, 1_700_000, 10)
  const own = { validFrom: at(12), validTo: null, version: version(5, 900_000) }
  const group: GroupTerms = {
    key: 'STAFF',
    charging: 'tariff',
    versions: [{ validFrom: at(1), validTo: null, version: version(3) }],
  }
  test.each([
    // contract, group, day, version, energy price, percent of the order, contract of the order
    ['public prices', contract({ charging: 'public', percent: 0 }), null, 15, 1, 1_700_000, 0, 7],
    ['a markup', contract({}), null, 15, 1, 2_040_000, 20, 7],
    ['a markup, the day before', contract({}), null, 9, 1, 1_700_000, 0, null],
    ['a discount', contract({ percent: -50 }), null, 15, 1, 850_000, -50, 7],
    [
      'its own tariff',
      contract({ charging: 'tariff', percent: 0, versions: [own] }),
      null,
      12,
      5,
      900_000,
      0,
      7,
    ],
    [
      'its own tariff, not in force',
      contract({ charging: 'tariff', percent: 0, versions: [own] }),
      null,
      11,
      1,
      1_700_000,
      0,
      7,
    ],
    ['the group’s tariff before the contract', contract({}), group, 15, 3, 1_700_000, 0, 7],
  ] as const)('%s', (_, agreed, ofGroup, day, ...expected) => {
    const terms = { group: ofGroup, discountPercent: 0, contracts: [agreed] }
    const price = agreedPrice(usual, terms, at(day))
    const [energy] = price.version!.elements[0]!.components
    expect([price.version!.id, energy!.priceMicro, price.pricePercent, price.contractId]).toEqual(expected)
    // the tariff's own discount holds as for everybody
    expect(price.discountPercent).toBe(price.version!.id === 1 ? 10 : 0)
  })

  test('where nothing is sold a contract sells nothing', () => {
    const contracts = [contract({ charging: 'tariff', percent: 0, versions: [own] })]
    const price = agreedPrice(null, { group: null, discountPercent: 0, contracts }, at(15))
    expect(price).toMatchObject({ version: null, pricePercent: 0, contractId: 7 })
  })
})

test.each([
  [null, 2000, 2000],
  ['domestic', 2000, 2000],
  ['domestic', null, null],
  ['reverse_charge', 2000, null],
  ['exempt', 2000, null],
] as const)('VAT %s of %s is %s', (vat, domestic, expected) => {
  expect(vatBpUnder(vat, domestic)).toBe(expected)
})
