import { covers, type OpeningPeriod } from '@stationmaster/contract'
import { localTime } from '@stationmaster/units'

/** The minute of the week that a zone's clocks show at an instant: 0 is Sunday 00:00. */
function minuteOfWeek(at: Date, timeZone: string): number {
  const { weekday, hour, minute } = localTime(at, timeZone)
  return weekday * 1440 + hour * 60 + minute
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
