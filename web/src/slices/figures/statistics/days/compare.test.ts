import { expect, test } from 'vitest'
import { addDays, daysUntil } from '../../../../api/days.ts'
import { changeOf, dayByDay } from './compare.ts'

test('days count on over months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysUntil('2026-03-01', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
})

test('each day stands beside the same day a week earlier, empty days as 0', () => {
  const point = (date: string, sessions: number) => ({
    date,
    charging_revenue: sessions * 1000,
    charging_sessions: sessions,
    energy_usage: sessions * 20_000,
  })
  const points = [point('2026-11-13', 4), point('2026-11-20', 6)]
  const days = daysUntil('2026-11-21', 2)
  expect(dayByDay(points, days, daysUntil('2026-11-14', 2), 'revenue')).toEqual([
    { day: '2026-11-20', value: 6000, before: 4000 },
    { day: '2026-11-21', value: 0, before: 0 },
  ])
})

test('there is no change against nothing', () => {
  expect(changeOf(5, 0)).toBeUndefined()
  expect(changeOf(5, 4)).toBeCloseTo(0.25)
})
