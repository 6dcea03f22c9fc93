import { expect, test } from 'vitest'
import {
  change,
  clock,
  durationParts,
  money,
  monthNames,
  number,
  numberParts,
  stationNumber,
  when,
} from './format.ts'
import { languageOf } from './index.ts'

const noBreakSpace = '\u00a0'

test('thousands stand apart by a space and decimals follow the language', () => {
  expect(number(1234567.5, 'en', 1)).toBe(`1${noBreakSpace}234${noBreakSpace}567.5`)
  expect(number(1234567.5, 'de', 1)).toBe(`1${noBreakSpace}234${noBreakSpace}567,5`)
  expect(number(1234567.5, 'ru', 1)).toBe(`1${noBreakSpace}234${noBreakSpace}567,5`)
  expect(number(1000, 'ru')).toBe(`1${noBreakSpace}000`)
})

test('kopecks can be distinguished from roubles', () => {
  expect(numberParts(486120.5, 2, 'ru')).toEqual({ whole: `486${noBreakSpace}120`, rest: ',50' })
  expect(numberParts(-0.5, 2, 'en')).toEqual({ whole: '\u22120', rest: '.50' })
  expect(numberParts(12, 0, 'de')).toEqual({ whole: '12', rest: '' })
})

test('money is written from minor units', () => {
  expect(money(48_612_050, 'ru')).toBe(`486${noBreakSpace}120,50\u00a0₽`)
  expect(money(0, 'en')).toBe('0.00\u00a0₽')
  expect(money(-1, 'en')).toBe('\u22120.01\u00a0₽')
})

test('a change carries its sign, and none when it rounds to nothing', () => {
  expect(change(0.124, 'ru')).toBe('+12,4\u00a0%')
  expect(change(-0.013, 'en')).toBe('\u22121.3\u00a0%')
  expect(change(0.0001, 'en')).toBe('0.0\u00a0%')
})

test('instants are shown in the network time zone', () => {
  const at = new Date('2026-11-20T22:30:05Z')
  expect(when(at, 'time', 'en')).toBe('01:30')
  expect(when(at, 'weekday', 'ru')).toBe('сб 21')
  expect(when(at, 'day', 'ru')).toBe('21.11.2026')
  expect(when(at, 'day', 'de')).toBe('21.11.2026')
  expect(when(at, 'fullSeconds', 'en')).toBe('21 Nov 2026, 01:30:05')
})

test('a duration shows its two largest units, minutes without seconds', () => {
  expect(durationParts(0)).toEqual([{ unit: 'second', n: 0 }])
  expect(durationParts(59.9)).toEqual([{ unit: 'second', n: 59 }])
  expect(durationParts(24 * 60 + 7)).toEqual([{ unit: 'minute', n: 24 }])
  expect(durationParts(2 * 3600 + 9 * 60)).toEqual([
    { unit: 'hour', n: 2 },
    { unit: 'minute', n: 9 },
  ])
  expect(durationParts(3 * 86_400)).toEqual([{ unit: 'day', n: 3 }])
  expect(durationParts(-5)).toEqual([{ unit: 'second', n: 0 }])
})

test('a running clock counts hours on', () => {
  expect(clock(24 * 60 + 7)).toBe('00:24:07')
  expect(clock(100 * 3600)).toBe('100:00:00')
})

test('twelve months have names, stations four digits', () => {
  expect(monthNames('de')).toHaveLength(12)
  expect(monthNames('ru')[10]).toBe('ноябрь')
  expect(stationNumber(412)).toBe('#0412')
})

test('an unknown language falls back to English', () => {
  expect(languageOf([null, 'fr-FR', 'de-AT', 'ru'])).toBe('de')
  expect(languageOf(['fr', 'zh-Hant'])).toBe('en')
  expect(languageOf(['RU'])).toBe('ru')
})
