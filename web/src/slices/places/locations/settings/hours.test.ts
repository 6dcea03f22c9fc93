import { expect, test } from 'vitest'
import { faultOf, forAllDays, hoursOf, isOvernight, periodsOf, timeOf, usual } from './hours.ts'

const only = (day: number, ...periods: { opens: string; closes: string }[]) => {
  const { days } = hoursOf({ open_now: false, periods: [] })
  return { always: false, days: days.map((one) => (one.day === day ? { day, periods } : one)) }
}

test.each([
  ['08:00', '08:00'],
  ['00:00', '00:00'],
  ['8:5', '08:05'],
  ['10:00', '10:00'],
  [' 23:59 ', '23:59'],
])('%s is a time', (typed, time) => expect(timeOf(typed)).toBe(time))

test.each(['', '8', '24:00', '08:60', '08:00:00', 'ab:cd', '-1:00', '0800'])('%s is no time', (typed) =>
  expect(timeOf(typed)).toBeUndefined())

test('the colon goes, and what is left has four digits', () => {
  expect(periodsOf(only(1, { opens: '8:0', closes: '20:00' }))).toEqual([
    { day: 1, opens_at: '0800', closes_at: '2000' },
  ])
  expect(periodsOf(only(1, { opens: '00:00', closes: '00:00' }))).toEqual([
    { day: 1, opens_at: '0000', closes_at: '2400' },
  ])
  expect(periodsOf(only(1, { opens: '8', closes: '20:00' }))).toBeUndefined()
})

test('hours are read as they were sent', () => {
  const hours = only(6, { opens: '08:00', closes: '12:00' }, { opens: '22:00', closes: '04:00' })
  expect(hoursOf({ open_now: false, periods: periodsOf(hours)! })).toEqual(hours)
  const closed = { open_now: false, periods: [] }
  expect(periodsOf(hoursOf(closed))).toEqual([])
  const always = hoursOf({ open_now: true, periods: [] })
  expect(always.always).toBe(true)
  expect(hoursOf({ open_now: true, periods: periodsOf(always)! })).toEqual(always)
})

test('what is wrong is told: a time, or an overlap with its days', () => {
  expect(faultOf(only(1, usual))).toBeUndefined()
  expect(faultOf(only(1, { opens: '8', closes: '' }))).toBe('time')
  expect(faultOf(only(1, usual, { opens: '19:00', closes: '21:00' }))).toEqual({ overlap: [1, 1] })
  const night = only(6, { opens: '22:00', closes: '04:00' })
  const days = night.days.map((one) =>
    one.day === 0 ? { day: 0, periods: [{ opens: '03:00', closes: '09:00' }] } : one,
  )
  expect(faultOf({ always: false, days })).toEqual({ overlap: [0, 6] })
})

test('a period that closes at or before it opens lasts overnight; midnight ends the day', () => {
  expect(isOvernight({ opens: '22:00', closes: '04:00' })).toBe(true)
  expect(isOvernight({ opens: '08:00', closes: '08:00' })).toBe(true)
  expect(isOvernight({ opens: '08:00', closes: '00:00' })).toBe(false)
  expect(isOvernight(usual)).toBe(false)
})

test('one pair of times goes to every day', () => {
  const { days } = hoursOf({ open_now: false, periods: [] })
  expect(forAllDays(days, [usual]).every(({ periods }) => periods[0] === usual)).toBe(true)
})
