import { DAY_MS, HOUR_MS, SECOND_MS } from '@stationmaster/units'
import { expect, test } from 'vitest'
import { isGivenUp, previousOf, verdictOf } from './rules.ts'

test('any answer of 2xx is an arrival, and 410 an end; all else is tried ten times within three days and a little', () => {
  for (const status of [200, 204, 299]) expect(verdictOf({ status }, 1)).toEqual({ kind: 'delivered' })
  expect(verdictOf({ status: 410 }, 1)).toEqual({ kind: 'gone' })
  const pauses: number[] = []
  for (let tried = 1; ; tried++) {
    const verdict = verdictOf({ status: tried % 2 ? 500 : null }, tried)
    if (verdict.kind !== 'later') {
      expect([verdict.kind, tried]).toEqual(['dead', 10])
      break
    }
    pauses.push(verdict.afterMs)
  }
  expect(pauses[0]).toBe(5 * SECOND_MS)
  const all = pauses.reduce((sum, one) => sum + one, 0)
  expect(all).toBeGreaterThan(3 * DAY_MS)
  expect(all).toBeLessThan(3 * DAY_MS + 4 * HOUR_MS)
})

test('who does not answer is away; who answers badly is there', () => {
  const isAway = (status: number | null) => verdictOf({ status }, 1)
  expect(isAway(null)).toMatchObject({ isAway: true })
  expect(isAway(503)).toMatchObject({ isAway: true })
  for (const status of [301, 400, 401, 404, 429, 500]) expect(isAway(status)).toMatchObject({ isAway: false })
})

test('an endpoint is given up after five days', () => {
  const since = new Date('2026-11-01T00:00:00Z')
  const after = (ms: number) => isGivenUp(since, new Date(since.getTime() + ms))
  expect([after(5 * DAY_MS - 1), after(5 * DAY_MS)]).toEqual([false, true])
  expect(isGivenUp(null, since)).toBe(false)
})

test('what was otherwise before, and nothing else', () => {
  expect(previousOf({ a: 1, b: { c: 2 }, d: 3 }, { a: 1, b: { c: 3 }, e: 4 })).toEqual({
    b: { c: 2 },
    d: 3,
    e: null,
  })
  expect(previousOf(undefined, { a: 1 })).toBeNull()
  expect(previousOf({ a: 1 }, { a: 1 })).toEqual({})
})
