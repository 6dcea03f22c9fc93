import { expect, test } from 'vitest'
import { chartMaximum, niceTicks } from './chart-scale.ts'

test('the chart ends 1.1 times above the largest value', () => {
  expect(chartMaximum(100)).toBeCloseTo(110)
  expect(chartMaximum(0)).toBe(1)
})

test.each([
  1, 7, 84.91, 90_000, 8_491_000, 27_904_318,
])('ticks up to %d are round, few, and inside', (largest) => {
  const ticks = niceTicks(largest)
  expect(ticks[0]).toBe(0)
  expect(ticks.length).toBeGreaterThanOrEqual(3)
  expect(ticks.length).toBeLessThanOrEqual(5)
  expect(ticks.at(-1)).toBeLessThanOrEqual(chartMaximum(largest))
})
