import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

test('the clock of the server is that of the machine', () => {
  const before = Date.now()
  const now = systemClock.now().getTime()
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(Date.now())
})
