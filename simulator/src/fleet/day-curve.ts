import { localTime } from '@stationmaster/units'

/** Share of a day's arrivals in each hour of the wall clock: commuters at eight, shoppers at noon, home-comers at six. */
const hours = [
  0.008, 0.005, 0.004, 0.004, 0.006, 0.012, 0.028, 0.05, 0.062, 0.055, 0.054, 0.058, 0.064, 0.06, 0.056,
  0.058, 0.065, 0.078, 0.082, 0.068, 0.05, 0.035, 0.023, 0.015,
] as const

/** Sunday first. */
const weekdays = [0.85, 0.98, 0.98, 1, 1.02, 1.15, 1.02] as const

const total = hours.reduce((sum, share) => sum + share, 0)

/** How busy a moment is, where an average hour of an average day is 1. */
export function busyness(at: Date, timeZone: string): number {
  const { hour, weekday } = localTime(at, timeZone)
  return ((hours[hour] ?? 0) / total) * hours.length * (weekdays[weekday] ?? 1)
}

/** How busy a weekday is (0 is Sunday), where an average day is 1. */
export function weekdayBusyness(weekday: number): number {
  return weekdays[weekday] ?? 1
}

/** The minute of the day at which an arrival falls, for a number from 0 to 1. */
export function arrivalMinute(share: number): number {
  let left = share * total
  for (const [hour, part] of hours.entries()) {
    if (left < part) return Math.floor(60 * (hour + left / part))
    left -= part
  }
  return 24 * 60 - 1
}
