import { expect, test } from 'vitest'
import { clockOf, nextTime } from './next-time.ts'

const noon = new Date(2026, 6, 15, 12, 0).getTime()

test('a time of day is today where it comes yet, else tomorrow', () => {
  expect(nextTime('18:05', noon)).toEqual(new Date(2026, 6, 15, 18, 5))
  expect(nextTime('12:00', noon)).toEqual(new Date(2026, 6, 16, 12, 0))
  expect(nextTime('', noon)).toBeNull()
  expect(clockOf(new Date(2026, 6, 15, 7, 5))).toBe('07:05')
})
