import { DAY_MS, instantOf, localTime, SECOND_MS } from '@stationmaster/units'

/** Days (YYYY-MM-DD), both included. */
export interface Period {
  from: string
  to: string
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const dayNamed = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** The number of days of a period. */
export const lengthOf = ({ from, to }: Period): number => dayNumber(to) - dayNumber(from) + 1

/** The period of the same length that ends where this one begins. */
export function previousPeriod(period: Period): Period {
  const first = dayNumber(period.from)
  return { from: dayNamed(first - lengthOf(period)), to: dayNamed(first - 1) }
}

/** The days before a day. */
export function daysBefore(day: string, days: number): Period {
  const today = dayNumber(day)
  return { from: dayNamed(today - days), to: dayNamed(today - 1) }
}

/** Every day of a period, in order. */
export function daysOf(period: Period): string[] {
  const first = dayNumber(period.from)
  return Array.from({ length: Math.max(0, lengthOf(period)) }, (_, index) => dayNamed(first + index))
}

/** The instant of a day at the present local time, to the second. */
export function sameTimeOn(day: string, now: Date, timeZone: string): Date {
  const { hour, minute, second } = localTime(now, timeZone)
  return new Date(instantOf(day, hour * 60 + minute, timeZone).getTime() + second * SECOND_MS)
}
