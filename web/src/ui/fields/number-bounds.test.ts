import { expect, test } from 'vitest'
import { fits, numberTyped } from './number-bounds.ts'

test('a number fits from its least to its most', () => {
  const bounds = { min: 1, max: 59 }
  expect([0, 1, 59, 60, -5].map((value) => fits(value, bounds))).toEqual([false, true, true, false, false])
  expect(fits(-1_000_000, {})).toBe(true)
})

test('and with no more decimal places than are accepted', () => {
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
  expect(['-', '0.', '1e3', '.5', '3,'].map(numberTyped)).toEqual([NaN, NaN, NaN, NaN, NaN])
})

test('a number is the same however it is written', () => {
  for (const text of ['3,50', '3.50', ' 3,50 ', '3,50 ₽', '€3.50']) expect(numberTyped(text), text).toBe(3.5)
  const thousands = [
    '1 234,50',
    '1\u00a0234,50',
    '1\u202f234.50',
    '1,234.50',
    '1.234,50',
    "1'234.50",
    '1234,5',
  ]
  for (const text of thousands) expect(numberTyped(text), text).toBe(1234.5)
  expect(numberTyped('-1.234.567')).toBe(-1_234_567)
  // one mark is that of the decimals, so that nothing becomes a thousand times as much
  expect(numberTyped('1,234')).toBe(1.234)
  for (const text of ['1,23,4', '12.34.56', '1,2.3,4', '1.23,456.7', '3,5,0', 'a 3', '3-4', ',', '1,234,50'])
    expect(numberTyped(text), text).toBeNaN()
})
