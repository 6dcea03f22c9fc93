import type { IncidentCause, IncidentKind, IncidentSeverity } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../../platform/statements/bulk.ts'

/** An incident that begins. */
export interface NewIncident {
  kind: IncidentKind
  key: string
  cause: IncidentCause
  value: string | null
  /** JSON */
  evidence: string
  locationId: number | null
  since: Date
}

const newColumns: ColumnMap<NewIncident> = {
  kind: ['kind', 'text'],
  key: ['key', 'text'],
  cause: ['cause', 'text'],
  value: ['value', 'text'],
  evidence: ['evidence', 'text'],
  locationId: ['location_id', 'bigint'],
  since: ['since', 'timestamptz'],
}

/** Opens incidents; answers the id of each key. */
export async function insertIncidents(
  tx: Tx,
  list: readonly NewIncident[],
  now: Date,
): Promise<Map<string, number>> {
  if (list.length === 0) return new Map()
  const properties = Object.keys(newColumns) as (keyof NewIncident)[]
  const { rows: made } = await sql<{ id: number; key: string }>`
    insert into incidents (kind, dedupe_key, severity, cause, cause_value, evidence, location_id, opened_at, noticed_at, changed_at)
    select r.kind, r.key, 'info', r.cause, r.value, r.evidence::jsonb, r.location_id, r.since, ${now}, ${now}
    from ${rows(list, newColumns, properties)} returning id, dedupe_key as key`.execute(tx)
  return new Map(made.map(({ id, key }) => [key, id]))
}

/** What is known now of an incident that has got more troubles. */
export interface Regrouped extends Omit<NewIncident, 'kind'> {
  id: number
  /** it was closed, and comes back */
  isBack: boolean
}

const regroupedColumns: ColumnMap<Regrouped> = {
  id: ['id', 'bigint'],
  key: ['key', 'text'],
  cause: ['cause', 'text'],
  value: ['value', 'text'],
  evidence: ['evidence', 'text'],
  locationId: ['location_id', 'bigint'],
  since: ['since', 'timestamptz'],
  isBack: ['is_back', 'boolean'],
}

/** Writes what is known of incidents that have got more troubles; those that were closed are open again. */
export async function updateRegrouped(tx: Tx, list: readonly Regrouped[], now: Date): Promise<void> {
  if (list.length === 0) return
  const properties = Object.keys(regroupedColumns) as (keyof Regrouped)[]
  await sql`update incidents i set dedupe_key = r.key, cause = r.cause, cause_value = r.value, evidence = r.evidence::jsonb,
      location_id = r.location_id, opened_at = least(i.opened_at, r.since), calm_since = null,
      state = case when r.is_back then 'open' else i.state end, closed_at = null, closed_by = null,
      reopened = i.reopened + case when r.is_back then 1 else 0 end, version = i.version + 1, changed_at = ${now}
    from ${rows(list, regroupedColumns, properties)} where i.id = r.id`.execute(tx)
}

/** Closes incidents whose troubles belong to another one. */
export async function updateMerged(
  tx: Tx,
  list: readonly { id: number; into: number }[],
  now: Date,
): Promise<void> {
  if (list.length === 0) return
  await sql`update incidents i set state = 'closed', closed_at = ${now}, merged_into = r.into, version = i.version + 1,
      changed_at = ${now}
    from unnest(${list.map(({ id }) => id)}::bigint[], ${list.map(({ into }) => into)}::bigint[]) r(id, "into")
    where i.id = r.id`.execute(tx)
}

/** How an incident that is not closed stands, after what it touches and costs was reckoned again. */
export interface Standing {
  id: number
  kind: IncidentKind
  severity: IncidentSeverity
  locationId: number | null
  stations: number
  stationsNow: number
  lostMinor: number
  reopened: number
  calmSince: Date | null
  /** it became calm just now */
  isFreshlyCalm: boolean
  /** it was noticed just now */
  isNew: boolean
}

/**
 * Reckons what incidents touch and cost that are not closed: the takings of a usual day of each station, for the time that it lasts,
 * and what was not paid.
 */
export async function updateStandings(tx: Tx, now: Date): Promise<Standing[]> {
  const { rows: found } = await sql<Standing>`
    with cost as (
      select m.incident_id, count(distinct m.station_id) as stations,
        count(distinct m.station_id) filter (where m.until is null) as stations_now, bool_and(m.until is not null) as calm,
        sum(m.own_minor + extract(epoch from coalesce(m.until, ${now}) - m.since) / 86400 * m.usual_minor)::bigint as lost_minor,
        (sum(m.own_sessions + extract(epoch from coalesce(m.until, ${now}) - m.since) / 86400 * m.usual_sessions)
          + count(distinct m.order_id))::integer as sessions,
        sum(m.times) - count(*) as duplicates
      from incident_members m join incidents i on i.id = m.incident_id where i.state <> 'closed' group by m.incident_id),
    before as (select id, calm_since from incidents where state <> 'closed'),
    put as (
      update incidents i set stations = c.stations, stations_now = c.stations_now, lost_minor = greatest(0, c.lost_minor),
        sessions = greatest(0, c.sessions), duplicates = c.duplicates,
        calm_since = case when c.calm then coalesce(i.calm_since, ${now}) end
      from cost c where c.incident_id = i.id
      returning i.id, i.kind, i.severity, i.location_id, i.stations, i.stations_now, i.lost_minor, i.reopened, i.calm_since,
        i.noticed_at)
    select p.id, p.kind, p.severity, p.location_id as "locationId", p.stations, p.stations_now as "stationsNow",
      p.lost_minor as "lostMinor", p.reopened, p.calm_since as "calmSince",
      p.calm_since is not null and b.calm_since is null as "isFreshlyCalm", p.noticed_at = ${now} as "isNew"
    from put p join before b on b.id = p.id order by p.id`.execute(tx)
  return found
}

export async function updateSeverities(
  tx: Tx,
  list: readonly { id: number; severity: IncidentSeverity }[],
  now: Date,
): Promise<void> {
  if (list.length === 0) return
  await sql`update incidents i set severity = r.severity, version = i.version + 1, changed_at = ${now}
    from unnest(${list.map(({ id }) => id)}::bigint[], ${list.map(({ severity }) => severity)}::text[]) r(id, severity)
    where i.id = r.id`.execute(tx)
}

/** Closes incidents by themselves. */
export async function updateClosed(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`update incidents set state = 'closed', closed_at = ${now}, closed_by = null, version = version + 1, changed_at = ${now}
    where id = any(${ids}::bigint[])`.execute(tx)
}

/** What the whole network is and takes: stations that work, and the takings of a usual day. */
export async function findMeasure(tx: Tx, from: string): Promise<{ stations: number; usualMinor: number }> {
  const { rows: found } = await sql<{ stations: number; usualMinor: number }>`
    select (select count(*) from watched_station_view) as stations,
      (select coalesce(sum(amount_minor), 0) / 28 from daily_total_view where day >= ${from}::date)::bigint as "usualMinor"`.execute(
    tx,
  )
  return found[0] ?? { stations: 0, usualMinor: 0 }
}

/** Lets only one transaction at a time look for incidents; others wait. */
export const lockLooking = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('incidents'))`.execute(tx)
}
