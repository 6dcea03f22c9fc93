import { describe, expect, test } from 'vitest'
import {
  dependsOnTime,
  elementsSchema,
  needsSeries,
  simpleElements,
  simpleView,
  type TariffElement,
} from './elements.ts'

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
    const slow: TariffElement = { components: [{ dimension: 'time', priceMicro: 100_499 }] }
    expect(simpleView([slow, night])).toEqual({ tariff: 900, rate: 100, startFee: 0 })
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
    ['powers the wrong way round', [energy(1, { minPowerW: 2, maxPowerW: 1 })]],
    ['durations the wrong way round', [energy(1, { minDurationSeconds: 60, maxDurationSeconds: 60 })]],
    ['days the wrong way round', [energy(1, { startDate: '2026-03-02', endDate: '2026-03-01' })]],
    ['energy below nothing', [energy(1, { minWh: -1 })]],
    ['power below nothing', [energy(1, { minPowerW: -1 })]],
    ['a duration below nothing', [energy(1, { minDurationSeconds: -1 })]],
    ['a time before a time', [energy(1, { startTime: '123:00' })]],
    ['a time after a time', [energy(1, { startTime: '23:000' })]],
    ['an hour that no clock shows', [energy(1, { startTime: '29:00' })]],
    ['a minute that no clock shows', [energy(1, { startTime: '23:60' })]],
    ['a weekday before Sunday', [energy(1, { daysOfWeek: [-1] })]],
    ['a weekday after Saturday', [energy(1, { daysOfWeek: [7] })]],
    ['no weekday', [energy(1, { daysOfWeek: [] })]],
    ['a price above the highest', [energy(100_000_000_001)]],
    ['a step of nothing', [{ components: [{ dimension: 'time', priceMicro: 1, stepSize: 0 }] }]],
    ['a step too long', [{ components: [{ dimension: 'time', priceMicro: 1, stepSize: 1_000_001 }] }]],
    ['a price of something else', [{ components: [{ dimension: 'parking', priceMicro: 1 }] }]],
    ['a price that tells more', [{ components: [{ dimension: 'time', priceMicro: 1, vat: 20 }] }]],
    ['an element that tells more', [{ ...energy(1), name: 'night' }]],
    ['too many', Array.from({ length: 201 }, () => energy(1))],
  ])('with %s', (_, elements) => {
    expect(elementsSchema.safeParse(elements).success).toBe(false)
  })
})

test('elements may go to every bound', () => {
  const widest: TariffElement = {
    components: [
      { dimension: 'energy', priceMicro: 100_000_000_000, stepSize: 1_000_000 },
      { dimension: 'time', priceMicro: 0, stepSize: 1 },
      { dimension: 'flat', priceMicro: 1 },
      { dimension: 'idle', priceMicro: 1 },
    ],
    restrictions: {
      startTime: '00:00',
      endTime: '19:59',
      startDate: '2026-03-01',
      endDate: '2026-03-02',
      minWh: 0,
      maxWh: 1,
      minPowerW: 0,
      maxPowerW: 1,
      minDurationSeconds: 0,
      maxDurationSeconds: 1,
      daysOfWeek: [0, 1, 2, 3, 4, 5, 6],
    },
  }
  const elements = [widest, ...Array.from({ length: 199 }, () => energy(1, { minWh: 5, startTime: '23:00' }))]
  expect(elementsSchema.parse(elements)).toEqual(elements)
})

test.each([
  { minWh: 5 },
  { maxWh: 5 },
  { endDate: '2026-03-01' },
  { startDate: '2026-03-01' },
])('one limit is enough: %j', (restrictions) => {
  expect(elementsSchema.safeParse([energy(1, restrictions)]).success).toBe(true)
})

test('the reason of a refusal says what is wrong', () => {
  const messages = (elements: unknown) =>
    elementsSchema.safeParse(elements).error?.issues.map(({ message }) => message)
  expect(messages([energy(1, { minWh: 2, maxWh: 1 })])).toEqual([
    'A lower limit is not below its upper limit',
  ])
  expect(messages([{ components: [...energy(1).components, ...energy(2).components] }])).toEqual([
    'A dimension has two prices',
  ])
})

describe('when a charge began and ended matters', () => {
  const flat: TariffElement = { components: [{ dimension: 'flat', priceMicro: 1 }] }
  test.each<[string, TariffElement[], boolean]>([
    ['not to energy and a start fee', [energy(1), flat], false],
    [
      'not to energy by energy or power',
      [energy(1, { minWh: 1, maxWh: 2 }), energy(1, { minPowerW: 1, maxPowerW: 2 })],
      false,
    ],
    ['to a price of time', [energy(1), { components: [{ dimension: 'time', priceMicro: 0 }] }], true],
    [
      'to a price of time beside one of energy',
      [{ components: [...energy(1).components, { dimension: 'time', priceMicro: 0 }] }],
      true,
    ],
    ['to a price of idling', [{ components: [{ dimension: 'idle', priceMicro: 1 }] }], true],
    ['to energy by the clock', [energy(1), energy(1, { startTime: '22:00' })], true],
    [
      'to energy by duration, beside other conditions',
      [energy(1, { minWh: 1, maxDurationSeconds: 60 })],
      true,
    ],
    ['not to a condition left open', [energy(1, { startTime: undefined })], false],
  ])('%s', (_, elements, expected) => {
    expect(dependsOnTime({ elements })).toBe(expected)
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
    ['for time by power', [{ ...time, restrictions: { maxPowerW: 1000 } }], true],
    ['for energy by power from above', [energy(1, { maxPowerW: 16_000 })], true],
    ['for time up to an energy', [{ ...time, restrictions: { maxWh: 1000 } }], true],
    ['not for energy from an energy on', [energy(0, { minWh: 1000 })], false],
    [
      'for one price of an element',
      [{ components: [...time.components, ...energy(1).components], restrictions: { maxWh: 1 } }],
      true,
    ],
    ['for one element', [energy(1), energy(1, { startTime: '22:00' })], true],
    [
      'not for idling, whatever its conditions',
      [{ components: [{ dimension: 'idle', priceMicro: 1 }], restrictions: { minPowerW: 1, minWh: 1 } }],
      false,
    ],
    ['not for a restriction left open', [energy(1, { startTime: undefined })], false],
  ])('%s', (_, elements, expected) => {
    expect(needsSeries({ elements })).toBe(expected)
  })
})
