import { expect, test } from 'vitest'
import { type PlanCountry, type PlanFrequency, planPriceOf } from './plan-price.ts'

/** count, frequency, country: price of a station and month, of all for a period, in minor units; discount in percent */
const table: [number, PlanFrequency, PlanCountry, number, number, number][] = [
  [0, 'monthly', 'DE', 0, 0, 0],
  [1, 'monthly', 'DE', 1600, 1600, 0],
  [2, 'monthly', 'DE', 1440, 2880, 10],
  [10, 'monthly', 'DE', 1440, 14_400, 10],
  [11, 'monthly', 'DE', 1280, 14_080, 20],
  [100, 'monthly', 'DE', 1280, 128_000, 20],
  [101, 'monthly', 'DE', 1120, 113_120, 30],
  [0, 'annually', 'DE', 0, 0, 0],
  [1, 'annually', 'DE', 1500, 18_000, 6],
  [2, 'annually', 'DE', 1350, 32_400, 16],
  [10, 'annually', 'DE', 1350, 162_000, 16],
  [11, 'annually', 'DE', 1200, 158_400, 25],
  [100, 'annually', 'DE', 1200, 1_440_000, 25],
  [101, 'annually', 'DE', 1050, 1_272_600, 34],
  [0, 'monthly', 'RU', 0, 0, 0],
  [1, 'monthly', 'RU', 960, 960, 40],
  [2, 'monthly', 'RU', 864, 1728, 46],
  [10, 'monthly', 'RU', 864, 8640, 46],
  [11, 'monthly', 'RU', 768, 8448, 52],
  [100, 'monthly', 'RU', 768, 76_800, 52],
  [101, 'monthly', 'RU', 672, 67_872, 58],
  [0, 'annually', 'RU', 0, 0, 0],
  [1, 'annually', 'RU', 900, 10_800, 44],
  [2, 'annually', 'RU', 810, 19_440, 49],
  [10, 'annually', 'RU', 810, 97_200, 49],
  [11, 'annually', 'RU', 720, 95_040, 55],
  [100, 'annually', 'RU', 720, 864_000, 55],
  [101, 'annually', 'RU', 630, 763_560, 61],
  [3, 'monthly', 'DE', 1440, 4320, 10],
  [9, 'annually', 'RU', 810, 87_480, 49],
  [99, 'monthly', 'RU', 768, 76_032, 52],
  [1000, 'annually', 'DE', 1050, 12_600_000, 34],
]

test.each(
  table,
)('%i stations %s in %s cost %i each, %i a period', (count, frequency, country, ...expected) => {
  const { unitMinor, monthMinor, periodMinor, discountPercent } = planPriceOf(count, frequency, country)
  expect([unitMinor, periodMinor, discountPercent]).toEqual(expected)
  expect(monthMinor).toBe(unitMinor * count)
})

test('a business whose country is not known yet is one of Germany', () => {
  expect(planPriceOf(2, 'monthly')).toEqual(planPriceOf(2, 'monthly', 'DE'))
})
