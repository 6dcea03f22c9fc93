import type { OrderLog } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'

/** A line of a chronology as it is kept: when it reached us is told with everything that came from a station. */
export type Arrived = Omit<OrderLog, 'id'>

/** Without an outage that we know of, what arrived so much after it happened is late all the same. */
const lateMs = 2 * MINUTE_MS

/**
 * Says which lines are late, and of each connection that came back how many messages it brought late: `received_at` is left
 * on those that happened before a connection came back and arrived after that, or that were under way for two minutes.
 */
export function tellLate(lines: readonly Arrived[]): Arrived[] {
  const returns = lines.filter(({ event }) => event === 'connection_returned')
  const late = new Map<Arrived, Set<string>>(returns.map((line) => [line, new Set()]))
  const told = lines.map(({ received_at: arrived, ...line }): Arrived => {
    if (!arrived) return line
    const over = returns.findLast(({ created_at: at }) => line.created_at < at && at <= arrived)
    if (over) late.get(over)?.add(arrived)
    const slow = Date.parse(arrived) - Date.parse(line.created_at) > lateMs
    return over || slow ? { ...line, received_at: arrived } : line
  })
  return told.map((line, index) => {
    const messages = late.get(lines[index]!)
    return messages ? { ...line, late_count: messages.size } : line
  })
}
