import { describe, expect, test } from 'vitest'
import { amountForKwh, kwhForAmount } from './energy.ts'
import { divideRounded, energyAmountMinor, multiplyDivideRounded, roundedTogether } from './money.ts'

test.each([
  [0, 7, 0],
  [1, 2, 1],
  [-1, 2, -1],
  [1, -2, -1],
  [-1, -2, 1],
  [49, 100, 0],
  [-49, 100, 0],
  [50, 100, 1],
  [149, 100, 1],
  [7, 3, 2],
])('%i divided by %i is %i, half away from zero', (numerator, denominator, quotient) => {
  expect(divideRounded(numerator, denominator)).toBe(quotient)
})

test.each([
  [3, 1, 2, 2],
  [-3, 1, 2, -2],
  [3, -1, 2, -2],
  [3, 1, -2, -2],
  [-3, -1, 2, 2],
  [-3, 1, -2, 2],
  [-3, -1, -2, -2],
  [-1, 1, 3, 0],
  [9_007_199_254_740_991, 9_007_199_254_740_991, 9_007_199_254_740_991, 9_007_199_254_740_991],
])('%i times %i divided by %i is %i', (a, b, divisor, result) => {
  expect(multiplyDivideRounded(a, b, divisor)).toBe(result)
})

test('a product of nothing is no negative zero', () => {
  expect(Object.is(multiplyDivideRounded(0, -5, 3), 0)).toBe(true)
  expect(Object.is(divideRounded(-1, 3), 0)).toBe(true)
})

test('energy has the price of its kWh', () => {
  expect(energyAmountMinor(12_345, 1700)).toBe(20_987)
})

describe('amounts that are rounded together', () => {
  test('are as much as their sum, rounded once', () => {
    expect(roundedTogether([5, 5, 5, 5], 10)).toEqual([1, 0, 1, 0])
    expect(roundedTogether([14, 14, 14], 10)).toEqual([1, 2, 1])
    expect(roundedTogether([-5, -5], 10)).toEqual([-1, 0])
    expect(roundedTogether([], 10)).toEqual([])
  })
})

test.each([
  [17_000, 1700, 10],
  [17_169, 1700, 10],
  [17_170, 1700, 10.1],
  [0, 1700, 0],
  [100, 0, 100],
  [100, -1, 100],
  [100, 1, 100],
])('%i buy at %i a kWh: %d kWh', (amount, price, kWh) => {
  expect(kwhForAmount(amount, price)).toBe(kWh)
})

test.each([
  [10, 1700, 17_000],
  [10.001, 1700, 17_002],
  [0.1, 1701, 171],
  [0, 1700, 0],
])('%d kWh at %i a kWh are %i', (kWh, price, amount) => {
  expect(amountForKwh(kWh, price)).toBe(amount)
})
