import { MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { isAbout, isWithin, nextStepTime, tellingTime } from './rules.ts'

const zone = 'Europe/Moscow'
const at = (time: string) => new Date(`2026-11-23T${time}:00+03:00`)
const day = { from_minute: 8 * 60, until_minute: 22 * 60 }
const night = { from_minute: 22 * 60, until_minute: 8 * 60 }

describe('hours', () => {
  test.each([
    [day, '07:59', false],
    [day, '08:00', true],
    [day, '21:59', true],
    [day, '22:00', false],
    [night, '21:59', false],
    [night, '22:00', true],
    [night, '03:00', true],
    [night, '08:00', false],
    [null, '03:00', true],
  ])('%j at %s: %s', (hours, time, expected) => expect(isWithin(hours, at(time), zone)).toBe(expected))

  test.each([
    ['10:00', 'minor', '10:00'],
    ['03:00', 'minor', '08:00'],
    ['03:00', 'major', '03:00'],
    ['22:30', 'major', '22:30'],
  ] as const)('at %s of %s severity: notified at %s', (time, severity, notified) => {
    const rule = { hours: day, urgent_severity: 'major' } as const
    expect(tellingTime(rule, severity, at(time), zone)).toEqual(at(notified))
  })

  test('what comes after they have ended waits for the next day', () => {
    const rule = { hours: day, urgent_severity: null }
    expect(tellingTime(rule, 'major', at('22:30'), zone)).toEqual(new Date('2026-11-24T08:00:00+03:00'))
  })
})

test('steps follow one another by their minutes, within the hours', () => {
  const step = (after_minutes: number) => ({ after_minutes, people: [], channels: [] })
  const rule = { hours: day, urgent_severity: 'major' as const, steps: [step(0), step(15)] }
  const next = (step: number, severity: 'minor' | 'major', time: string) =>
    nextStepTime(rule, { step, severity }, at(time), zone)
  expect(next(0, 'minor', '12:00')).toEqual(at('12:15'))
  expect(next(0, 'minor', '21:50')).toEqual(new Date('2026-11-24T08:00:00+03:00'))
  expect(next(0, 'major', '21:50')).toEqual(new Date(at('21:50').getTime() + 15 * MINUTE_MS))
  expect(next(1, 'major', '12:00')).toBeNull()
})

describe('a rule is about an incident', () => {
  const rule = { on: true, severity: 'minor', kinds: [], locations: [] } as const
  const about = (
    changes: object,
    severity: 'info' | 'minor' | 'major',
    locationIds: number[],
    seen: number[] | null = null,
  ) =>
    isAbout(
      { ...rule, ...changes } as never,
      { kind: 'silence', severity, locationIds },
      seen && new Set(seen),
    )
  test.each<[object, 'info' | 'minor' | 'major', number[], number[] | null, boolean]>([
    [{}, 'minor', [1], null, true],
    [{}, 'major', [], null, true],
    [{}, 'info', [1], null, false],
    [{ on: false }, 'major', [1], null, false],
    [{ kinds: ['fault'] }, 'major', [1], null, false],
    [{ kinds: ['silence'] }, 'major', [1], null, true],
    [{ locations: [2] }, 'major', [1], null, false],
    [{ locations: [2] }, 'major', [1, 2], null, true],
    [{}, 'major', [1], [2], false],
    [{}, 'major', [1, 2], [2], true],
    [{ locations: [1] }, 'major', [1, 2], [2], false],
    [{}, 'major', [], [2], false],
  ])('%j, %s at %j, seen %j: %s', (changes, severity, ids, seen, expected) =>
    expect(about(changes, severity, ids, seen)).toBe(expected))
})
