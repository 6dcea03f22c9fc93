import { MINUTE_MS } from '@stationmaster/units'
import type { Day, Stretch } from './uptime.ts'

/** What is shorter is a station that has lost its line for a moment, or was restarted: no incident. */
export const incidentMs = 5 * MINUTE_MS

/** The incidents of a station that ended on a day, and since when it is down as the day ends. */
export interface Repairs {
  count: number
  ms: number
  downSince: Date | null
}

/**
 * The repairs of days that are over: an incident counts on the day on which it ends. `downs` are the stretches of these days in which
 * the station was down; `since`: since when it was down before them.
 */
export function repairsOf(downs: readonly Stretch[], days: readonly Day[], since: Date | null): Repairs[] {
  const begin = days[0]?.from.getTime() ?? 0
  const sinceMs = since?.getTime() ?? begin
  const whole = downs.map((one) => (one.fromMs === begin ? { ...one, fromMs: sinceMs } : one))
  if (since && downs[0]?.fromMs !== begin) whole.unshift({ fromMs: sinceMs, toMs: begin })
  return days.map(({ from, to }) => {
    const [first, last] = [from.getTime(), to.getTime()]
    const lengths = whole
      .filter(({ toMs }) => toMs >= first && toMs < last)
      .map(({ fromMs, toMs }) => toMs - fromMs)
      .filter((ms) => ms >= incidentMs)
    const open = whole.find(({ fromMs, toMs }) => fromMs < last && toMs >= last)
    return {
      count: lengths.length,
      ms: lengths.reduce((sum, ms) => sum + ms, 0),
      downSince: open ? new Date(open.fromMs) : null,
    }
  })
}
