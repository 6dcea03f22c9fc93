import { expect, test } from 'vitest'
import { fits, numberTyped } from './number-bounds.ts'

test('a number fits from its least to its most', () => {
  const bounds = { min: 1, max: 59 }
  expect([0, 1, 59, 60, -5].map((value) => fits(value, bounds))).toEqual([false, true, true, false, false])
  expect(fits(-1_000_000, {})).toBe(true)
})

test('and with no more places after the point than are taken', () => {
  expect(fits(1.5, {})).toBe(false)
  expect(fits(1.55, { decimals: 2 })).toBe(true)
  expect(fits(1.555, { decimals: 2 })).toBe(false)
  expect(fits(1.555, { decimals: null })).toBe(true)
})

test('what is not typed to its end is none', () => {
  expect(['', '-', Number.NaN].map((value) => fits(value, {}))).toEqual([false, false, false])
})

test('a text is the number that it shows, once it is typed to its end', () => {
  expect(['0.50', '10.00', '-3', '7', 2.5, ''].map(numberTyped)).toEqual([0.5, 10, -3, 7, 2.5, ''])
  expect(['-', '0.', '1e3', '.5', '1 000'].map(numberTyped)).toEqual([NaN, NaN, NaN, NaN, NaN])
})
