import type { OrderLog } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'

/** A line of a chronology; lines from a station have `received_at`, the time of their arrival. */
export type Arrived = Omit<OrderLog, 'id'>

/** Without a known outage, a line that arrived this long after it happened is late too. */
const lateMs = 2 * MINUTE_MS

/**
 * Marks the late lines, and counts late messages for each return of the connection. `received_at` stays only on lines that happened
 * before the connection returned and arrived after it, or that took more than two minutes to arrive.
 */
export function markLate(lines: readonly Arrived[]): Arrived[] {
  const returns = lines.filter(({ event }) => event === 'connection_returned')
  const late = new Map<Arrived, Set<string>>(returns.map((line) => [line, new Set()]))
  const marked = lines.map(({ received_at: arrived, ...line }): Arrived => {
    if (!arrived) return line
    const over = returns.findLast(({ created_at: at }) => line.created_at < at && at <= arrived)
    if (over) late.get(over)?.add(arrived)
    const slow = Date.parse(arrived) - Date.parse(line.created_at) > lateMs
    return over || slow ? { ...line, received_at: arrived } : line
  })
  return marked.map((line, index) => {
    // both lists have the same length
    const messages = late.get(lines[index]!)
    return messages ? { ...line, late_count: messages.size } : line
  })
}
