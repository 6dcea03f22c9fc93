import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import {
  currencySign,
  hourOfWeek,
  money,
  monthNames,
  number,
  stationNumber,
  weekday,
  when,
  writtenDay,
  zone,
} from './writing.ts'

const each = (write: (language: (typeof languages)[number]) => string) => languages.map(write)

test('a language writes figures one way: thousands by a space that does not break, its own decimals, a real minus', () => {
  expect(each((language) => number(-1_234_567.5, language, 2))).toEqual([
    '\u22121\u00a0234\u00a0567.50',
    '\u22121\u00a0234\u00a0567,50',
    '\u22121\u00a0234\u00a0567,50',
  ])
  // also where a language would leave four digits together
  expect(each((language) => number(1000, language))).toEqual(Array(3).fill('1\u00a0000'))
  expect(money(123_450, currencySign('RUB'), 'en')).toBe('1\u00a0234.50\u00a0₽')
})

test('days and times are written one way, by the given clocks', () => {
  const at = new Date('2026-01-31T21:05:00Z')
  expect(each((language) => when(at, 'full', language, 'Europe/Moscow'))).toEqual([
    '01 Feb 2026, 00:05',
    '01.02.2026, 00:05',
    '01.02.2026, 00:05',
  ])
  expect(when(at, 'full', 'de', 'Europe/Berlin')).toBe('31.01.2026, 22:05')
  expect(each((language) => writtenDay('2026-12-08', language))).toEqual([
    '08 Dec 2026',
    '08.12.2026',
    '08.12.2026',
  ])
})

test('stations, weekdays and hours of the week are named as people read them', () => {
  expect(stationNumber(7)).toBe('#0007')
  expect(each((language) => weekday(0, language, 'short'))).toEqual(['Sun', 'So', 'Вс'])
  expect([0, 23, 24, 167].map((hour) => hourOfWeek(hour, 'en'))).toEqual([
    ...['Monday, 00:00', 'Monday, 23:00', 'Tuesday, 00:00', 'Sunday, 23:00'],
  ])
})

test('a currency has its short sign, or its code', () => {
  expect(['RUB', 'EUR', 'CHF'].map(currencySign)).toEqual(['₽', '€', 'CHF'])
})

test('a time zone is written with how far its clock is ahead', () => {
  const at = new Date('2026-01-15T12:00:00Z')
  expect(languages.map((language) => zone(at, language, 'Europe/Moscow'))).toEqual(
    languages.map(() => 'Europe/Moscow, GMT+3'),
  )
})

test('a weekday stands before its number without a comma, and months have their names', () => {
  expect(writtenDay('2026-11-20', 'en', 'weekday')).toBe('Fri 20')
  expect(monthNames('en')).toHaveLength(12)
  expect([monthNames('en')[0], monthNames('de')[2], monthNames('ru')[11]]).toEqual([
    'January',
    'März',
    'декабрь',
  ])
  expect(writtenDay('2026-11-20', 'de', 'month')).toBe('November 2026')
  expect(writtenDay('2026-11-20', 'de', 'shortDay')).toBe('20. Nov.')
})
