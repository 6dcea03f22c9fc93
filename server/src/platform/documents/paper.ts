import type { Language } from '@stationmaster/contract'
import { firstDayOf, languages, writing } from '@stationmaster/units'

/** How a language writes days, months and figures, with amounts in one currency. */
export function formatsOf(language: Language, currency: string) {
  const sign = writing.currencySign(currency)
  const number = (value: number, decimals = 0) => writing.number(value, language, decimals)
  return {
    count: (value: number) => number(value),
    amount: (minor: number) => number(minor / 100, 2),
    money: (minor: number) => writing.money(minor, sign, language),
    energy: (wattHours: number) => number(wattHours / 1000, 3),
    tenths: (value: number) => number(value, 1),
    /** with the decimals that it has */
    percent: (value: number) => number(value, (String(value).split('.')[1] ?? '').length),
    day: (day: string) => writing.writtenDay(day, language),
    month: (month: string) => writing.writtenDay(firstDayOf(month), language, 'month'),
  }
}

/** A day (YYYY-MM-DD) in each language. */
export const dayInEach = (day: string): Record<Language, string> =>
  Object.fromEntries(languages.map((language) => [language, writing.writtenDay(day, language)])) as Record<
    Language,
    string
  >
