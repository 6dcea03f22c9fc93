import { writing } from '@stationmaster/units'
import { network } from '../api/network.ts'
import type { Language } from './index.ts'

export const { hourOfWeek, monthNames, number, numberParts, realMinus, stationNumber, weekday } = writing
export type DateStyle = writing.DateStyle

/** An amount in minor units with the sign of the network's currency. */
export const money = (amountMinor: number, language: Language): string =>
  writing.money(amountMinor, network.currencySign, language)

/** How a share (0.124) changed, with its sign and one decimal: +12.4 %. */
export function change(share: number, language: Language): string {
  const text = `${number(Math.abs(share) * 100, language, 1)}\u00a0%`
  if (Math.abs(share) < 0.0005) return text
  return (share > 0 ? '+' : realMinus) + text
}

/** An instant in a time zone; default: the network's. */
export const when = (
  at: Date,
  style: DateStyle,
  language: Language,
  timeZone: string = network.timeZone,
): string => writing.when(at, style, language, timeZone)

/** The day of an instant as DD.MM.YYYY, in every language. */
export const dottedDay = (at: Date, timeZone?: string): string => when(at, 'day', 'de', timeZone)

/** A time zone (default: the network's) with its offset at an instant: Europe/Moscow, GMT+3. */
export const zone = (at: Date, language: Language, timeZone: string = network.timeZone): string =>
  writing.zone(at, language, timeZone)

/** The month of an instant with its year; with a capital, as it heads a line. */
export const month = (at: Date, language: Language): string => writing.capital(when(at, 'month', language))

/** A duration as its two largest units; the names of the units come from the language. */
export function durationParts(seconds: number): { unit: 'day' | 'hour' | 'minute' | 'second'; n: number }[] {
  const whole = Math.max(0, Math.floor(seconds))
  const all = [
    { unit: 'day' as const, n: Math.floor(whole / 86_400) },
    { unit: 'hour' as const, n: Math.floor(whole / 3600) % 24 },
    { unit: 'minute' as const, n: Math.floor(whole / 60) % 60 },
    { unit: 'second' as const, n: whole % 60 },
  ]
  const [head, next] = all.slice(all.findIndex((part) => part.n > 0))
  if (!head || head.n === 0) return [{ unit: 'second', n: 0 }]
  const showsNext = next && next.n > 0 && (head.unit === 'day' || head.unit === 'hour')
  return showsNext ? [head, next] : [head]
}

/** A running clock: 00:24:07, with hours beyond a day counted on. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}
