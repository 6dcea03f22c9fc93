import { covers, type OpeningPeriod } from '@stationmaster/contract'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(timeZone, format)
  }
  return format
}

/** The minute of the week that a zone's clocks show at an instant: 0 is Sunday 00:00. */
function minuteOfWeek(at: Date, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const day = weekdays.indexOf(parts.get('weekday') ?? '')
  return day * 1440 + Number(parts.get('hour')) * 60 + Number(parts.get('minute'))
}

/**
 * Whether a location is open at an instant, by the clocks on its walls: an hour that a change of the clocks repeats counts
 * twice, one that it skips never comes. Without hours (null) it is always open.
 */
export function openAt(periods: readonly OpeningPeriod[] | null, timeZone: string, at: Date): boolean {
  if (periods === null) return true
  if (periods.length === 0) return false
  const minute = minuteOfWeek(at, timeZone)
  return periods.some((period) => covers(period, minute))
}
