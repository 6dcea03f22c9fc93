import type { Rhythm } from '@stationmaster/contract'
import { DAY_MS, firstDayOf, lastDayOf, monthOf, nextMonth, previousMonth } from '@stationmaster/units'
import type { Period } from '../../statistics/rules.ts'

const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Monday is 0. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** The last day on or before `day` on which a report is due: every day, a Monday or the 1st. */
export function lastDue(every: Rhythm, day: string): string {
  if (every === 'day') return day
  return every === 'week' ? daysLater(day, -weekdayOf(day)) : firstDayOf(monthOf(day))
}

/** The first day after `day` on which a report is due. */
export function nextDue(every: Rhythm, day: string): string {
  if (every === 'month') return firstDayOf(nextMonth(monthOf(day)))
  return daysLater(lastDue(every, day), every === 'week' ? 7 : 1)
}

/** The period of a report that is due on a day: the day, week or month before. */
export function periodBefore(every: Rhythm, due: string): Period {
  if (every === 'month') {
    const month = previousMonth(monthOf(due))
    return { from: firstDayOf(month), to: lastDayOf(month) }
  }
  return { from: daysLater(due, every === 'week' ? -7 : -1), to: daysLater(due, -1) }
}
