import { dayOf } from './time.ts'

/** The month (YYYY-MM) of a day (YYYY-MM-DD). */
export const monthOf = (day: string): string => day.slice(0, 7)

/** The first day (YYYY-MM-DD) of a month (YYYY-MM). */
export const firstDayOf = (month: string): string => `${month}-01`

/** The last day (YYYY-MM-DD) of a month (YYYY-MM). */
export const lastDayOf = (month: string): string => dayFrom(month, 1, 0)

/** The month (YYYY-MM) after another. */
export const nextMonth = (month: string): string => monthOf(dayFrom(month, 1, 1))

/** The month (YYYY-MM) before another. */
export const previousMonth = (month: string): string => monthOf(dayFrom(month, -1, 1))

/** A day of a month that is so many months later; the day 0 is the last of the month before. */
function dayFrom(month: string, later: number, day: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return dayOf(new Date(Date.UTC(year, number - 1 + later, day)), 'UTC')
}
