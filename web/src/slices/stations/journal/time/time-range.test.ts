import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { network } from '../../../../api/network.ts'
import { instantText, localText } from '../../../../ui/dates/local-time.ts'
import { filterQuery, isRanged, readConsoleFilters } from '../history/filters.ts'
import { isReversed, rangeOf } from './time-range.ts'

beforeEach(() => {
  network.timeZone = 'Europe/Moscow'
  vi.useFakeTimers({ now: new Date('2026-11-21T21:30:00Z') })
})
afterEach(() => vi.useRealTimers())

test('quick choices are the network’s days: at half past nine in London it is tomorrow in Moscow', () => {
  expect(rangeOf('hour')).toEqual({ since: '2026-11-21T20:30:00.000Z' })
  expect(rangeOf('today')).toEqual({ since: '2026-11-21T21:00:00.000Z' })
  expect(rangeOf('yesterday')).toEqual({
    since: '2026-11-20T21:00:00.000Z',
    until: '2026-11-21T20:59:59.999Z',
  })
})

test('a control shows and takes the network’s clock, and an end takes its whole second', () => {
  expect(localText('2026-11-21T20:59:59.999Z')).toBe('2026-11-21T23:59:59')
  expect(instantText('2026-11-21T23:59:59', 999)).toBe('2026-11-21T20:59:59.999Z')
  expect(instantText('2026-11-21T23:59')).toBe('2026-11-21T20:59:00.000Z')
  expect(instantText('2026-11-21')).toBeUndefined()
})

test('the URL is read, invalid values are left out, and the call gets both ends', () => {
  const since = '2026-11-20T21:00:00.000Z'
  const until = '2026-11-21T20:59:59.999Z'
  const filters = readConsoleFilters({ since, until, at: 'soon', q: 'Boot' })
  expect(filters).toEqual({ since, until, q: 'Boot' })
  expect(filterQuery(filters)).toEqual({ from: since, to: until, search: 'Boot' })
  expect(isRanged(filters)).toBe(true)
  expect(isRanged(readConsoleFilters({ q: 'Boot' }))).toBe(false)
})

test('a range that ends before it begins is detected', () => {
  expect(isReversed({ since: '2026-11-21T10:00:00Z', until: '2026-11-21T09:00:00Z' })).toBe(true)
  expect(isReversed({ since: '2026-11-21T10:00:00Z' })).toBe(false)
})
