import { expect, test } from 'vitest'
import { dayIn, daysOf } from './calendar.ts'

test('the days follow the month and the year', () => {
  expect(daysOf(2024, 2)).toBe(29)
  expect(daysOf(2026, 2)).toBe(28)
  expect(daysOf(2026, 12)).toBe(31)
})

test('a day beyond the end of the month becomes its last', () => {
  expect(dayIn(2026, 2, 31)).toBe('2026-02-28')
  expect(dayIn(2026, 11, 5)).toBe('2026-11-05')
})
