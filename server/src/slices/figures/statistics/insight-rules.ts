import { daysOf, type Period } from './rules.ts'

/** Seconds in which cars were plugged in, at an hour of a weekday (1 is Monday). */
export interface Used {
  weekday: number
  hour: number
  seconds: number
}

/** EVSEs that were added on a day. */
export interface Standing {
  /** YYYY-MM-DD */
  since: string
  evses: number
}

export interface Utilisation {
  share: number | null
  cells: { weekday: number; hour: number; share: number }[]
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** 1 is Monday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/**
 * The share of time in which EVSEs had a car plugged in, from 0 to 1: in all, and by weekday and hour. An EVSE counts from the day
 * after it was added; hours that are not over yet (from `now` on) do not count.
 */
export function utilisationOf(
  used: readonly Used[],
  standing: readonly Standing[],
  period: Period,
  now: { day: string; hour: number },
): Utilisation {
  const open = new Map<string, number>()
  for (const day of daysOf(period)) {
    if (day > now.day) break
    const evses = standing.reduce((sum, one) => sum + (one.since < day ? one.evses : 0), 0)
    const weekday = weekdayOf(day)
    for (const hour of hours) {
      if (day === now.day && hour >= now.hour) break
      const key = `${weekday} ${hour}`
      open.set(key, (open.get(key) ?? 0) + evses * 3600)
    }
  }
  const seconds = new Map(used.map((one) => [`${one.weekday} ${one.hour}`, one.seconds]))
  const shareOf = (part: number, whole: number) => Math.min(1, part / whole)
  const cells = weekdays.flatMap((weekday) =>
    hours.flatMap((hour) => {
      const whole = open.get(`${weekday} ${hour}`) ?? 0
      return whole === 0
        ? []
        : [{ weekday, hour, share: shareOf(seconds.get(`${weekday} ${hour}`) ?? 0, whole) }]
    }),
  )
  const whole = [...open.values()].reduce((sum, one) => sum + one, 0)
  const part = cells.reduce((sum, { weekday, hour }) => sum + (seconds.get(`${weekday} ${hour}`) ?? 0), 0)
  return { share: whole === 0 ? null : shareOf(part, whole), cells }
}
