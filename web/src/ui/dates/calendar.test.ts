import { expect, test } from 'vitest'
import { addMonths, dayByKey, dayIn, daysOf, presetDays, weekdayOf, weeksOf } from './calendar.ts'

test('the days follow the month and the year', () => {
  expect(daysOf(2024, 2)).toBe(29)
  expect(daysOf(2026, 2)).toBe(28)
  expect(daysOf(2026, 12)).toBe(31)
})

test('a day beyond the end of the month becomes its last', () => {
  expect(dayIn(2026, 2, 31)).toBe('2026-02-28')
  expect(dayIn(2026, 11, 5)).toBe('2026-11-05')
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-01-31', -1, '2025-12-31'],
  ['2024-03-31', -1, '2024-02-29'],
  ['2026-12-01', 1, '2027-01-01'],
  ['2026-11-24', -11, '2025-12-24'],
])('%s and %i months is %s', (day, count, expected) => {
  expect(addMonths(day, count)).toBe(expected)
})

test.each([
  // February 2021 fills four weeks, August 2026 needs six
  ['2021-02-10', 4, '2021-02-01', '2021-02-28'],
  ['2026-08-10', 6, '2026-07-27', '2026-09-06'],
  ['2026-11-24', 6, '2026-10-26', '2026-12-06'],
])('the weeks of %s are %i, from %s to %s', (day, count, first, last) => {
  const weeks = weeksOf(day)
  expect(weeks).toHaveLength(count)
  expect([weeks[0]![0], weeks.at(-1)!.at(-1)]).toEqual([first, last])
  expect(weeks.every((week) => week.length === 7 && weekdayOf(week[0]!) === 1)).toBe(true)
})

test.each([
  ['ArrowLeft', '2026-11-30'],
  ['ArrowRight', '2026-12-02'],
  ['ArrowUp', '2026-11-24'],
  ['ArrowDown', '2026-12-08'],
  ['Home', '2026-11-30'],
  ['End', '2026-12-06'],
  ['PageUp', '2026-11-01'],
  ['PageDown', '2027-01-01'],
  ['a', null],
])('%s leads to %s', (key, expected) => {
  expect(dayByKey(key, '2026-12-01')).toBe(expected)
})

test.each([
  ['today', '2026-11-24', '2026-11-24', '2026-11-24'],
  ['week', '2026-11-24', '2026-11-18', '2026-11-24'],
  ['lastMonth', '2026-11-24', '2026-10-25', '2026-11-24'],
  ['previousMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['previousMonth', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['previousQuarter', '2026-01-01', '2025-10-01', '2025-12-31'],
  ['previousQuarter', '2026-03-31', '2025-10-01', '2025-12-31'],
  ['previousQuarter', '2026-04-01', '2026-01-01', '2026-03-31'],
  ['previousQuarter', '2026-11-24', '2026-07-01', '2026-09-30'],
  ['thisYear', '2026-01-01', '2026-01-01', '2026-01-01'],
  ['thisYear', '2026-11-24', '2026-01-01', '2026-11-24'],
  ['previousYear', '2025-01-01', '2024-01-01', '2024-12-31'],
] as const)('%s on %s is %s to %s', (preset, today, from, to) => {
  expect(presetDays(preset, today)).toEqual({ from, to })
})
