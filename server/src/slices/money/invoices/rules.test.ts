import { expect, test } from 'vitest'
import { type DriverLine, isNearlyUsed, linesOf, totalOf } from './rules.ts'

const line = (driverId: number | null, sessions: number, amountMinor: number): DriverLine => ({
  driverId,
  name: `Driver ${driverId}`,
  sessions,
  energyWh: sessions * 1000,
  amountMinor,
})

test('an invoice holds what no earlier one holds, by driver', () => {
  const january = linesOf([line(1, 2, 3400), line(2, 1, 1700)], [])
  expect(january).toEqual([line(1, 2, 3400), line(2, 1, 1700)])
  const february = linesOf([line(1, 5, 8500), line(2, 1, 1700), line(3, 1, 500)], january)
  expect(february).toEqual([line(1, 3, 5100), line(3, 1, 500)])
  expect(linesOf([line(1, 5, 8500), line(2, 1, 1700), line(3, 1, 500)], [...january, ...february])).toEqual(
    [],
  )
  expect(totalOf(february)).toEqual({ sessions: 4, energyWh: 4000, amountMinor: 5600 })
})

test('what was given back after its invoice is taken off the next one', () => {
  expect(linesOf([line(1, 2, 1700)], [line(1, 2, 3400)])).toEqual([line(1, 0, -1700)])
})

test.each([
  [7999, 10_000, false],
  [8000, 10_000, true],
  [10_001, 10_000, true],
  [8000, null, false],
])('of a limit %s used of %s is nearly all: %s', (used, limit, expected) => {
  expect(isNearlyUsed(used, limit)).toBe(expected)
})
