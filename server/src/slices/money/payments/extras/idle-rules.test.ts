import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { IdleTerms } from '../../../places/tariffs/idle-terms.ts'
import { idleFeeOf, look, stays } from './idle-rules.ts'

const terms: IdleTerms = {
  graceSeconds: 600,
  blockSeconds: 600,
  blockMinor: 15_000,
  capMinor: null,
  night: null,
}
const zone = 'Europe/Moscow'
const noon = new Date('2026-03-02T09:00:00Z')
const after = (seconds: number, from = noon) => new Date(from.getTime() + seconds * 1000)
const feeAfter = (seconds: number, changes: Partial<IdleTerms> = {}) =>
  idleFeeOf(noon, after(seconds), { ...terms, ...changes }, zone).amountMinor

test.each([
  ['0:00', 0, 0],
  ['9:59', 599, 0],
  ['10:00', 600, 0],
  ['10:01', 601, 15_000],
  ['20:00', 1200, 15_000],
  ['20:01', 1201, 30_000],
  ['25:00', 1500, 30_000],
  ['a day', 86_400, 143 * 15_000],
])('%s costs a block for each that has begun after the grace', (_, seconds, minor) => {
  expect(feeAfter(seconds)).toBe(minor)
})

test.each([
  [1200, 15_000],
  [1201, 29_999],
  [86_400, 29_999],
])('after %i s it costs %i where 299.99 are the most', (seconds, minor) => {
  expect(feeAfter(seconds, { capMinor: 29_999 })).toBe(minor)
})

test.each([
  [14_999, 14_999],
  [15_000, 15_000],
  [15_001, 15_000],
])('a block of 150.00 costs %i, %i', (capMinor, minor) => {
  expect(feeAfter(601, { capMinor })).toBe(minor)
})

test('what a network has set counts', () => {
  expect(feeAfter(1, { graceSeconds: 0 })).toBe(15_000)
  expect(feeAfter(1801, { blockSeconds: 1200 })).toBe(30_000)
  expect(feeAfter(1201, { blockMinor: 0 })).toBe(0)
  expect(feeAfter(-5, { graceSeconds: 0 })).toBe(0)
  expect(idleFeeOf(noon, after(1500), terms, zone).idleSeconds).toBe(1500)
})

test.each([
  // the clocks go from 02:00 to 03:00, and no clock shows the night's begin
  ['2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z', { from: 150, to: 360 }, 3 + 1],
  // the clocks go back from 03:00 to 02:00: each hour is there twice
  ['2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z', { from: 150, to: 360 }, 1],
  ['2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z', { from: 120, to: 150 }, 1],
])('from %s to %s the hours for nothing are those that the clocks show: %j', (from, to, night, hours) => {
  const perHour = { ...terms, graceSeconds: 0, blockSeconds: 3600, blockMinor: 100, night }
  expect(idleFeeOf(new Date(from), new Date(to), perHour, 'Europe/Berlin').amountMinor).toBe(hours * 100)
})

describe('the night', () => {
  const night = { from: 22 * 60, to: 7 * 60 }
  const fee = (from: string, to: string, at: IdleTerms['night'] = night, timeZone = zone) =>
    idleFeeOf(new Date(from), new Date(to), { ...terms, night: at }, timeZone)
  test.each([
    // 22:30 to 06:00 in Moscow
    ['2026-03-02T19:30:00Z', '2026-03-03T03:00:00Z', 0],
    // 21:40 to 07:00: 20 minutes before it
    ['2026-03-02T18:40:00Z', '2026-03-03T04:00:00Z', 15_000],
    // 06:00 to 07:21
    ['2026-03-02T03:00:00Z', '2026-03-02T04:21:00Z', 30_000],
    // noon to noon: 15 hours are counted
    ['2026-03-02T09:00:00Z', '2026-03-03T09:00:00Z', 89 * 15_000],
    // the other way round costs nothing, whatever it is
    ['2026-03-03T09:00:00Z', '2026-03-02T09:00:00Z', 0],
  ])('from %s to %s costs %i', (from, to, minor) => {
    expect(fee(from, to).amountMinor).toBe(minor)
  })
  test('may lie within a day, and an empty one is none', () => {
    const nap = { from: 13 * 60, to: 14 * 60 }
    expect(fee('2026-03-02T09:45:00Z', '2026-03-02T11:15:00Z', nap).amountMinor).toBe(30_000)
    expect(fee('2026-03-02T09:45:00Z', '2026-03-02T10:15:00Z', { from: 60, to: 60 }).amountMinor).toBe(30_000)
  })
  test('is an hour shorter where the clocks go forward', () => {
    // Berlin, 28 to 29 March 2026: 21:30 to 07:30, of which half an hour on each side is counted
    const { amountMinor, idleSeconds } = fee(
      '2026-03-28T20:30:00Z',
      '2026-03-29T05:30:00Z',
      night,
      'Europe/Berlin',
    )
    expect([amountMinor, idleSeconds]).toEqual([75_000, 9 * 3600])
  })
})

describe('a car that stays', () => {
  const seen = (seconds: number, leftAt: number | null = null, idle = stays(noon, terms)) =>
    look(idle, leftAt === null ? null : after(leftAt), after(seconds), zone)
  test('costs nothing in the grace, then more and more until it leaves', () => {
    expect(stays(noon, terms)).toMatchObject({ state: 'grace', dueAt: after(600), amountMinor: 0 })
    expect(seen(600)).toMatchObject({ state: 'grace', amountMinor: 0, dueAt: after(660) })
    const accruing = seen(601)
    expect(accruing).toMatchObject({
      state: 'accruing',
      amountMinor: 15_000,
      idleSeconds: 601,
      dueAt: after(661),
    })
    expect(seen(1300, 1250, accruing)).toEqual({
      state: 'closed',
      since: noon,
      terms,
      dueAt: null,
      idleSeconds: 1250,
      amountMinor: 30_000,
    })
  })
  test('that left in the grace has cost nothing, however late the report comes', () => {
    expect(seen(9000, 300)).toMatchObject({ state: 'closed', amountMinor: 0, idleSeconds: 300 })
  })
  test('is looked at no sooner than it has to be', () => {
    expect(seen(100).dueAt).toEqual(after(600))
    expect(look(stays(noon, { ...terms, blockSeconds: 30 }), null, after(700), zone).dueAt).toEqual(
      after(730),
    )
  })
  test('costs what it does whenever and however often it is looked at; what is closed stays so', () => {
    const times = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 20 })
    fc.assert(
      fc.property(
        times,
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 0, max: 900 }),
        (looks, left, late) => {
          let idle = stays(noon, terms)
          let last = 0
          for (const at of looks.filter((one) => one < left).toSorted((a, b) => a - b)) {
            idle = seen(at, null, idle)
            expect(idle.amountMinor).toBeGreaterThanOrEqual(last)
            last = idle.amountMinor
          }
          const closed = seen(left + late, left, idle)
          expect(closed).toMatchObject({ state: 'closed', ...idleFeeOf(noon, after(left), terms, zone) })
          expect(seen(left + late + 500, null, closed)).toBe(closed)
          expect(seen(left + late, left, { ...closed, state: 'captured' }).state).toBe('captured')
        },
      ),
      { numRuns: 2000 },
    )
  })
})
