import type {
  IncidentAuthor,
  IncidentCause,
  IncidentCounts,
  IncidentEntryKind,
  IncidentKind,
  IncidentSeverity,
  IncidentState,
} from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, seesNetwork } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { searched } from '../../../platform/statements/search.ts'
import { visibleLocations } from '../../places/locations/access/scope-store.ts'

export interface IncidentFilter {
  state?: readonly IncidentState[] | undefined
  severity?: readonly IncidentSeverity[] | undefined
  kind?: readonly IncidentKind[] | undefined
  locationId?: number | undefined
  search?: string | undefined
}

/** Something of it is at a location that the caller sees. What is about no location is the whole network's. */
function isVisible(caller: Caller): RawBuilder<SqlBool> {
  if (seesNetwork(caller)) return sql<SqlBool>`true`
  return sql<SqlBool>`(i.location_id is not null and ${visibleLocations(caller, 'i.location_id')} or exists (
    select from incident_members v where v.incident_id = i.id and ${visibleLocations(caller, 'v.location_id')}))`
}

/** The caller sees all that it is about. */
function isWhole(caller: Caller): RawBuilder<SqlBool> {
  if (seesNetwork(caller)) return sql<SqlBool>`true`
  return sql<SqlBool>`not exists (select from incident_members v where v.incident_id = i.id
    and (v.location_id is null or not (${visibleLocations(caller, 'v.location_id')})))`
}

const any = (column: string, values: readonly string[] | undefined) =>
  values === undefined ? sql`true` : sql`${sql.ref(column)} = any(${[...values]}::text[])`

function matches(caller: Caller, { state, severity, kind, locationId, search }: IncidentFilter) {
  const at =
    locationId === undefined
      ? sql`true`
      : sql`exists (select from incident_members a where a.incident_id = i.id and a.location_id = ${locationId}
          and ${visibleLocations(caller, 'a.location_id')})`
  const found =
    search === undefined || search === ''
      ? sql`true`
      : sql`(${searched(search, ['i.cause_value', 'l.name', 'i.kind', 'i.id'])} or exists (
          select from incident_members f join station_view s on s.id = f.station_id join location_view p on p.id = s.location_id
          where f.incident_id = i.id and ${visibleLocations(caller, 'f.location_id')}
            and ${searched(search, ['s.id', 's.number', 'p.name', 'p.city', 'f.word'])}))`
  return sql`${isVisible(caller)} and i.merged_into is null and ${any('i.state', state)} and ${any('i.severity', severity)}
    and ${any('i.kind', kind)} and ${at} and ${found}`
}

/** An incident as its page and the list show it. */
export interface ListedIncident {
  id: number
  kind: IncidentKind
  state: IncidentState
  severity: IncidentSeverity
  cause: IncidentCause
  causeValue: string | null
  evidence: Record<string, unknown>
  locationId: number | null
  locationName: string | null
  whole: boolean
  openedAt: Date
  noticedAt: Date
  acknowledgedAt: Date | null
  acknowledgedBy: string | null
  assigneeId: number | null
  assignee: string | null
  calmSince: Date | null
  closedAt: Date | null
  closedBy: string | null
  reopened: number
  duplicates: number
  mergedInto: number | null
  locations: number
  stations: number
  stationsNow: number
  sessions: number
  lostMinor: number
}

/** What it touches of the locations that a caller sees; the whole incident keeps its own numbers. */
const own = (caller: Caller) => sql`
  select count(distinct m.location_id) as locations, count(distinct m.station_id) as stations,
    count(distinct m.station_id) filter (where m.until is null) as stations_now,
    (coalesce(sum(m.own_sessions + extract(epoch from coalesce(m.until, i.closed_at, i.changed_at) - m.since) / 86400
      * m.usual_sessions), 0) + count(distinct m.order_id))::integer as sessions,
    coalesce(sum(m.own_minor + extract(epoch from coalesce(m.until, i.closed_at, i.changed_at) - m.since) / 86400
      * m.usual_minor), 0)::bigint as lost_minor
  from incident_members m where m.incident_id = i.id and ${visibleLocations(caller, 'm.location_id')}`

const name = (table: string) =>
  sql`nullif(concat_ws(' ', ${sql.ref(`${table}.first_name`)}, ${sql.ref(`${table}.last_name`)}), '')`

const read = (caller: Caller) => sql`
  select i.id, i.kind, i.state, i.severity, i.cause, i.cause_value as "causeValue", i.evidence,
    l.id as "locationId", l.name as "locationName", ${isWhole(caller)} as whole, i.opened_at as "openedAt",
    i.noticed_at as "noticedAt", i.acknowledged_at as "acknowledgedAt", ${name('k')} as "acknowledgedBy",
    a.id as "assigneeId", ${name('a')} as assignee, i.calm_since as "calmSince", i.closed_at as "closedAt",
    ${name('c')} as "closedBy", i.reopened, i.duplicates, i.merged_into as "mergedInto", o.locations,
    ${
      seesNetwork(caller)
        ? sql`i.stations, i.stations_now as "stationsNow", i.sessions, i.lost_minor as "lostMinor"`
        : sql`o.stations, o.stations_now as "stationsNow", o.sessions, o.lost_minor as "lostMinor"`
    }
  from incidents i left join location_view l on l.id = i.location_id left join manager_view k on k.id = i.acknowledged_by
    left join manager_view a on a.id = i.assignee_id left join manager_view c on c.id = i.closed_by
    cross join lateral (${own(caller)}) o`

/** A page of incidents, those that are not closed first, the newest first. */
export async function listShown(
  db: Db,
  caller: Caller,
  filter: IncidentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedIncident[]; total: number }> {
  const where = matches(caller, filter)
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<ListedIncident>`${read(caller)} where i.id in (
        select i.id from incidents i left join location_view l on l.id = i.location_id where ${where}
        order by i.state = 'closed', i.opened_at desc, i.id desc limit ${limit} offset ${offset})
      order by i.state = 'closed', i.opened_at desc, i.id desc`.execute(db),
    sql<{
      total: number
    }>`select count(*) as total from incidents i left join location_view l on l.id = i.location_id
      where ${where}`.execute(db),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}

/** How many incidents are in each state, and how many of the open ones are critical. */
export async function countStates(
  db: Db,
  caller: Caller,
  filter: Omit<IncidentFilter, 'state'>,
): Promise<IncidentCounts> {
  const { rows } = await sql<IncidentCounts>`
    select count(*) filter (where i.state = 'open') as open,
      count(*) filter (where i.state = 'acknowledged') as acknowledged,
      count(*) filter (where i.state = 'closed') as closed,
      count(*) filter (where i.state = 'open' and i.severity = 'critical') as critical
    from incidents i left join location_view l on l.id = i.location_id where ${matches(caller, filter)}`.execute(
    db,
  )
  return first(rows)
}

/** An incident that the caller may see. */
export async function findShown(db: Db, caller: Caller, id: number): Promise<ListedIncident | undefined> {
  const { rows } =
    await sql<ListedIncident>`${read(caller)} where i.id = ${id} and ${isVisible(caller)}`.execute(db)
  return rows[0]
}

/** A member as it is shown. */
export interface ShownMember {
  subject: string
  stationId: string | null
  stationNumber: number | null
  locationId: number | null
  locationName: string | null
  orderId: number | null
  connector: number | null
  word: string | null
  since: Date
  until: Date | null
  times: number
}

/** A page of an incident's members at locations that the caller sees. */
export async function listMembers(
  db: Db,
  caller: Caller,
  id: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ShownMember[]; total: number }> {
  const where = seesNetwork(caller) ? sql`true` : visibleLocations(caller, 'm.location_id')
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<ShownMember>`
      select m.subject, m.station_id as "stationId", s.number as "stationNumber", l.id as "locationId", l.name as "locationName",
        m.order_id as "orderId", m.connector, m.word, m.since, m.until, m.times
      from incident_members m left join station_view s on s.id = m.station_id left join location_view l on l.id = m.location_id
      where m.incident_id = ${id} and ${where}
      order by m.until is not null, m.since, m.subject limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from incident_members m where m.incident_id = ${id} and ${where}`.execute(db),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}

/** A line of a timeline as it is shown. */
export interface ShownEntry {
  id: number
  at: Date
  kind: IncidentEntryKind
  by: IncidentAuthor
  person: string | null
  stationId: string | null
  text: string | null
  data: Record<string, unknown>
}

/**
 * A page of an incident's timeline. Who does not see all of the incident gets nothing that others have written or that is about
 * stations of others, and no numbers.
 */
export async function listEntries(
  db: Db,
  caller: Caller,
  { id, whole }: { id: number; whole: boolean },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ShownEntry[]; total: number }> {
  const where = whole
    ? sql`true`
    : sql`(e.by_kind = 'network' and e.kind <> 'merged' or e.manager_id = ${caller.id} or exists (
        select from station_view s where s.id = e.station_id and ${visibleLocations(caller, 's.location_id')}))`
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<ShownEntry>`
      select e.id, e.at, e.kind, e.by_kind as by, ${name('p')} as person, e.station_id as "stationId", e.text, e.data
      from incident_entries e left join manager_view p on p.id = e.manager_id
      where e.incident_id = ${id} and ${where} order by e.at desc, e.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`
      select count(*) as total from incident_entries e where e.incident_id = ${id} and ${where}`.execute(db),
  ])
  const shown = whole ? rows : rows.map((one) => (one.by === 'network' ? { ...one, data: {} } : one))
  return { rows: shown, total: counted[0]?.total ?? 0 }
}

/** The people an incident may be given to: those who see all of it. */
export async function listPeople(db: Db, id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, concat_ws(' ', p.first_name, p.last_name) as name from manager_view p
    where p.role = 'administrator' or p.role = 'manager' and exists (
        select from incident_members m where m.incident_id = ${id})
      and not exists (select from incident_members m where m.incident_id = ${id} and (m.location_id is null or not exists (
        select from location_view l where l.id = m.location_id and l.owner_id = p.id)))
    order by 2, 1 limit 200`.execute(db)
  return rows
}

/** How quickly some incidents were acknowledged and repaired, in seconds, and what they cost. */
export interface Quickness {
  /** null: of all kinds, or by severity */
  kind: IncidentKind | null
  /** null: of all severities, or by kind */
  severity: IncidentSeverity | null
  opened: number
  acknowledged: number
  closed: number
  /** the median, and what nine of ten did not exceed */
  toAcknowledge: (number | null)[] | null
  toRepair: (number | null)[] | null
  lostMinor: number
}

/** The times of the incidents that began within a time: by kind, by severity, and of all. */
export async function measureTimes(
  db: Db,
  caller: Caller,
  { from, to, locationId }: { from: Date; to: Date; locationId: number | undefined },
): Promise<Quickness[]> {
  // who sees the network is shown what the whole incident costs, which its row says
  const cost = seesNetwork(caller) ? sql`select i.lost_minor` : own(caller)
  const { rows } = await sql<Quickness>`
    select i.kind, i.severity, count(*) as opened, count(i.acknowledged_at) as acknowledged, count(i.closed_at) as closed,
      percentile_cont(array[0.5, 0.9]) within group (order by extract(epoch from i.acknowledged_at - i.noticed_at)::float8)
        as "toAcknowledge",
      percentile_cont(array[0.5, 0.9]) within group (
        order by extract(epoch from coalesce(i.calm_since, i.closed_at) - i.opened_at)::float8)
        filter (where i.closed_at is not null) as "toRepair",
      sum(o.lost_minor)::bigint as "lostMinor"
    from incidents i left join location_view l on l.id = i.location_id cross join lateral (${cost}) o
    where ${matches(caller, { locationId })} and i.opened_at >= ${from} and i.opened_at < ${to}
    group by grouping sets ((i.kind), (i.severity), ()) order by i.kind nulls last, i.severity nulls last`.execute(
    db,
  )
  return rows
}
