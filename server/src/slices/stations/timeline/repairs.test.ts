import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { incidentMs, repairsOf } from './repairs.ts'

const begin = Date.UTC(2026, 2, 9)
const at = (minute: number) => new Date(begin + minute * MINUTE_MS)
const days = [0, 1].map((index) => ({
  day: `2026-03-${index === 0 ? '09' : '10'}`,
  from: new Date(begin + index * DAY_MS),
  to: new Date(begin + (index + 1) * DAY_MS),
}))
const down = (from: number, to: number) => ({ fromMs: at(from).getTime(), toMs: at(to).getTime() })
const day = 24 * 60
const none = { count: 0, ms: 0, downSince: null }

describe('repairs', () => {
  test('an incident counts on the day on which it ends, with all of its time', () => {
    expect(repairsOf([down(60, 120), down(day - 10, day + 10)], days, null)).toEqual([
      { count: 1, ms: 60 * MINUTE_MS, downSince: at(day - 10) },
      { count: 1, ms: 20 * MINUTE_MS, downSince: null },
    ])
  })
  test('one that was known before goes on, also where it ends with the night', () => {
    expect(repairsOf([down(0, 10)], days, at(-50))).toEqual([
      { count: 1, ms: 60 * MINUTE_MS, downSince: null },
      none,
    ])
    expect(repairsOf([], days, at(-50))).toEqual([{ count: 1, ms: 50 * MINUTE_MS, downSince: null }, none])
  })
  test('one that still lasts is no repair', () => {
    expect(repairsOf([down(day + 5, 2 * day)], days, null)).toEqual([
      none,
      { ...none, downSince: at(day + 5) },
    ])
    expect(repairsOf([down(0, 2 * day)], days, at(-50))).toEqual([
      { ...none, downSince: at(-50) },
      { ...none, downSince: at(-50) },
    ])
  })
  test('one that ends at midnight is a repair of the day that begins', () => {
    expect(repairsOf([down(day - 30, day)], days, null)).toEqual([
      { ...none, downSince: at(day - 30) },
      { count: 1, ms: 30 * MINUTE_MS, downSince: null },
    ])
  })
  test('what is over at once is none', () => {
    const brief = incidentMs / MINUTE_MS
    const count = (minutes: number) => repairsOf([down(60, 60 + minutes)], days, null)[0]!.count
    expect([count(brief - 1), count(brief)]).toEqual([0, 1])
  })
})
