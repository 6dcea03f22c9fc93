import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hoursOf, windowsOf } from './week.ts'

test('a window over midnight goes on in the next day, and from Sunday on Monday', () => {
  const hours = hoursOf(2, [{ days: [7], from: 22, to: 3, a: 9 }])
  expect(hours.flatMap((a, hour) => (a === 9 ? [hour] : []))).toEqual([0, 1, 2, 166, 167])
  const wholeDay = hoursOf(0, [{ days: [1], from: 0, to: 24, a: 1 }])
  expect(wholeDay.reduce((sum, a) => sum + a, 0)).toBe(24)
})

test('days that are alike share a window', () => {
  const windows = [{ days: [1, 2, 3, 4, 5], from: 8, to: 18, a: 12 }]
  expect(windowsOf(hoursOf(3, windows))).toEqual({ base: 3, windows })
})

test('a saved week is read back as it was', () => {
  const week = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 168, maxLength: 168 })
  fc.assert(
    fc.property(week, (hours) => {
      const { base, windows } = windowsOf(hours)
      expect(hoursOf(base, windows)).toEqual(hours)
    }),
    { numRuns: 50, endOnFailure: true },
  )
})
