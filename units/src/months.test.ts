import { expect, test } from 'vitest'
import { firstDayOf, lastDayOf, nextMonth, previousMonth } from './months.ts'

test.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
  ['2026-04', '2026-04-30'],
])('%s ends on %s', (month, day) => {
  expect(lastDayOf(month)).toBe(day)
})

test.each([
  ['2026-01', '2026-02'],
  ['2026-12', '2027-01'],
])('after %s comes %s, and before that it', (month, next) => {
  expect(nextMonth(month)).toBe(next)
  expect(previousMonth(next)).toBe(month)
})

test('a month begins on its first day', () => {
  expect(firstDayOf('2026-02')).toBe('2026-02-01')
})
