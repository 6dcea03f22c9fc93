import { HOUR_MS } from '@stationmaster/units'
import { addDays, endOf, startOf, today } from '../../../../api/days.ts'
import { serverNow } from '../../../../api/live/server-clock.ts'

/** Which part of a history is shown: instants (ISO 8601), both ends belong to it. */
export interface TimeRange {
  since?: string
  until?: string
}

export const quickRanges = ['hour', 'today', 'yesterday'] as const
export type QuickRange = (typeof quickRanges)[number]

/** The range of a quick choice at this moment, by the server's clock and the network's days. */
export function rangeOf(quick: QuickRange): TimeRange {
  if (quick === 'hour') return { since: new Date(serverNow() - HOUR_MS).toISOString() }
  if (quick === 'today') return { since: startOf(today()) }
  const yesterday = addDays(today(), -1)
  return { since: startOf(yesterday), until: endOf(yesterday) }
}

/** True when a range ends before it begins. */
export const isReversed = ({ since, until }: TimeRange): boolean =>
  since !== undefined && until !== undefined && Date.parse(since) > Date.parse(until)
