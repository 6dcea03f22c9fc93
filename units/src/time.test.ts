import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOf, instantOf, isoTime, isTimeZone, localTime, offsetMinutes } from './time.ts'

it('writes instants as toISOString does, whichever came before', () => {
  fc.assert(
    fc.property(fc.array(fc.date({ noInvalidDate: true })), (instants) => {
      for (const at of instants) expect(isoTime(at)).toBe(at.toISOString())
    }),
  )
  const midnight = Date.UTC(2026, 2, 29)
  for (const ms of [-1, 0, 1, 999, 1000, 59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000]) {
    const at = new Date(midnight + ms)
    expect(isoTime(at)).toBe(at.toISOString())
  }
})

it('knows the names of time zones', () => {
  expect(['Europe/Moscow', 'UTC', 'Europe/Nowhere', ''].map(isTimeZone)).toEqual([true, true, false, false])
})

it('reads the clock and the calendar of a zone', () => {
  const at = new Date('2026-03-01T20:05:09Z')
  expect(localTime(at, 'Asia/Vladivostok')).toEqual({
    year: 2026,
    month: 3,
    day: 2,
    hour: 6,
    minute: 5,
    second: 9,
    weekday: 1,
  })
  expect(localTime(new Date('2026-03-01T00:00:00Z'), 'UTC')).toMatchObject({ hour: 0, weekday: 0 })
  expect([dayOf(at, 'Asia/Vladivostok'), dayOf(at, 'UTC')]).toEqual(['2026-03-02', '2026-03-01'])
  expect(dayOf(new Date('2026-11-21T00:00:00Z'), 'UTC')).toBe('2026-11-21')
})

it.each([
  ['2026-01-15T12:00:00.999Z', 'Europe/Berlin', 60],
  ['2026-07-15T12:00:00Z', 'Europe/Berlin', 120],
  ['2026-01-15T12:00:00Z', 'America/St_Johns', -210],
  ['2026-12-31T23:30:00Z', 'Asia/Kathmandu', 345],
])('a clock at %s in %s is %i minutes ahead of UTC', (at, zone, minutes) => {
  expect(offsetMinutes(new Date(at), zone)).toBe(minutes)
})

it.each([
  ['2026-03-10', 8 * 60, 'Europe/Berlin', '2026-03-10T07:00:00.000Z'],
  ['2026-07-10', 8 * 60 + 30, 'Europe/Berlin', '2026-07-10T06:30:00.000Z'],
  // the hour from two to three is skipped
  ['2026-03-29', 150, 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29', 180, 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-01-01', 0, 'America/St_Johns', '2026-01-01T03:30:00.000Z'],
])('%s and %i minutes in %s are %s', (day, minute, zone, at) => {
  expect(instantOf(day, minute, zone).toISOString()).toBe(at)
})
