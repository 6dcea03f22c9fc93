import { DAY_MS, dayOf, localTime, MINUTE_MS, offsetMinutes } from '@stationmaster/units'
import type { Restrictions, TariffElement } from '../elements.ts'

/** What the clock and the calendar of a location show. */
export interface WallClock {
  minuteOfDay: number
  /** YYYY-MM-DD */
  day: string
  /** 0 is Sunday */
  weekday: number
}

/** All that a restriction may ask about one moment of a charge. */
export interface Moment {
  clock: WallClock
  sinceStartMs: number
  /** energy since the start of the charge */
  energyWh: number
  powerW: number
}

/** What the wall of a time zone shows at an instant in epoch milliseconds. */
export function wallClock(ms: number, timeZone: string): WallClock {
  const at = new Date(ms)
  const { hour, minute, weekday } = localTime(at, timeZone)
  return { minuteOfDay: hour * 60 + minute, day: dayOf(at, timeZone), weekday }
}

/** Whether an element holds at a moment (OCPI 2.2.1, 11.4.6: all restrictions given must match). */
export function matches(restrictions: Restrictions | undefined, moment: Moment): boolean {
  if (!restrictions) return true
  const r = restrictions
  const { clock } = moment
  return (
    within(r.minWh, r.maxWh, moment.energyWh) &&
    within(r.minPowerW, r.maxPowerW, moment.powerW) &&
    within(r.minDurationSeconds, r.maxDurationSeconds, moment.sinceStartMs / 1000) &&
    (r.startDate === undefined || clock.day >= r.startDate) &&
    (r.endDate === undefined || clock.day < r.endDate) &&
    (r.daysOfWeek === undefined || r.daysOfWeek.includes(clock.weekday)) &&
    inWindow(minuteOf(r.startTime), minuteOf(r.endTime), clock.minuteOfDay)
  )
}

/**
 * Epoch milliseconds, ascending and strictly between the two given, outside of which no clock, calendar or duration
 * restriction of the elements changes its answer.
 */
export function timeBorders(
  elements: TariffElement[],
  fromMs: number,
  toMs: number,
  timeZone: string,
): number[] {
  const all = elements.flatMap((element) => element.restrictions ?? [])
  const borders = new Set<number>()
  for (const { minDurationSeconds, maxDurationSeconds } of all) {
    for (const seconds of [minDurationSeconds, maxDurationSeconds])
      if (seconds !== undefined) borders.add(fromMs + seconds * 1000)
  }
  const minutes = new Set(all.flatMap(borderMinutes))
  if (minutes.size > 0) addClockBorders(borders, minutes, fromMs, toMs, timeZone)
  return [...borders].filter((ms) => ms > fromMs && ms < toMs).sort((a, b) => a - b)
}

/** Energy thresholds of the elements in Wh, ascending. */
export function energyBorders(elements: TariffElement[]): number[] {
  const thresholds = elements.flatMap(({ restrictions: r }) => [r?.minWh, r?.maxWh])
  return [...new Set(thresholds.filter((wh) => wh !== undefined))].sort((a, b) => a - b)
}

function borderMinutes(r: Restrictions): number[] {
  const minutes = [minuteOf(r.startTime), minuteOf(r.endTime)]
  if (r.startDate ?? r.endDate ?? r.daysOfWeek ?? r.startTime ?? r.endTime) minutes.push(0)
  return minutes.filter((minute) => minute !== undefined)
}

/**
 * Adds every instant at which the wall shows one of the minutes, and every change of the zone's offset: on such a day a
 * minute may come twice or never, so both offsets are tried. A border too many does no harm.
 */
function addClockBorders(
  borders: Set<number>,
  minutes: Set<number>,
  fromMs: number,
  toMs: number,
  timeZone: string,
): void {
  const offsetMs = (ms: number) => offsetMinutes(new Date(ms), timeZone) * MINUTE_MS
  const firstDay = (Math.floor(fromMs / DAY_MS) - 1) * DAY_MS
  for (let midnight = firstDay; midnight <= toMs + DAY_MS; midnight += DAY_MS) {
    const earlier = midnight - DAY_MS
    const later = midnight + 2 * DAY_MS
    const offsets = new Set([offsetMs(earlier), offsetMs(later)])
    for (const offset of offsets)
      for (const minute of minutes) borders.add(midnight + minute * MINUTE_MS - offset)
    if (offsets.size > 1) borders.add(offsetChange(earlier, later, offsetMs))
  }
}

function offsetChange(earlierMs: number, laterMs: number, offsetMs: (ms: number) => number): number {
  const before = offsetMs(earlierMs)
  let low = earlierMs
  let high = laterMs
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetMs(middle) === before) low = middle
    else high = middle
  }
  return high
}

function minuteOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function inWindow(start = 0, end = 0, minute: number): boolean {
  return start < end ? minute >= start && minute < end : minute >= start || minute < end
}

function within(low: number | undefined, high: number | undefined, value: number): boolean {
  return (low === undefined || value >= low) && (high === undefined || value < high)
}
