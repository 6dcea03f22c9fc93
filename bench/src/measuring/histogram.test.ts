import { expect, test } from 'vitest'
import { Histogram } from './histogram.ts'

test('quantiles are within a percent over four decades, the greatest is exact', () => {
  const histogram = new Histogram()
  for (let us = 1; us <= 100_000; us += 1) histogram.add(us / 1000)
  const { count, p50, p95, p99, max } = histogram.summary()
  expect(count).toBe(100_000)
  expect(Math.abs(p50 / 50 - 1)).toBeLessThan(0.01)
  expect(Math.abs(p95 / 95 - 1)).toBeLessThan(0.01)
  expect(Math.abs(p99 / 99 - 1)).toBeLessThan(0.01)
  expect(max).toBe(100)
})
