import { expect, test } from 'vitest'
import { weekOf } from './week.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]

test('without hours of its own a price is the same all week', () => {
  expect(weekOf([], 1700)).toEqual(everyDay.map(() => [{ from: 0, to: 1440, tariff: 1700 }]))
})

test('a night belongs to the day on which it begins', () => {
  const week = weekOf([{ days: [5], from: '22:00', to: '06:00', tariff: 900 }], 1700)
  expect(week[4]).toEqual([
    { from: 0, to: 1320, tariff: 1700 },
    { from: 1320, to: 1440, tariff: 900 },
  ])
  expect(week[5]).toEqual([
    { from: 0, to: 360, tariff: 900 },
    { from: 360, to: 1440, tariff: 1700 },
  ])
  expect(week[6]).toEqual([{ from: 0, to: 1440, tariff: 1700 }])
})

test('where two meet the first wins; equal ends are a whole day, and midnight is the end of one', () => {
  const sunday = { days: [0], from: '00:00', to: '00:00', tariff: 500 }
  const evening = { days: everyDay, from: '20:00', to: '00:00', tariff: 2500 }
  expect(weekOf([sunday, evening], 1700)[6]).toEqual([{ from: 0, to: 1440, tariff: 500 }])
  expect(weekOf([evening, sunday], 1700)[6]).toEqual([
    { from: 0, to: 1200, tariff: 500 },
    { from: 1200, to: 1440, tariff: 2500 },
  ])
  expect(weekOf([evening], 1700)[0]).toEqual([
    { from: 0, to: 1200, tariff: 1700 },
    { from: 1200, to: 1440, tariff: 2500 },
  ])
})
