import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import {
  currencySign,
  hourOfWeek,
  money,
  number,
  stationNumber,
  weekday,
  when,
  writtenDay,
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
