import {
  type TimelineEvent,
  type TimelineGroup,
  timelineGroups,
  type Uptime,
  type UptimeDay,
} from '@stationmaster/contract'
import { DAY_MS, dayOf, first, instantOf, SECOND_MS, valueIn } from '@stationmaster/units'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listParts, listTimeZones, loadMarks, type StoredEvent } from './store.ts'
import { type Day, percentOf, type Shares, sumOf, uptimeOf } from './uptime.ts'

/** Only administrators see logs and technical events (domain.md#roles-and-scope). */
const technical: readonly TimelineGroup[] = ['security', 'firmware']

/** The requested groups of events that the caller may see; undefined: all. */
export function groupsOf(
  { role }: Caller,
  requested: readonly TimelineGroup[] | undefined,
): readonly TimelineGroup[] | undefined {
  if (role === 'administrator') return requested
  return (requested ?? timelineGroups).filter((group) => !technical.includes(group))
}

/** An event, with only the fields that the caller may see. */
export function eventOf({ role }: Caller, event: StoredEvent): TimelineEvent {
  const { id, at, kind, connector, word, before, data, firstName, lastName, until } = event
  const hidden = kind === 'booted' && role !== 'administrator'
  return {
    id,
    at: at.toISOString(),
    kind,
    connector: connector === 0 ? null : connector,
    word: hidden ? null : word,
    before,
    error_code: data?.errorCode ?? null,
    info: data?.info ?? null,
    firmware: hidden ? null : (data?.firmware ?? null),
    firmware_before: hidden ? null : (data?.firmwareBefore ?? null),
    evses: data?.evses ?? null,
    cause: data?.cause ?? null,
    by: [firstName, lastName].filter(Boolean).join(' ') || null,
    until: until?.toISOString() ?? null,
  }
}

/** The last days of a time zone, today's the last. */
export function lastDays(count: number, timeZone: string, now: Date): Day[] {
  const names: string[] = []
  // noon of a day stays within the day, also when the clocks change at night
  const noon = new Date(`${dayOf(now, timeZone)}T12:00:00Z`).getTime()
  for (let ago = count - 1; ago >= -1; ago -= 1)
    names.push(new Date(noon - ago * DAY_MS).toISOString().slice(0, 10))
  const starts = names.map((day) => instantOf(day, 0, timeZone))
  // there is one start for each name
  return names.slice(0, -1).map((day, index) => ({ day, from: starts[index]!, to: starts[index + 1]! }))
}

/** days of the uptime that lists show */
const listedDays = 30

/** The uptime of stations over their last 30 days, counted like viewUptime: percent; null when no time counts. */
export async function listUptimes(
  db: Db,
  stationIds: readonly string[],
  now: Date,
): Promise<Map<string, number | null>> {
  const found = new Map<string, number | null>()
  for (const [timeZone, ids] of await listTimeZones(db, stationIds)) {
    const days = lastDays(listedDays, timeZone, now)
    const [parts, marks] = await Promise.all([listParts(db, ids), loadMarks(db, ids, first(days).from, now)])
    for (const id of ids)
      found.set(id, percentOf(sumOf(uptimeOf(valueIn(parts, id), valueIn(marks, id), days, now).station)))
  }
  return found
}

/** The uptime of a station over its last days. */
export async function viewUptime(db: Db, stationId: string, count: number, now: Date): Promise<Uptime> {
  const timeZone = first([...(await listTimeZones(db, [stationId])).keys()])
  const days = lastDays(count, timeZone, now)
  const [allParts, allMarks] = await Promise.all([
    listParts(db, [stationId]),
    loadMarks(db, [stationId], first(days).from, now),
  ])
  const [parts, marks] = [valueIn(allParts, stationId), valueIn(allMarks, stationId)]
  const { station, connectors } = uptimeOf(parts, marks, days, now)
  const daysOf = (all: readonly Shares[]): UptimeDay[] =>
    // there are shares for each day
    all.map((shares, index) => ({ day: days[index]!.day, ...viewOf(shares) }))
  return {
    time_zone: timeZone,
    ...viewOf(sumOf(station)),
    days: daysOf(station),
    connectors: parts.map(({ id, ordinal }) => {
      const own = valueIn(connectors, ordinal)
      return { id, ordinal, ...viewOf(sumOf(own)), days: daysOf(own) }
    }),
  }
}

const seconds = (ms: number): number => Math.round(ms / SECOND_MS)

const viewOf = (shares: Shares) => ({
  percent: percentOf(shares),
  up_seconds: seconds(shares.upMs),
  down_seconds: seconds(shares.downMs),
  planned_seconds: seconds(shares.plannedMs),
  unknown_seconds: seconds(shares.unknownMs),
  no_data_seconds: seconds(shares.noDataMs),
})
