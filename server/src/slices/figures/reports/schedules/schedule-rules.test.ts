import { expect, test } from 'vitest'
import { lastDue, nextDue, periodBefore } from './schedule-rules.ts'

// 28 February 2028 is a Monday
test.each([
  ['day', '2028-02-29', '2028-02-29', '2028-03-01'],
  ['week', '2028-02-27', '2028-02-21', '2028-02-28'],
  ['week', '2028-02-28', '2028-02-28', '2028-03-06'],
  ['week', '2028-03-05', '2028-02-28', '2028-03-06'],
  ['month', '2028-12-31', '2028-12-01', '2029-01-01'],
  ['month', '2028-12-01', '2028-12-01', '2029-01-01'],
] as const)('a report of each %s, seen on %s, was last due on %s and is next due on %s', (every, day, last, next) => {
  expect(lastDue(every, day)).toBe(last)
  expect(nextDue(every, day)).toBe(next)
})

test.each([
  ['day', '2028-03-01', '2028-02-29', '2028-02-29'],
  ['week', '2028-03-06', '2028-02-28', '2028-03-05'],
  ['month', '2028-03-01', '2028-02-01', '2028-02-29'],
] as const)('a report of each %s, due on %s, covers %s to %s', (every, due, from, to) => {
  expect(periodBefore(every, due)).toEqual({ from, to })
})
