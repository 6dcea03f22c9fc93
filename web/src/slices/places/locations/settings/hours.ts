import { type OpeningPeriod, overlapIn } from '@stationmaster/contract'
import { localTime } from '@stationmaster/units'

/** One weekday of the editor: its periods as HH:MM; none: closed. */
export interface DayHours {
  day: number
  periods: { opens: string; closes: string }[]
}

/** What the editor holds: around the clock, or seven days from Monday. */
export interface Hours {
  always: boolean
  days: DayHours[]
}

/** Monday first, as people read a week; Sunday is 0 in the API. */
const week = [1, 2, 3, 4, 5, 6, 0]

/** The default times of a day that is switched to open (domain.md#opening-hours). */
export const usual = { opens: '08:00', closes: '20:00' }

const colon = (hhmm: string) => `${hhmm.slice(0, 2)}:${hhmm.slice(2)}`
const isWholeWeek = (periods: readonly OpeningPeriod[]) =>
  week.every((day) =>
    periods.some((one) => one.day === day && one.opens_at === '0000' && one.closes_at === '2400'),
  )

/** Converts a location's hours into the editor's. */
export function hoursOf({ open_now, periods }: { open_now: boolean; periods: OpeningPeriod[] }): Hours {
  const always = periods.length === 0 ? open_now : isWholeWeek(periods)
  const days = week.map((day) => ({
    day,
    periods: always
      ? [usual]
      : periods
          .filter((one) => one.day === day)
          .map(({ opens_at, closes_at }) => ({
            opens: colon(opens_at),
            closes: closes_at === '2400' ? '00:00' : colon(closes_at),
          })),
  }))
  return { always, days }
}

/** A typed time as HH:MM: the hour below 24, the minute below 60, zeros are valid (domain.md#opening-hours); else undefined. */
export function timeOf(typed: string): string | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{1,2})$/.exec(typed.trim()) ?? []
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}

/** The periods for the API, HHMM without a colon; undefined while a time is invalid. */
export function periodsOf({ always, days }: Hours): OpeningPeriod[] | undefined {
  if (always) return week.map((day) => ({ day, opens_at: '0000', closes_at: '2400' })).sort(byStart)
  const periods: OpeningPeriod[] = []
  for (const { day, periods: typed } of days) {
    for (const { opens, closes } of typed) {
      const from = timeOf(opens)
      const to = timeOf(closes)
      if (from === undefined || to === undefined) return undefined
      periods.push({
        day,
        opens_at: from.replace(':', ''),
        closes_at: to === '00:00' ? '2400' : to.replace(':', ''),
      })
    }
  }
  return periods.sort(byStart)
}

const byStart = (a: OpeningPeriod, b: OpeningPeriod) => a.day - b.day || a.opens_at.localeCompare(b.opens_at)

/** Today's hours in the location's time zone, e.g. 08:00–20:00; undefined: around the clock, or closed all day. */
export function todayOf(periods: readonly OpeningPeriod[], timeZone: string, now: Date): string | undefined {
  if (isWholeWeek(periods)) return undefined
  const { weekday } = localTime(now, timeZone)
  const today = periods.filter(({ day }) => day === weekday)
  return (
    today.map(({ opens_at, closes_at }) => `${colon(opens_at)}–${colon(closes_at)}`).join(', ') || undefined
  )
}

/** Whether a period ends on the next day. */
export function isOvernight({ opens, closes }: { opens: string; closes: string }): boolean {
  const from = timeOf(opens)
  const to = timeOf(closes)
  return from !== undefined && to !== undefined && to !== '00:00' && to <= from
}

/** What is wrong with the hours: an invalid time, or two periods that overlap, with their days. */
export function faultOf(hours: Hours): 'time' | { overlap: [number, number] } | undefined {
  const periods = periodsOf(hours)
  if (!periods) return 'time'
  const overlap = overlapIn(periods)
  // `overlapIn` answers indexes of the list
  return overlap && { overlap: [periods[overlap[0]]!.day, periods[overlap[1]]!.day] }
}

/** All days with the periods of the first one. */
export const forAllDays = (days: DayHours[], periods: DayHours['periods']): DayHours[] =>
  days.map(({ day }) => ({ day, periods }))

/** Whether all days are equal, so that one line can show them. */
export const isUniform = ({ days }: Hours): boolean =>
  days.every(({ periods }) => JSON.stringify(periods) === JSON.stringify(days[0]?.periods))
