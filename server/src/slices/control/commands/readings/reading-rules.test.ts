import type { StationSetting } from '@stationmaster/ocpp'
import { SECOND_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { changedBetween, goneMonitors, isUnderWay, watchableOf } from './reading-rules.ts'

const variable = (name: string, value?: string, more: Partial<StationSetting> = {}): StationSetting => ({
  component: 'EVSE@1',
  name,
  ...(value === undefined ? {} : { value }),
  readonly: true,
  ...more,
})

describe('what differs from the report before', () => {
  test('covers the variables that both have', () => {
    const before = [variable('Power', '1'), variable('State', 'on'), variable('Gone', '1'), variable('Blank')]
    const after = [
      variable('State', 'on'),
      variable('Power', '2'),
      variable('Fresh', '1'),
      variable('Blank', ''),
    ]
    expect(changedBetween(before, after)).toMatchObject([
      { component: 'EVSE@1', name: 'Power', value: '2', before: '1' },
      { name: 'Blank', value: '', before: null },
    ])
  })

  test('keeps the same variable of two components apart', () => {
    const elsewhere = { component: 'EVSE@2' }
    expect(changedBetween([variable('Power', '1')], [variable('Power', '2', elsewhere)])).toEqual([])
  })

  test('is cut after 200 variables', () => {
    const many = (value: string) => Array.from({ length: 201 }, (_, n) => variable(`V${n}`, value))
    expect(changedBetween(many('a'), many('b'))).toHaveLength(200)
  })
})

describe('what can be watched', () => {
  test('is what the station marks, with the last reported value', () => {
    const settings = [
      variable('Power', '1', { watchable: true }),
      variable('Name', 'x', { watchable: false }),
      variable('Silent', 'x'),
      variable('Power', '2', { watchable: true, unit: 'W' }),
    ]
    expect(watchableOf(settings)).toEqual([variable('Power', '2', { watchable: true, unit: 'W' })])
  })

  test('is everything where the station does not say', () => {
    const { component: _, ...ofNothing } = variable('Key', '1')
    expect(watchableOf([variable('Power', '1'), ofNothing])).toEqual([variable('Power', '1')])
  })
})

describe('an answer', () => {
  const requestedAt = new Date('2026-03-10T09:00:00.000Z')
  const after = (ms: number) => new Date(requestedAt.getTime() + ms)

  test('is under way for a minute after the request', () => {
    const reading = { awaits: true, requestedAt }
    expect(isUnderWay(reading, requestedAt)).toBe(true)
    expect(isUnderWay(reading, after(60 * SECOND_MS - 1))).toBe(true)
    expect(isUnderWay(reading, after(60 * SECOND_MS))).toBe(false)
    expect(isUnderWay(reading, after(60 * SECOND_MS + 1))).toBe(false)
  })

  test('that is complete, or will not come, is not under way', () => {
    expect(isUnderWay({ awaits: false, requestedAt }, requestedAt)).toBe(false)
  })
})

describe('a monitor that was set from here', () => {
  const unwatch = { task: 'unwatch', monitor_id: 7 } as const
  const base = (to: 'all' | 'factory' | 'built_in') => ({ task: 'monitoring_base', base: to }) as const

  test('is gone once the station has removed it, and stays where it refused to', () => {
    expect(goneMonitors(unwatch, true)).toBe(7)
    expect(goneMonitors({ ...unwatch, monitor_id: 0 }, true)).toBe(0)
    expect(goneMonitors(unwatch, false)).toBe('none')
  })

  test('goes with the others where the station watches only what it came with', () => {
    expect([goneMonitors(base('factory'), true), goneMonitors(base('built_in'), true)]).toEqual([
      'all',
      'all',
    ])
    expect(goneMonitors(base('all'), true)).toBe('none')
    expect(goneMonitors(base('factory'), false)).toBe('none')
  })
})
