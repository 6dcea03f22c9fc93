import { DAY_MS } from '@stationmaster/units'
import type { MaintenanceRow } from './store.ts'

type Times = Pick<MaintenanceRow, 'startsAt' | 'endsAt'>

/** how long one may be, and how far ahead it may be planned */
const longestMs = 90 * DAY_MS
const furthestMs = 366 * DAY_MS

/** Why maintenance cannot be planned; null: it can. `others`: what runs or is planned for the same stations. */
export function refusalOf(
  { startsAt, endsAt }: Times,
  others: readonly Times[],
  now: Date,
): 'maintenance.times' | 'maintenance.overlaps' | null {
  const [start, end, present] = [startsAt, endsAt, now].map((at) => at.getTime()) as [number, number, number]
  if (end <= start || end <= present || end - start > longestMs || start - present > furthestMs)
    return 'maintenance.times'
  return others.some((other) => other.startsAt < endsAt && startsAt < other.endsAt)
    ? 'maintenance.overlaps'
    : null
}

/** What is to be done with maintenance now, in order; one whose time has passed unseen begins and ends at once. */
export function stepsOf(
  { state, startsAt, endsAt }: Times & Pick<MaintenanceRow, 'state'>,
  now: Date,
): ('begin' | 'end')[] {
  const begins = state === 'planned' && startsAt <= now
  const ends = (begins || state === 'running') && endsAt <= now
  return [...(begins ? (['begin'] as const) : []), ...(ends ? (['end'] as const) : [])]
}
