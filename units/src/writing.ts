import type { Language } from './languages.ts'

/** How each language writes figures, amounts, days and times: on screens, in files, on paper and in mails (domain.md#screens). */

/** The locale whose dates and decimals a language uses. */
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', ru: 'ru-RU' }

/** Thousands are set apart by a space that does not break, in every language. */
const groupSeparator = '\u00a0'
export const realMinus = '\u2212'

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function keptFormat<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => F): F {
  let format = kept.get(key) as F | undefined
  if (!format) {
    format = make()
    kept.set(key, format)
  }
  return format
}

const numberFormat = (language: Language, decimals: number): Intl.NumberFormat =>
  keptFormat(
    `n ${language} ${decimals}`,
    () =>
      new Intl.NumberFormat(locales[language], {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        useGrouping: 'always',
      }),
  )

/** A number in parts: what stands before the decimal separator and from it on ('' when decimals is 0). */
export function numberParts(
  value: number,
  decimals: number,
  language: Language,
): { whole: string; rest: string } {
  let whole = ''
  let rest = ''
  for (const { type, value: text } of numberFormat(language, decimals).formatToParts(value)) {
    if (type === 'group') whole += groupSeparator
    else if (type === 'minusSign') whole += realMinus
    else if (type === 'decimal' || type === 'fraction') rest += text
    else whole += text
  }
  return { whole, rest }
}

/** A number with a fixed count of decimals. */
export function number(value: number, language: Language, decimals = 0): string {
  const { whole, rest } = numberParts(value, decimals, language)
  return whole + rest
}

/** An amount in minor units with the sign of its currency. */
export const money = (amountMinor: number, sign: string, language: Language): string =>
  `${number(amountMinor / 100, language, 2)}\u00a0${sign}`

/** The short sign of a currency: ₽, €; its code where it has none. */
export const currencySign = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** A station's number as it is painted on it: #0412. */
export const stationNumber = (number: number): string => `#${String(number).padStart(4, '0')}`

export type DateStyle = keyof typeof dateStyles

const dateStyles = {
  /** 21 Nov 2026 */
  day: { day: '2-digit', month: 'short', year: 'numeric' },
  /** 21 Nov */
  shortDay: { day: 'numeric', month: 'short' },
  /** Fri 20 */
  weekday: { weekday: 'short', day: 'numeric' },
  /** Fri, 20 November */
  longDay: { weekday: 'short', day: 'numeric', month: 'long' },
  /** November 2026 */
  month: { month: 'long', year: 'numeric' },
  /** 21 Nov, 13:52 */
  dayTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  /** 13:52 */
  time: { hour: '2-digit', minute: '2-digit' },
  /** 13:52:31 */
  timeSeconds: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  /** 21 Nov 2026, 13:52 */
  full: { day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  /** 21 Nov 2026, 13:52:31 */
  fullSeconds: {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const numericMonth = (style: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions =>
  style.year && style.month !== 'long' ? { month: '2-digit' } : {}

/** An instant by the clocks of a time zone. */
export function when(at: Date, style: DateStyle, language: Language, timeZone: string): string {
  const format = keptFormat(
    `d ${language} ${style} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(locales[language], {
        ...dateStyles[style],
        ...(language === 'en' ? {} : numericMonth(dateStyles[style])),
        timeZone,
        hourCycle: 'h23',
      }),
  )
  const text = format.format(at)
  return style === 'weekday' ? text.replace(',', '') : text
}

/** A day (YYYY-MM-DD). */
export const writtenDay = (day: string, language: Language, style: DateStyle = 'day'): string =>
  when(new Date(`${day}T00:00:00Z`), style, language, 'UTC')

/** A time zone with how far its clock is ahead at an instant: Europe/Moscow, GMT+3. */
export function zone(at: Date, language: Language, timeZone: string): string {
  const format = new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'shortOffset' })
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return `${timeZone}, ${offset}`
}

/** With a capital, as it heads a line. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The name of a weekday, 0 is Sunday; with a capital, as it heads a line. */
export function weekday(day: number, language: Language, style: 'long' | 'short' = 'long'): string {
  // 4 January 1970 was a Sunday
  const name = new Intl.DateTimeFormat(locales[language], { weekday: style, timeZone: 'UTC' }).format(
    Date.UTC(1970, 0, 4 + day),
  )
  return capital(name)
}

/** An hour of the week, 0 is Monday's first: Thursday, 13:00. */
export const hourOfWeek = (hour: number, language: Language): string =>
  `${weekday((Math.floor(hour / 24) + 1) % 7, language)}, ${String(hour % 24).padStart(2, '0')}:00`

/** Names of the twelve months. */
export function monthNames(language: Language): string[] {
  const format = new Intl.DateTimeFormat(locales[language], { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 1)))
}
