import { describe, expect, test } from 'vitest'
import { dayInEach, formatsOf } from './paper.ts'

const gap = '\u00a0'
const english = formatsOf('en', 'RUB')
const german = formatsOf('de', 'EUR')

describe('figures on paper', () => {
  test('have as many decimals as their unit', () => {
    expect(english.count(1234)).toBe(`1${gap}234`)
    expect(english.amount(123_450)).toBe(`1${gap}234.50`)
    expect(english.energy(1_234_567)).toBe(`1${gap}234.567`)
    expect(english.energy(1)).toBe('0.001')
    expect(english.tenths(12)).toBe('12.0')
    expect(english.tenths(12.34)).toBe('12.3')
  })

  test.each([
    [20, '20'],
    [12.5, '12.5'],
    [12.25, '12.25'],
    [0, '0'],
  ])('of a percentage of %d the decimals that it has: %s', (percent, text) => {
    expect(english.percent(percent)).toBe(text)
  })

  test('are written as the language does, with the sign of the currency', () => {
    expect(german.amount(123_450)).toBe(`1${gap}234,50`)
    expect(english.money(123_450)).toBe(`1${gap}234.50${gap}₽`)
    expect(german.money(-5)).toBe(`\u22120,05${gap}€`)
  })
})

test('days and months are written as the language does', () => {
  expect(english.day('2026-12-08')).toBe('08 Dec 2026')
  expect(german.day('2026-12-08')).toBe('08.12.2026')
  expect([english.month('2026-01'), english.month('2026-12')]).toEqual(['January 2026', 'December 2026'])
  expect(german.month('2026-12')).toBe('Dezember 2026')
})

test('a day is written in each language', () => {
  expect(dayInEach('2026-12-08')).toEqual({ en: '08 Dec 2026', de: '08.12.2026', ru: '08.12.2026' })
})
