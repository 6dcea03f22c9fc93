import { describe, expect, test } from 'vitest'
import { utilisationOf } from './insight-rules.ts'

// a Monday and a Tuesday
const period = { from: '2026-03-09', to: '2026-03-10' }
const later = { day: '2026-03-20', hour: 0 }
const since = (day: string, evses = 1) => ({ since: day, evses })
const cell = (list: ReturnType<typeof utilisationOf>['cells'], weekday: number, hour: number) =>
  list.find((one) => one.weekday === weekday && one.hour === hour)?.share

describe('utilisation', () => {
  test('is plugged time of the time that EVSEs stood', () => {
    const used = [{ weekday: 1, hour: 8, seconds: 1800 }]
    const { share, cells } = utilisationOf(used, [since('2026-01-01', 2)], period, later)
    expect(cell(cells, 1, 8)).toBe(0.25)
    expect(cell(cells, 1, 9)).toBe(0)
    expect(cell(cells, 3, 8)).toBeUndefined()
    expect(share).toBe(1800 / (2 * 48 * 3600))
  })
  test('an EVSE counts from the day after it was added', () => {
    const { cells, share } = utilisationOf(
      [{ weekday: 2, hour: 8, seconds: 3600 }],
      [since('2026-03-09')],
      period,
      later,
    )
    expect(cell(cells, 1, 8)).toBeUndefined()
    expect(cell(cells, 2, 8)).toBe(1)
    expect(share).toBe(1 / 24)
  })
  test('hours that are not over do not count', () => {
    const { cells } = utilisationOf([], [since('2026-01-01')], period, { day: '2026-03-10', hour: 8 })
    expect(cell(cells, 2, 7)).toBe(0)
    expect(cell(cells, 2, 8)).toBeUndefined()
  })
  test('is never more than all of it, and nothing where nothing stood', () => {
    const used = [{ weekday: 1, hour: 8, seconds: 9000 }]
    expect(cell(utilisationOf(used, [since('2026-01-01')], period, later).cells, 1, 8)).toBe(1)
    expect(utilisationOf(used, [], period, later)).toEqual({ share: null, cells: [] })
  })
})
