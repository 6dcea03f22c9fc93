import { afterEach, expect, test, vi } from 'vitest'
import { settledYear } from './days.ts'
import { network } from './network.ts'

afterEach(() => void vi.useRealTimers())

test.each([
  ['2026-12-31T20:59:59Z', 2026],
  ['2026-12-31T21:00:00Z', 2026],
  ['2027-01-31T20:59:59Z', 2026],
  ['2027-01-31T21:00:00Z', 2027],
])('at %s the year %i is settled, by the clock of the network', (instant, year) => {
  vi.useFakeTimers({ now: new Date(instant) })
  expect(network.timeZone).toBe('Europe/Moscow')
  expect(settledYear()).toBe(year)
})
