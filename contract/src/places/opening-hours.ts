import { z } from 'zod'

const time = (latest: RegExp) => z.string().regex(latest)

/**
 * A time in which a location is open: on a weekday (0-6, Sunday first), from and to as HHMM. One that closes at or before it
 * opens ends on the next day; 2400 is the end of the day.
 */
export const openingPeriod = z.object({
  day: z.number().int().min(0).max(6),
  opens_at: time(/^([01]\d|2[0-3])[0-5]\d$/),
  closes_at: time(/^(([01]\d|2[0-3])[0-5]\d|2400)$/),
})
export type OpeningPeriod = z.infer<typeof openingPeriod>

const dayMinutes = 1440
const weekMinutes = 7 * dayMinutes

const minutesOf = (hhmm: string): number => Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(2))

/** When a period begins, in minutes since Sunday 00:00, and how many minutes it lasts: at most 1440. */
export function spanOf({ day, opens_at, closes_at }: OpeningPeriod): { start: number; length: number } {
  const opens = minutesOf(opens_at)
  const closes = minutesOf(closes_at)
  return {
    start: day * dayMinutes + opens,
    length: closes > opens ? closes - opens : closes + dayMinutes - opens,
  }
}

/** Whether a minute of the week (0 is Sunday 00:00) lies within a period; its end does not. */
export function covers(period: OpeningPeriod, minuteOfWeek: number): boolean {
  const { start, length } = spanOf(period)
  return (minuteOfWeek - start + weekMinutes) % weekMinutes < length
}

/** Two periods that overlap, as indexes in the list; undefined: none. A night from Saturday reaches into Sunday. */
export function overlapIn(periods: readonly OpeningPeriod[]): [number, number] | undefined {
  for (const [first, one] of periods.entries()) {
    for (let second = first + 1; second < periods.length; second++) {
      const other = periods[second]! // `second` is below the length
      if (covers(one, spanOf(other).start) || covers(other, spanOf(one).start)) return [first, second]
    }
  }
  return undefined
}
