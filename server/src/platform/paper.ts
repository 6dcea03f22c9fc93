import type { Language } from '@stationmaster/contract'
import { firstDayOf } from '@stationmaster/units'

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', ru: 'ru-RU' }

/** How a language writes days, months and figures. */
export function formatsOf(language: Language, currency: string) {
  const locale = locales[language]
  const figure = (decimals: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const [whole, tenths, amount, energy] = [figure(0), figure(1), figure(2), figure(3)]
  const sign = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  // the typeface has no narrow space that does not break
  const plain = (text: string) => text.replaceAll('\u202f', '\u00a0')
  return {
    count: (value: number) => plain(whole.format(value)),
    amount: (minor: number) => plain(amount.format(minor / 100)),
    money: (minor: number) => `${plain(amount.format(minor / 100))}\u00a0${sign}`,
    energy: (wattHours: number) => plain(energy.format(wattHours / 1000)),
    tenths: (value: number) => plain(tenths.format(value)),
    percent: (value: number) => String(value).replace('.', language === 'en' ? '.' : ','),
    day: (text: string) => plain(day.format(new Date(`${text}T00:00:00Z`))),
    month: (text: string) => plain(month.format(new Date(`${firstDayOf(text)}T00:00:00Z`))),
  }
}

/** A day (YYYY-MM-DD) with its month in words, in each language. */
export function dayInWords(day: string): Record<Language, string> {
  const at = new Date(`${day}T00:00:00Z`)
  const write = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  return { en: write(locales.en), de: write(locales.de), ru: write(locales.ru) }
}

/** How a language writes an instant by the clocks of a zone. */
export const instantIn = (language: Language, at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)

/** Puts values into a text; {name} stands for one. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w{1,20})\}/g, (_, name: string) => values[name] ?? '')
