import { DAY_MS } from '@stationmaster/units'
import { expect, test } from 'vitest'
import { dueDays } from './rules.ts'

const now = new Date('2026-11-28T12:00:00Z')

test.each([
  [31 * DAY_MS, null],
  [30 * DAY_MS + 1, null],
  [30 * DAY_MS, 30],
  [7 * DAY_MS + 1, 30],
  [7 * DAY_MS, 7],
  [DAY_MS + 1, 7],
  [DAY_MS, 1],
  [1, 1],
  [0, null],
  [-DAY_MS, null],
])('%i ms before the end: %s days', (leftMs, days) => {
  expect(dueDays(new Date(now.getTime() + leftMs), now)).toBe(days)
})
