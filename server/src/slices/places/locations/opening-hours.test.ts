import { covers, type OpeningPeriod, openingPeriod, overlapIn, spanOf } from '@stationmaster/contract'
import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openAt } from './opening-hours.ts'

const at = (iso: string) => new Date(iso)
const period = (day: number, opens_at: string, closes_at: string): OpeningPeriod => ({
  day,
  opens_at,
  closes_at,
})

describe('times in the interface', () => {
  test.each(['0000', '0030', '0800', '1000', '2359'])('%s may open and close', (time) => {
    expect(openingPeriod.safeParse(period(0, time, '2400')).success).toBe(true)
    expect(openingPeriod.safeParse(period(0, '0000', time)).success).toBe(true)
  })
  test.each([
    '2400',
    '2460',
    '0860',
    '800',
    '8:00',
    '08:00',
    '08000',
    '',
    '-100',
    '2500',
  ])('%s does not open', (time) =>
    expect(openingPeriod.safeParse(period(0, time, '2400')).success).toBe(false))
  test.each([-1, 7, 1.5])('%f is no day', (day) =>
    expect(openingPeriod.safeParse(period(day, '0800', '2000')).success).toBe(false))
})

describe('open now', () => {
  const weekdays = [1, 2, 3, 4, 5].map((day) => period(day, '0800', '2000'))

  // 10 March 2026 is a Tuesday; Moscow is three hours ahead
  test.each([
    ['2026-03-10T04:59:59Z', false],
    ['2026-03-10T05:00:00Z', true],
    ['2026-03-10T16:59:00Z', true],
    ['2026-03-10T17:00:00Z', false],
    ['2026-03-14T09:00:00Z', false],
  ])('weekdays from 8 to 20 in Moscow: %s', (instant, open) => {
    expect(openAt(weekdays, 'Europe/Moscow', at(instant))).toBe(open)
  })

  test('without hours it is open around the clock, without periods closed', () => {
    expect(openAt(null, 'Europe/Moscow', at('2026-03-10T00:00:00Z'))).toBe(true)
    expect(openAt([], 'Europe/Moscow', at('2026-03-10T12:00:00Z'))).toBe(false)
  })

  test('a night reaches into the next day, from Saturday into Sunday too', () => {
    const nights = [period(6, '2200', '0400')]
    expect(openAt(nights, 'UTC', at('2026-03-14T22:00:00Z'))).toBe(true)
    expect(openAt(nights, 'UTC', at('2026-03-15T03:59:00Z'))).toBe(true)
    expect(openAt(nights, 'UTC', at('2026-03-15T04:00:00Z'))).toBe(false)
    expect(openAt(nights, 'UTC', at('2026-03-14T03:00:00Z'))).toBe(false)
  })

  test('midnight opens and closes', () => {
    expect(openAt([period(2, '0000', '2400')], 'UTC', at('2026-03-10T00:00:00Z'))).toBe(true)
    expect(openAt([period(2, '0000', '2400')], 'UTC', at('2026-03-10T23:59:00Z'))).toBe(true)
    expect(openAt([period(2, '0800', '0000')], 'UTC', at('2026-03-10T23:59:00Z'))).toBe(true)
    expect(openAt([period(2, '0800', '0000')], 'UTC', at('2026-03-11T00:00:00Z'))).toBe(false)
    expect(spanOf(period(2, '0000', '0000')).length).toBe(1440)
  })

  test('the clocks on the wall decide when they change', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00; 25 October: 03:00 becomes 02:00
    const early = [period(0, '0230', '0330')]
    expect(openAt(early, 'Europe/Berlin', at('2026-03-29T00:59:00Z'))).toBe(false)
    expect(openAt(early, 'Europe/Berlin', at('2026-03-29T01:00:00Z'))).toBe(true)
    expect(openAt(early, 'Europe/Berlin', at('2026-03-29T01:30:00Z'))).toBe(false)
    expect(openAt(early, 'Europe/Berlin', at('2026-10-25T00:30:00Z'))).toBe(true)
    expect(openAt(early, 'Europe/Berlin', at('2026-10-25T01:00:00Z'))).toBe(false)
    expect(openAt(early, 'Europe/Berlin', at('2026-10-25T01:30:00Z'))).toBe(true)
  })
})

const hhmm = integer({ min: 0, max: 1439 }).map(
  (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}`,
)
const anyPeriod = record({ day: integer({ min: 0, max: 6 }), opens_at: hhmm, closes_at: hhmm })

describe('any hours', () => {
  test('periods overlap exactly when some minute of the week lies in two', () => {
    assert(
      property(array(anyPeriod, { maxLength: 6 }), (periods) => {
        const minutes = Array.from({ length: 7 * 1440 }, () => 0)
        for (const one of periods) {
          const { start, length } = spanOf(one)
          for (let offset = 0; offset < length; offset++) minutes[(start + offset) % minutes.length]! += 1
        }
        expect(overlapIn(periods) !== undefined).toBe(minutes.some((count) => count > 1))
      }),
      { numRuns: 200 },
    )
  })

  test('a minute is covered exactly from the start for the length', () => {
    assert(
      property(anyPeriod, integer({ min: 0, max: 10_079 }), (one, minute) => {
        const { start, length } = spanOf(one)
        const inside = Array.from({ length }, (_, offset) => (start + offset) % 10_080).includes(minute)
        expect(covers(one, minute)).toBe(inside)
      }),
      { numRuns: 300 },
    )
  })

  test('seven whole days never overlap and are always open, in any zone and at any instant', () => {
    const whole = [0, 1, 2, 3, 4, 5, 6].map((day) => period(day, '0000', '2400'))
    expect(overlapIn(whole)).toBeUndefined()
    const zones = constantFrom('Europe/Moscow', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC')
    assert(
      property(integer({ min: 1_700_000_000, max: 1_900_000_000 }), zones, (seconds, zone) => {
        expect(openAt(whole, zone, new Date(seconds * 1000))).toBe(true)
      }),
    )
  })
})
