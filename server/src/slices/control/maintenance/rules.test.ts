import { DAY_MS, HOUR_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { refusalOf, stepsOf } from './rules.ts'

const now = new Date('2026-11-23T10:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
const times = (from: number, to: number) => ({ startsAt: at(from), endsAt: at(to) })
const days = DAY_MS / HOUR_MS

describe('maintenance can be planned', () => {
  test.each<[string, number, number, string | null]>([
    ['that begins later', 2, 4, null],
    ['that begins now', 0, 1, null],
    ['but not without a length', 2, 2, 'maintenance.times'],
    ['nor one that is over', -2, 0, 'maintenance.times'],
    ['of ninety days', 1, 1 + 90 * days, null],
    ['but of no more', 1, 1.01 + 90 * days, 'maintenance.times'],
    ['a year ahead', 366 * days, 367 * days, null],
    ['but no further', 366 * days + 0.01, 367 * days, 'maintenance.times'],
  ])('%s', (_, from, to, refusal) => {
    expect(refusalOf(times(from, to), [], now)).toBe(refusal)
  })

  test.each<[number, number, string | null]>([
    [0, 2, null],
    [4, 6, null],
    [1, 2.01, 'maintenance.overlaps'],
    [3.99, 6, 'maintenance.overlaps'],
    [2.5, 3, 'maintenance.overlaps'],
    [1, 9, 'maintenance.overlaps'],
  ])('from %s to %s beside one from 2 to 4', (from, to, refusal) => {
    expect(refusalOf(times(from, to), [times(2, 4)], now)).toBe(refusal)
  })
})

test.each<['planned' | 'running' | 'over' | 'withdrawn', number, number, string[]]>([
  ['planned', 0.01, 1, []],
  ['planned', 0, 1, ['begin']],
  ['planned', -2, 0, ['begin', 'end']],
  ['running', -2, 0.01, []],
  ['running', -2, 0, ['end']],
  ['over', -2, -1, []],
  ['withdrawn', -2, -1, []],
])('what is %s from %s to %s hours: %j', (state, from, to, steps) => {
  expect(stepsOf({ state, ...times(from, to) }, now)).toEqual(steps)
})
