export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const digits = (count: number) =>
  Array.from({ length: 10 ** count }, (_none, n) => String(n).padStart(count, '0'))
const two = digits(2)
const three = digits(3)
let lastDay = Number.NaN
let lastDayText = ''

/** What `toISOString` gives, in a seventh of its time where instants of one day follow one another, as they do in a batch. */
export function isoTime(at: Date): string {
  const ms = at.getTime()
  const day = Math.floor(ms / DAY_MS)
  if (day !== lastDay) {
    lastDayText = at.toISOString().slice(0, -'00:00:00.000Z'.length)
    lastDay = day
  }
  const within = ms - day * DAY_MS
  const hour = two[Math.floor(within / HOUR_MS)]
  const minute = two[Math.floor(within / MINUTE_MS) % 60]
  const second = two[Math.floor(within / SECOND_MS) % 60]
  return `${lastDayText}${hour}:${minute}:${second}.${three[within % SECOND_MS]}Z`
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/** Whether there is a time zone of a name, such as Europe/Moscow. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export interface LocalTime {
  year: number
  /** 1 to 12 */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** 0 is Sunday (domain.md#opening-hours) */
  weekday: number
}

/** What the clock and the calendar on the wall of a time zone show at an instant. */
export function localTime(at: Date, timeZone: string): LocalTime {
  const part: Record<string, number> = {}
  for (const { type, value } of formatterOf(timeZone).formatToParts(at)) part[type] = Number(value)
  const { year, month, day, hour, minute, second } = part as unknown as LocalTime
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay(),
  }
}

/** The calendar day (YYYY-MM-DD) of an instant in a time zone: the network's business day. */
export function dayOf(at: Date, timeZone: string): string {
  const { year, month, day } = localTime(at, timeZone)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Minutes that a zone's clock is ahead of UTC at an instant. */
export function offsetMinutes(at: Date, timeZone: string): number {
  const t = localTime(at, timeZone)
  const asUtc = Date.UTC(t.year, t.month - 1, t.day, t.hour, t.minute, t.second)
  return Math.round((asUtc - Math.floor(at.getTime() / 1000) * 1000) / MINUTE_MS)
}

/** The instant at which a zone's calendar shows the given day and minute of day; a skipped minute gives the one after the gap. */
export function instantOf(day: string, minuteOfDay: number, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const wall = Date.UTC(year, month - 1, date, 0, minuteOfDay)
  const first = new Date(wall - offsetMinutes(new Date(wall), timeZone) * MINUTE_MS)
  return new Date(wall - offsetMinutes(first, timeZone) * MINUTE_MS)
}
