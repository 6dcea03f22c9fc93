import { network } from '../api/network.ts'
import type { Language } from './index.ts'

/** The locale whose dates and decimals a language uses. */
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', ru: 'ru-RU' }

/** Thousands are set apart by a space that does not break, in every language (domain.md#screens). */
const groupSeparator = '\u00a0'
export const realMinus = '\u2212'

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function numberFormat(language: Language, decimals: number): Intl.NumberFormat {
  const key = `n ${language} ${decimals}`
  let format = kept.get(key) as Intl.NumberFormat | undefined
  if (!format) {
    format = new Intl.NumberFormat(locales[language], {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: 'always',
    })
    kept.set(key, format)
  }
  return format
}

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

/** An amount in minor units with the sign of the network's currency. */
export function money(amountMinor: number, language: Language): string {
  return `${number(amountMinor / 100, language, 2)}\u00a0${network.currencySign}`
}

/** A station's number as it is painted on it: #0412. */
export function stationNumber(number: number): string {
  return `#${String(number).padStart(4, '0')}`
}

/** How a share (0.124) changed, with its sign and one decimal: +12.4 %. */
export function change(share: number, language: Language): string {
  const text = `${number(Math.abs(share) * 100, language, 1)}\u00a0%`
  if (Math.abs(share) < 0.0005) return text
  return (share > 0 ? '+' : realMinus) + text
}

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

/** An instant in a time zone, the network's unless told. */
export function when(
  at: Date,
  style: DateStyle,
  language: Language,
  timeZone: string = network.timeZone,
): string {
  const key = `d ${language} ${style} ${timeZone}`
  let format = kept.get(key) as Intl.DateTimeFormat | undefined
  if (!format) {
    const numeric = language === 'en' ? {} : numericMonth(dateStyles[style])
    format = new Intl.DateTimeFormat(locales[language], {
      ...dateStyles[style],
      ...numeric,
      timeZone,
      hourCycle: 'h23',
    })
    kept.set(key, format)
  }
  const text = format.format(at)
  return style === 'weekday' ? text.replace(',', '') : text
}

/** The day of an instant as DD.MM.YYYY, in every language. */
export const dottedDay = (at: Date, timeZone?: string): string => when(at, 'day', 'de', timeZone)

/** A time zone, the network's unless told, with how far its clock is ahead at an instant: Europe/Moscow, GMT+3. */
export function zone(at: Date, language: Language, timeZone: string = network.timeZone): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    timeZoneName: 'shortOffset',
  })
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return `${timeZone}, ${offset}`
}

const numericMonth = (style: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions =>
  style.year && style.month !== 'long' ? { month: '2-digit' } : {}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The month of an instant with its year; with a capital, as it heads a line. */
export const month = (at: Date, language: Language): string => capital(when(at, 'month', language))

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

/** A duration as its two largest units; the names of the units come from the language. */
export function durationParts(seconds: number): { unit: 'day' | 'hour' | 'minute' | 'second'; n: number }[] {
  const whole = Math.max(0, Math.floor(seconds))
  const all = [
    { unit: 'day' as const, n: Math.floor(whole / 86_400) },
    { unit: 'hour' as const, n: Math.floor(whole / 3600) % 24 },
    { unit: 'minute' as const, n: Math.floor(whole / 60) % 60 },
    { unit: 'second' as const, n: whole % 60 },
  ]
  const first = all.findIndex((part) => part.n > 0)
  if (first === -1) return [{ unit: 'second', n: 0 }]
  const [head, next] = [all[first]!, all[first + 1]]
  const showsNext = next && next.n > 0 && (head.unit === 'day' || head.unit === 'hour')
  return showsNext ? [head, next] : [head]
}

/** A running clock: 00:24:07, with hours beyond a day counted on. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}
