import { expect, test } from 'vitest'
import { daysBefore, daysOf, lengthOf, previousPeriod, sameTimeOn } from './rules.ts'

const period = (from: string, to: string) => ({ from, to })

test.each([
  ['a day', period('2026-03-01', '2026-03-01'), period('2026-02-28', '2026-02-28')],
  ['a week', period('2026-03-09', '2026-03-15'), period('2026-03-02', '2026-03-08')],
  ['March after a leap day', period('2028-03-01', '2028-03-31'), period('2028-01-30', '2028-02-29')],
])('the period before %s is as long and ends the day before it', (_what, given, before) => {
  expect(previousPeriod(given)).toEqual(before)
  expect(lengthOf(before)).toBe(lengthOf(given))
})

test('the days before a day end with yesterday', () => {
  expect(daysBefore('2026-03-01', 1)).toEqual(period('2026-02-28', '2026-02-28'))
  expect(daysBefore('2026-03-01', 30)).toEqual(period('2026-01-30', '2026-02-28'))
})

test('a period includes both ends; a period that ends before it begins has no days', () => {
  expect(daysOf(period('2026-02-27', '2026-03-01'))).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(daysOf(period('2026-03-01', '2026-03-01'))).toEqual(['2026-03-01'])
  expect(daysOf(period('2026-03-01', '2026-02-28'))).toEqual([])
  expect(daysOf(period('2026-03-01', '2026-02-20'))).toEqual([])
})

test('the same local time on another day, to the second, also when the clocks were changed between', () => {
  const now = new Date('2026-11-20T13:45:31.250Z')
  expect(sameTimeOn('2026-10-20', now, 'Europe/Berlin').toISOString()).toBe('2026-10-20T12:45:31.000Z')
  expect(sameTimeOn('2026-11-13', now, 'Europe/Berlin').toISOString()).toBe('2026-11-13T13:45:31.000Z')
  expect(sameTimeOn('2026-11-13', now, 'Europe/Moscow').toISOString()).toBe('2026-11-13T13:45:31.000Z')
})
