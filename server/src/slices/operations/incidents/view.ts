import type {
  IncidentAct,
  IncidentEntry,
  IncidentEvidence,
  IncidentMember,
  IncidentTimes,
  IncidentView,
} from '@stationmaster/contract'
import { incidentSeverities, incidents } from '@stationmaster/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import type { ListedIncident, Quickness, ShownEntry, ShownMember } from './list-store.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** What a caller may do with an incident: by the roles of the calls, and only with all of it, but for comments. */
export function actsOf(
  { role }: Caller,
  { state, whole }: Pick<ListedIncident, 'state' | 'whole'>,
): IncidentAct[] {
  const allowed = (['acknowledge', 'assign', 'comment', 'close'] as const).filter((act) =>
    (incidents[act].roles as readonly string[]).includes(role),
  )
  return allowed.filter((act) => {
    if (act === 'comment') return true
    if (!whole || state === 'closed') return false
    return act !== 'acknowledge' || state === 'open'
  })
}

export const incidentView = (caller: Caller, one: ListedIncident): IncidentView => ({
  id: one.id,
  kind: one.kind,
  state: one.state,
  severity: one.severity,
  cause: one.cause,
  cause_value: one.causeValue,
  // it is stored as `Evidence` of grouping.ts
  evidence: one.whole ? (one.evidence as unknown as IncidentEvidence) : null,
  location:
    one.locationId === null || one.locationName === null
      ? null
      : { id: one.locationId, name: one.locationName },
  locations: one.locations,
  whole: one.whole,
  opened_at: one.openedAt.toISOString(),
  noticed_at: one.noticedAt.toISOString(),
  acknowledged_at: iso(one.acknowledgedAt),
  acknowledged_by: one.acknowledgedBy,
  assignee: one.assigneeId === null ? null : { id: one.assigneeId, name: one.assignee ?? '' },
  calm_since: iso(one.calmSince),
  closed_at: iso(one.closedAt),
  closed_by: one.closedBy,
  reopened: one.reopened,
  duplicates: one.duplicates,
  merged_into: one.whole ? one.mergedInto : null,
  stations: one.stations,
  stations_now: one.stationsNow,
  sessions: one.sessions,
  lost: one.lostMinor,
  can: actsOf(caller, one),
})

export const memberView = (one: ShownMember): IncidentMember => ({
  subject: one.subject,
  station_id: one.stationId,
  station_number: one.stationNumber,
  location_id: one.locationId,
  location_name: one.locationName,
  order_id: one.orderId,
  connector: one.connector,
  word: one.word,
  since: one.since.toISOString(),
  until: iso(one.until),
  times: one.times,
})

export const entryView = ({ stationId, at, ...one }: ShownEntry): IncidentEntry => ({
  ...one,
  at: at.toISOString(),
  station_id: stationId,
})

const seconds = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.max(0, Math.round(value))

const quicknessView = (one: Quickness | undefined) => ({
  opened: one?.opened ?? 0,
  acknowledged: one?.acknowledged ?? 0,
  closed: one?.closed ?? 0,
  median_to_acknowledge: seconds(one?.toAcknowledge?.[0]),
  p90_to_acknowledge: seconds(one?.toAcknowledge?.[1]),
  median_to_repair: seconds(one?.toRepair?.[0]),
  p90_to_repair: seconds(one?.toRepair?.[1]),
  lost: one?.lostMinor ?? 0,
})

export const timesView = (rows: readonly Quickness[]): IncidentTimes => ({
  ...quicknessView(rows.find(({ kind, severity }) => kind === null && severity === null)),
  kinds: rows.flatMap((one) => (one.kind === null ? [] : [{ kind: one.kind, ...quicknessView(one) }])),
  severities: incidentSeverities.flatMap((severity) => {
    const one = rows.find((row) => row.severity === severity)
    return one ? [{ severity, ...quicknessView(one) }] : []
  }),
})
