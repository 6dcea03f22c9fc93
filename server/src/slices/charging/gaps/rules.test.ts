import { MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { gapBetween, type Metered } from './rules.ts'

const start = Date.UTC(2026, 10, 20, 10)
let id = 0
const session = (from: number, to: number, beginWh: number, endWh: number, changes = {}): Metered => {
  id += 1
  const at = (minutes: number) => new Date(start + minutes * MINUTE_MS)
  return { id, startedAt: at(from), finishedAt: at(to), beginWh, endWh, timeDoubtful: false, ...changes }
}
const setting = { powerW: 22_000, leastWh: 500 }
const before = session(0, 30, 1000, 5000)
const between = (beginWh: number, others: Metered[] = [], setup = setting) =>
  gapBetween(before, session(60, 90, beginWh, 9000), others, setup)?.energyWh ?? null

describe('energy between two sessions of a connector', () => {
  test.each([
    [5000, null],
    [5499, null],
    [5500, null],
    [5500.4, null],
    [5501, 501],
    [9000, 4000],
  ])('that goes on at %d Wh after 5,000: %s', (beginWh, energyWh) => {
    expect(between(beginWh)).toBe(energyWh)
  })

  test('tells where and when it flowed', () => {
    const next = session(60, 90, 9000, 9500)
    expect(gapBetween(before, next, [], setting)).toEqual({
      orderId: next.id,
      beforeId: before.id,
      energyWh: 4000,
      fromWh: 5000,
      toWh: 9000,
      fromAt: before.finishedAt,
      toAt: next.startedAt,
    })
  })

  test('is none where the register fell, or another meter was put in', () => {
    expect(between(0)).toBeNull()
    expect(between(4999)).toBeNull()
    // 22 kW x 1.5 for half an hour and an hour more
    expect(between(5000 + 49_500)).toBe(49_500)
    expect(between(5000 + 49_501)).toBeNull()
  })

  test('is explained by what the same meter counted meanwhile', () => {
    expect(between(9000, [session(35, 50, 5000, 9000)])).toBeNull()
    expect(between(9000, [session(35, 50, 5000, 8000)])).toBe(1000)
    expect(between(9000, [session(35, 40, 5000, 7000), session(40, 60, 7000, 9000)])).toBeNull()
    expect(between(9000, [before])).toBe(4000)
  })

  test('is reported only above the least, also after what others explain', () => {
    const all = { powerW: 22_000, leastWh: 0 }
    expect(between(5000, [], all)).toBeNull()
    expect(between(5001, [], all)).toBe(1)
    expect(between(9000, [session(35, 50, 5000, 8500)])).toBeNull()
    expect(between(9000, [session(35, 50, 5000, 8499)])).toBe(501)
  })

  test('is explained by a session that touches both', () => {
    expect(between(9000, [session(30, 60, 5000, 9000)])).toBeNull()
    expect(between(9000, [session(30, 31, 5000, 6000), session(59, 60, 8000, 9000)])).toBe(2000)
  })

  test('is not explained by the two sessions themselves, whatever their registers show', () => {
    const still = session(0, 30, 5000, 5000, { timeDoubtful: true })
    const next = session(60, 90, 9000, 9000, { timeDoubtful: true })
    const wide = { ...next, beginWh: 5000 }
    expect(gapBetween(still, next, [{ ...still, endWh: 9000 }], setting)?.energyWh).toBe(4000)
    expect(gapBetween(still, next, [wide], setting)?.energyWh).toBe(4000)
    expect(gapBetween(still, next, [{ ...wide, id: next.id + 1 }], setting)).toBeNull()
  })

  test('is not explained by another meter, or at another time unless nobody knows when', () => {
    expect(between(9000, [session(35, 50, 105_000, 109_000)])).toBe(4000)
    expect(between(9000, [session(35, 50, 4999, 8999)])).toBe(4000)
    expect(between(9000, [session(35, 50, 5001, 9001)])).toBe(4000)
    expect(between(9000, [session(29, 50, 5000, 9000)])).toBe(4000)
    expect(between(9000, [session(35, 61, 5000, 9000)])).toBe(4000)
    expect(between(9000, [session(29, 50, 5000, 9000, { timeDoubtful: true })])).toBeNull()
  })
})
