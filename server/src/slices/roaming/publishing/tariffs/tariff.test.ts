import { codecOf, ocpiVersions, write } from '@stationmaster/ocpi'
import { describe, expect, test } from 'vitest'
import type { TariffElement } from '../../../places/tariffs/elements.ts'
import { type OwnTariff, type TariffLoss, tariffLosses, tariffOf } from './tariff.ts'

const lastUpdated = new Date('2026-03-10T10:00:00Z')

/** Of 17 roubles a kWh with 20 % VAT, unless something else is said. */
const own = (elements: TariffElement[], more: Partial<OwnTariff> = {}, version = {}): OwnTariff => ({
  countryCode: 'RU',
  partyId: 'STR',
  id: '7-12',
  currency: 'RUB',
  version: { id: 12, elements, discountPercent: 0, ...version },
  idle: null,
  vatBp: 2000,
  lastUpdated,
  ...more,
})
const perKwh = (priceMicro: number, restrictions?: TariffElement['restrictions']): TariffElement => ({
  components: [{ dimension: 'energy', priceMicro }],
  ...(restrictions && { restrictions }),
})
const fee = (priceMicro: number, restrictions?: TariffElement['restrictions']): TariffElement => ({
  components: [{ dimension: 'flat', priceMicro }],
  ...(restrictions && { restrictions }),
})
const idle = { graceSeconds: 0, blockSeconds: 300, blockMinor: 2400, capMinor: null, night: null }
const plain = perKwh(1_800_000)

describe('a tariff of ours in both versions', () => {
  const all = own(
    [
      perKwh(900_000, { startTime: '23:00', endTime: '07:00', daysOfWeek: [0, 6] }),
      {
        components: [
          { dimension: 'energy', priceMicro: 1_800_000 },
          { dimension: 'time', priceMicro: 120_000, stepSize: 60 },
          { dimension: 'flat', priceMicro: 6_000_000 },
        ],
      },
    ],
    { validFrom: lastUpdated, validTo: new Date('2027-01-01T00:00:00Z') },
    { minPriceMinor: 12_000, maxPriceMinor: 600_000 },
  )

  test('2.3.0 has our prices, with the VAT in them', () => {
    expect(write(codecOf('2.3.0').tariff, tariffOf(all))).toEqual({
      country_code: 'RU',
      party_id: 'STR',
      id: '7-12',
      currency: 'RUB',
      tariff_alt_text: [],
      min_price: { before_taxes: 100, after_taxes: 120 },
      max_price: { before_taxes: 5000, after_taxes: 6000 },
      elements: [
        {
          price_components: [{ type: 'ENERGY', price: 9, vat: 20, step_size: 1 }],
          restrictions: { start_time: '23:00', end_time: '07:00', day_of_week: ['SUNDAY', 'SATURDAY'] },
        },
        {
          price_components: [
            { type: 'ENERGY', price: 18, vat: 20, step_size: 1 },
            { type: 'TIME', price: 72, vat: 20, step_size: 60 },
            { type: 'FLAT', price: 60, vat: 20, step_size: 1 },
          ],
        },
      ],
      tax_included: 'YES',
      start_date_time: '2026-03-10T10:00:00Z',
      end_date_time: '2027-01-01T00:00:00Z',
      last_updated: '2026-03-10T10:00:00Z',
    })
  })

  test('2.2.1 has them without', () => {
    expect(write(codecOf('2.2.1').tariff, tariffOf(all))).toMatchObject({
      min_price: { excl_vat: 100, incl_vat: 120 },
      elements: [
        { price_components: [{ price: 7.5, vat: 20 }] },
        { price_components: [{ price: 15 }, { price: 60 }, { price: 50 }] },
      ],
    })
    expect(write(codecOf('2.2.1').tariff, tariffOf(all))).not.toHaveProperty('tax_included')
  })

  test('without VAT there is none to be named', () => {
    const tariff = tariffOf(own([plain], { vatBp: null }, { maxPriceMinor: 5000 }))
    expect(tariff).toMatchObject({
      taxIncluded: 'N/A',
      maxPrice: { beforeTaxesMicro: 50_000_000, afterTaxesMicro: 50_000_000 },
    })
    expect(write(codecOf('2.2.1').tariff, tariff)).toMatchObject({
      elements: [{ price_components: [{ type: 'ENERGY', price: 18, step_size: 1 }] }],
    })
  })

  test('every restriction has its place', () => {
    const restrictions = {
      startDate: '2026-01-01',
      endDate: '2026-07-01',
      minWh: 1000,
      maxWh: 50_000,
      minPowerW: 3700,
      maxPowerW: 22_000,
      minDurationSeconds: 60,
      maxDurationSeconds: 3600,
    }
    expect(tariffOf(own([perKwh(100, restrictions)])).elements[0]?.restrictions).toEqual({
      startDate: '2026-01-01',
      endDate: '2026-07-01',
      minEnergyWh: 1000,
      maxEnergyWh: 50_000,
      minPowerWatts: 3700,
      maxPowerWatts: 22_000,
      minDurationSeconds: 60,
      maxDurationSeconds: 3600,
      daysOfWeek: [],
    })
  })

  test.each([
    [{ startTime: '08:00', endTime: '08:00' }, undefined],
    [{ endTime: '00:00' }, undefined],
    [{ startTime: '08:00' }, { startTime: '08:00', daysOfWeek: [] }],
    [{ endTime: '08:00' }, { endTime: '08:00', daysOfWeek: [] }],
    [{}, undefined],
  ])('the hours %j', (restrictions, expected) => {
    expect(tariffOf(own([perKwh(100, restrictions)])).elements[0]?.restrictions).toEqual(expected)
  })

  test('a fee for parking is an element of its own, which does not hold in the hours for nothing', () => {
    const night = { from: 22 * 60, to: 6 * 60 + 30 }
    expect(tariffOf(own([plain], { idle: { ...idle, night } })).elements[1]).toEqual({
      priceComponents: [{ type: 'PARKING_TIME', priceMicro: 288_000_000, vatPpm: 200_000, stepSize: 300 }],
      restrictions: { startTime: '06:30', endTime: '22:00', daysOfWeek: [] },
    })
    expect(tariffOf(own([plain], { idle })).elements[1]?.restrictions).toBeUndefined()
    expect(tariffOf(own([plain], { idle: { ...idle, blockMinor: 0 } })).elements).toHaveLength(1)
  })

  test('a tariff without a price is free of charge', () => {
    const idleOnly: TariffElement = { components: [{ dimension: 'idle', priceMicro: 5 }] }
    expect(tariffOf(own([idleOnly])).elements).toEqual([
      { priceComponents: [{ type: 'FLAT', priceMicro: 0, stepSize: 1 }] },
    ])
  })
})

describe('what a partner cannot learn', () => {
  const lossesOf = (tariff: OwnTariff) => ocpiVersions.map((version) => tariffLosses(tariff, version))
  const both = (...losses: TariffLoss[]) => [losses, losses]

  test('nothing of a simple tariff', () => {
    expect(lossesOf(own([plain]))).toEqual(both())
    expect(lossesOf(own([plain], { idle }))).toEqual(both())
  })

  test('a price whose part without VAT has more than four decimals, in 2.2.1', () => {
    expect(lossesOf(own([perKwh(1_700_000)]))).toEqual([['decimals'], []])
    expect(lossesOf(own([perKwh(1_700_000)], { vatBp: null }))).toEqual(both())
    // 0.00001 of a rouble
    expect(lossesOf(own([perKwh(1_800_001)]))).toEqual(both('decimals'))
    expect(lossesOf(own([plain], { idle: { ...idle, blockSeconds: 420 } }))).toEqual(both('decimals'))
  })

  test.each<[TariffLoss, OwnTariff]>([
    ['discount', own([plain], {}, { discountPercent: 10 })],
    ['start_fee_needs_energy', own([fee(6_000_000)])],
    ['lowest_price_needs_energy', own([plain], {}, { minPriceMinor: 12_000 })],
    ['idle_grace', own([plain], { idle: { ...idle, graceSeconds: 1 } })],
    ['idle_cap', own([plain], { idle: { ...idle, capMinor: 90_000 } })],
    ['limits_without_parking', own([plain], { idle }, { maxPriceMinor: 600_000 })],
    [
      'steps_before_parking',
      own([{ components: [{ dimension: 'time', priceMicro: 6000, stepSize: 2 }] }], { idle }),
    ],
  ])('%s', (loss, tariff) => {
    expect(lossesOf(tariff)).toEqual(both(loss))
  })

  test('start fees that depend on something', () => {
    const nightly = fee(6_000_000, { startTime: '22:00' })
    expect(lossesOf(own([nightly]))).toEqual(both('start_fee_needs_energy'))
    expect(lossesOf(own([nightly, fee(0)]))).toEqual(both('start_fee_needs_energy', 'several_start_fees'))
    expect(lossesOf(own([nightly], { idle }))).toEqual(
      both('start_fee_needs_energy', 'start_fee_while_parking'),
    )
    expect(lossesOf(own([fee(0)]))).toEqual(both())
  })

  test('nothing of parking where it costs nothing', () => {
    const free = { ...idle, blockMinor: 0, graceSeconds: 600, capMinor: 0 }
    expect(lossesOf(own([plain], { idle: free }))).toEqual(both())
  })
})
