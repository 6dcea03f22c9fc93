import { addDays } from '../../api/days.ts'

/** How many days a month (1 to 12) has. */
export const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** A day of the month that may be beyond its end, as YYYY-MM-DD of the last day there is. */
export function dayIn(year: number, month: number, date: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${year}-${two(month)}-${two(Math.min(date, daysOf(year, month)))}`
}

const partsOf = (day: string): [year: number, month: number, date: number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month, date]
}

/** The same day so many months later (or, negative, earlier); the last of a month that is shorter. */
export function addMonths(day: string, count: number): string {
  const [year, month, date] = partsOf(day)
  const at = year * 12 + month - 1 + count
  return dayIn(Math.floor(at / 12), (at % 12) + 1, date)
}

/** 1: Monday, 7: Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The weeks that a day's month is shown in, each from Monday, with the days of its neighbours. */
export function weeksOf(day: string): string[][] {
  const [year, month] = partsOf(day)
  const first = dayIn(year, month, 1)
  const begin = addDays(first, 1 - weekdayOf(first))
  const count = Math.ceil((weekdayOf(first) - 1 + daysOf(year, month)) / 7)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, date) => addDays(begin, week * 7 + date)),
  )
}

/** The day that a key leads to from another in a calendar; null: the key leads nowhere. */
export function dayByKey(key: string, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, 1 - weekdayOf(day))
    case 'End':
      return addDays(day, 7 - weekdayOf(day))
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return null
  }
}

export interface Days {
  /** YYYY-MM-DD, both included */
  from: string
  to: string
}

export const presets = [
  'today',
  'week',
  'lastMonth',
  'previousMonth',
  'previousQuarter',
  'thisYear',
  'previousYear',
] as const
export type Preset = (typeof presets)[number]

/** The days that a preset stands for today; whole months, quarters and years but the one that runs. */
export function presetDays(preset: Preset, today: string): Days {
  const [year, month] = partsOf(today)
  const wholeMonths = (first: string, count: number): Days => ({
    from: first,
    to: addDays(addMonths(first, count), -1),
  })
  const monthBegin = dayIn(year, month, 1)
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'week':
      return { from: addDays(today, -6), to: today }
    case 'lastMonth':
      return { from: addDays(today, -30), to: today }
    case 'previousMonth':
      return wholeMonths(addMonths(monthBegin, -1), 1)
    case 'previousQuarter':
      return wholeMonths(addMonths(monthBegin, -((month - 1) % 3) - 3), 3)
    case 'thisYear':
      return { from: dayIn(year, 1, 1), to: today }
    case 'previousYear':
      return wholeMonths(dayIn(year - 1, 1, 1), 12)
  }
}
