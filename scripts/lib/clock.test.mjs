import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clockOf, clocks, storiesOfDays } from './clock.mjs'
import { at } from './root.mjs'

const now = Date.parse('2026-11-24T12:00:00Z')

test('a clock is given by its distance from now, either way', () => {
  const clock = (instant) => clockOf('lib', instant, now, {})
  expect(clock('2026-11-24T13:00:00Z').FAKETIME).toBe('+3600s')
  expect(clock('2026-11-24T11:59:59Z').FAKETIME).toBe('-1s')
  expect(clock('2026-11-24T12:00:00Z')).toMatchObject({ LD_PRELOAD: 'lib', FAKETIME: '+0s' })
})

test('who lives at another instant counts from there', () => {
  const ahead = (FAKETIME) => clockOf('lib', '2026-11-24T12:00:05Z', now, { FAKETIME }).FAKETIME
  expect(['+3600s', '-3600s', '-5s'].map(ahead)).toEqual(['+3605s', '-3595s', '+0s'])
})

test('the clocks are what they are called', () => {
  const berlin = (instant) =>
    new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', timeZoneName: 'shortOffset' })
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName').value
  const [midnight, monthEnd, leap, forward, back] = Object.values(clocks).map((instant) => new Date(instant))
  const moscow = (instant) => new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Moscow' }).format(instant)
  expect([midnight.toISOString().slice(0, 10), moscow(midnight)]).toEqual(['2027-06-15', '2027-06-16'])
  expect(moscow(monthEnd)).toBe('2027-01-31')
  expect(moscow(new Date(monthEnd.getTime() + 1_800_000))).toBe('2027-02-01')
  expect(moscow(leap)).toBe('2028-02-29')
  for (const [change, offsets] of [
    [forward, ['GMT+1', 'GMT+2']],
    [back, ['GMT+2', 'GMT+1']],
  ])
    expect([berlin(change), berlin(new Date(change.getTime() + 3_600_000))]).toEqual(offsets)
})

test('the stories of days are there', () => {
  expect(storiesOfDays.filter((file) => !existsSync(at(file)))).toEqual([])
})
