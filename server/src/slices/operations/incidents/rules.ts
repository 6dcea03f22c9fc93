import {
  type IncidentKind,
  type IncidentSeverity,
  type IncidentState,
  incidentSeverities,
} from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import type { Group } from './grouping.ts'

/** an incident closes when nothing of it has gone wrong for so long */
const calmMs = 5 * MINUTE_MS
/** one that keeps coming back has to be calm for twice as long each time, at most for so long */
const calmMostMs = 2 * HOUR_MS
/** what comes back within so long after its incident closed opens that incident again */
export const comesBackMs = 2 * HOUR_MS

/** How long an incident has to be calm before it closes by itself. */
export const calmFor = (reopened: number): number =>
  Math.min(calmMostMs, calmMs * 2 ** Math.min(reopened, 10))

/** Whether an incident closes by itself now. */
export const closesItself = (
  { calmSince, reopened }: { calmSince: Date | null; reopened: number },
  now: Date,
): boolean => calmSince !== null && now.getTime() - calmSince.getTime() >= calmFor(reopened)

/** What an incident touches and costs, beside the whole network. */
export interface Cost {
  kind: IncidentKind
  /** stations that it touches now, and all that work */
  stations: number
  allStations: number
  lostMinor: number
  /** what the network takes on a usual day */
  usualMinor: number
}

/** from this share of the network's stations, or of what it takes on a usual day, or this many stations */
const levels: readonly { severity: IncidentSeverity; stations: number; share: number; takings: number }[] = [
  { severity: 'critical', stations: 100, share: 0.2, takings: 0.1 },
  { severity: 'major', stations: 10, share: 0.05, takings: 0.02 },
]
/** a share of a network this small says nothing */
const shareFrom = 10
/** what costs nothing yet */
const quietKinds: readonly IncidentKind[] = ['certificates', 'energy', 'firmware']

/** Severity by what it costs: by how much of the network it touches, and by the money. Books that do not agree are major always. */
export function severityOf({ kind, stations, allStations, lostMinor, usualMinor }: Cost): IncidentSeverity {
  const share = allStations >= shareFrom ? stations / allStations : 0
  const takings = usualMinor > 0 ? lostMinor / usualMinor : 0
  const level = levels.find(
    (one) =>
      !quietKinds.includes(kind) &&
      (stations >= one.stations || (stations > 1 && share >= one.share) || takings >= one.takings),
  )
  if (level?.severity === 'critical') return 'critical'
  if (level || kind === 'books') return 'major'
  return kind === 'certificates' ? 'info' : 'minor'
}

/** An incident is as severe as it ever was: it does not become less while stations come back one after another. */
export const isSeverer = (one: IncidentSeverity, other: IncidentSeverity): boolean =>
  incidentSeverities.indexOf(one) > incidentSeverities.indexOf(other)

/** An incident to which troubles may be added. */
export interface Known {
  id: number
  dedupeKey: string
  state: IncidentState
  openedAt: Date
}

/** Where a group goes. */
export interface Placed {
  group: Group
  /** null: a new incident */
  incident: Known | null
}

export interface Placement {
  placed: Placed[]
  /** incidents all of whose troubles have gone to others */
  merged: { from: Known; into: Group }[]
}

/**
 * Finds the incidents that groups belong to: the one that has most of a group's troubles, else the one of its key; of two the older.
 * `holders` says which incident has a trouble now. An incident goes to one group only; one that has lost all its troubles to others is
 * merged.
 */
export function placeGroups(
  groups: readonly Group[],
  known: readonly Known[],
  holders: ReadonlyMap<string, number>,
): Placement {
  const byId = new Map(known.map((one) => [one.id, one]))
  const byKey = new Map(known.map((one) => [one.dedupeKey, one]))
  const taken = new Set<number>()
  const placed: Placed[] = []
  const largestFirst = [...groups].sort((a, b) => b.subjects.length - a.subjects.length)
  for (const group of largestFirst) {
    const incident =
      free(byKey.get(group.key), taken) ?? heldMost(group, holders, byId, { taken, byKey, groups }) ?? null
    if (incident) taken.add(incident.id)
    placed.push({ group, incident })
  }
  const into = new Map<number, Group>()
  for (const { group } of placed)
    for (const subject of group.subjects) {
      const id = holders.get(subject)
      if (id !== undefined && !taken.has(id)) into.set(id, group)
    }
  const merged = [...into].flatMap(([id, group]) => {
    const from = byId.get(id)
    return from && from.state !== 'closed' ? [{ from, into: group }] : []
  })
  return { placed, merged }
}

const free = (one: Known | undefined, taken: ReadonlySet<number>): Known | undefined =>
  one && !taken.has(one.id) ? one : undefined

function heldMost(
  group: Group,
  holders: ReadonlyMap<string, number>,
  byId: ReadonlyMap<number, Known>,
  {
    taken,
    byKey,
    groups,
  }: { taken: ReadonlySet<number>; byKey: ReadonlyMap<string, Known>; groups: readonly Group[] },
): Known | undefined {
  // the incident of another group's key is that group's
  const others = new Set(groups.flatMap(({ key }) => (key === group.key ? [] : [byKey.get(key)?.id])))
  const counts = new Map<number, number>()
  for (const subject of group.subjects) {
    const id = holders.get(subject)
    if (id !== undefined && !taken.has(id) && !others.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([a, n], [b, m]) => m - n || a - b)
  const one = most && byId.get(most[0])
  return one && one.state !== 'closed' ? one : undefined
}
