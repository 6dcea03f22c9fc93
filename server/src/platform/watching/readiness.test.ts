import { expect, test } from 'vitest'
import { Readiness } from './readiness.ts'

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
  [false, false, false],
])('ready %s with a database that answers %s takes traffic: %s', (ready, answers, expected) => {
  const readiness = new Readiness({ answers })
  expect(readiness.takesTraffic).toBe(false)
  readiness.ready = ready
  expect(readiness.takesTraffic).toBe(expected)
})
