import { describe, expect, test } from 'vitest'
import { elementsSchema, needsSeries, simpleElements, simpleView, type TariffElement } from './elements.ts'

const energy = (priceMicro: number, restrictions?: TariffElement['restrictions']): TariffElement => ({
  components: [{ dimension: 'energy', priceMicro }],
  ...(restrictions && { restrictions }),
})

describe('the three prices of a connector', () => {
  test('become one element and come back as they were', () => {
    const elements = simpleElements({ tariffMinorPerKwh: 1700, rateMinorPerMinute: 250, startFeeMinor: 5000 })
    expect(elementsSchema.parse(elements)).toEqual(elements)
    expect(simpleView(elements)).toEqual({ tariff: 1700, rate: 250, startFee: 5000 })
  })

  test('leave out what costs nothing but the energy', () => {
    const elements = simpleElements({ tariffMinorPerKwh: 0, rateMinorPerMinute: 0, startFeeMinor: 0 })
    expect(elements).toEqual([{ components: [{ dimension: 'energy', priceMicro: 0 }] }])
    expect(simpleView(elements)).toEqual({ tariff: 0, rate: 0, startFee: 0 })
  })

  test('show the price without conditions, else the first', () => {
    const night = energy(900_000, { startTime: '22:00', endTime: '06:00' })
    expect(simpleView([night, energy(1_700_000)]).tariff).toBe(1700)
    expect(simpleView([night, energy(1_100_000, { minWh: 5000 })]).tariff).toBe(900)
  })
})

describe('elements are refused', () => {
  test.each<[string, unknown]>([
    ['none', []],
    ['an element without a price', [{ components: [] }]],
    ['a negative price', [energy(-1)]],
    ['a fraction of a thousandth', [energy(0.5)]],
    ['two prices of one dimension', [{ components: [...energy(1).components, ...energy(2).components] }]],
    ['an unknown restriction', [{ ...energy(1), restrictions: { minKwh: 5 } }]],
    ['a time that no clock shows', [energy(1, { startTime: '24:00' })]],
    ['a day that no calendar shows', [energy(1, { startDate: '2026-02-30' })]],
    ['limits the wrong way round', [energy(1, { minWh: 5000, maxWh: 5000 })]],
    ['a step of nothing', [{ components: [{ dimension: 'time', priceMicro: 1, stepSize: 0 }] }]],
  ])('with %s', (_, elements) => {
    expect(elementsSchema.safeParse(elements).success).toBe(false)
  })
})

describe('the meter values on the way matter', () => {
  const time: TariffElement = { components: [{ dimension: 'time', priceMicro: 1000 }] }

  test.each<[string, TariffElement[], boolean]>([
    [
      'not without conditions',
      simpleElements({ tariffMinorPerKwh: 1, rateMinorPerMinute: 1, startFeeMinor: 1 }),
      false,
    ],
    ['for energy by the clock', [energy(1, { startTime: '22:00' })], true],
    ['for energy by duration', [energy(1, { minDurationSeconds: 60 })], true],
    ['for energy by power', [energy(1, { minPowerW: 16_000 })], true],
    ['not for energy by energy', [energy(0, { maxWh: 1000 }), energy(1)], false],
    ['not for time by the clock', [{ ...time, restrictions: { daysOfWeek: [0, 6] } }], false],
    ['for time by energy', [{ ...time, restrictions: { minWh: 1000 } }], true],
    ['not for a restriction left open', [energy(1, { startTime: undefined })], false],
  ])('%s', (_, elements, expected) => {
    expect(needsSeries({ elements })).toBe(expected)
  })
})
