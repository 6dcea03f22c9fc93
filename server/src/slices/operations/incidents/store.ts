import type {
  IncidentAuthor,
  IncidentCause,
  IncidentEntryKind,
  IncidentKind,
  IncidentSeverity,
  IncidentState,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../platform/statements/bulk.ts'

/** An incident as it is stored. */
export interface Incident {
  id: number
  kind: IncidentKind
  dedupeKey: string
  state: IncidentState
  severity: IncidentSeverity
  cause: IncidentCause
  causeValue: string | null
  evidence: Record<string, unknown>
  locationId: number | null
  openedAt: Date
  noticedAt: Date
  acknowledgedAt: Date | null
  assigneeId: number | null
  closedAt: Date | null
  calmSince: Date | null
  reopened: number
  duplicates: number
  mergedInto: number | null
  stations: number
  stationsNow: number
  sessions: number
  lostMinor: number
}

const columns = sql`i.id, i.kind, i.dedupe_key as "dedupeKey", i.state, i.severity, i.cause, i.cause_value as "causeValue",
  i.evidence, i.location_id as "locationId", i.opened_at as "openedAt", i.noticed_at as "noticedAt",
  i.acknowledged_at as "acknowledgedAt", i.assignee_id as "assigneeId", i.closed_at as "closedAt",
  i.calm_since as "calmSince", i.reopened, i.duplicates, i.merged_into as "mergedInto", i.stations,
  i.stations_now as "stationsNow", i.sessions, i.lost_minor as "lostMinor"`

/** An incident by its id, whoever may see it. */
export async function findIncident(db: Db, id: number): Promise<Incident | undefined> {
  const { rows: found } = await sql<Incident>`select ${columns} from incidents i where i.id = ${id}`.execute(
    db,
  )
  return found[0]
}

/** The same, locked until the transaction ends. */
export async function lockIncident(tx: Tx, id: number): Promise<Incident | undefined> {
  const { rows: found } = await sql<Incident>`
    select ${columns} from incidents i where i.id = ${id} for update`.execute(tx)
  return found[0]
}

/** All that are not closed, and those of some keys that closed after an instant: these may come back. */
export async function listIncidents(
  db: Db,
  { keys, closedAfter }: { keys: readonly string[]; closedAfter: Date },
): Promise<Incident[]> {
  const { rows: found } = await sql<Incident>`
    select ${columns} from incidents i where i.state <> 'closed'
    union all
    select * from (select distinct on (i.dedupe_key) ${columns} from incidents i
      where i.state = 'closed' and i.dedupe_key = any(${keys}::text[]) and i.closed_at > ${closedAfter}
        and i.merged_into is null and not exists (
          select from incidents o where o.dedupe_key = i.dedupe_key and o.state <> 'closed')
      order by i.dedupe_key, i.closed_at desc) back
    order by id`.execute(db)
  return found
}

/** A station of an incident: what is wrong with it in the words of its source, and since when. */
export interface IncidentStation {
  stationId: string
  /** null: its location is not known */
  locationId: number | null
  connector: number | null
  word: string | null
  since: Date
  /** null: it still goes wrong */
  until: Date | null
}

/** The stations of an incident in the order in which they went wrong. */
export async function listIncidentStations(db: Db, incidentId: number): Promise<IncidentStation[]> {
  const { rows: found } = await sql<IncidentStation & { stationId: string | null }>`
    select station_id as "stationId", location_id as "locationId", connector, word, since, until from incident_members
    where incident_id = ${incidentId} and station_id is not null order by since, subject`.execute(db)
  return found.flatMap(({ stationId, ...one }) => (stationId === null ? [] : { stationId, ...one }))
}

/** A line of the timeline of an incident. */
export interface NewEntry {
  incidentId: number
  at: Date
  kind: IncidentEntryKind
  byKind: IncidentAuthor
  /** null: no person */
  managerId: number | null
  /** null: it is about the whole incident */
  stationId: string | null
  /** in a person's own words */
  text: string | null
  /** JSON */
  data: Record<string, unknown>
}

const entryColumns: ColumnMap<Omit<NewEntry, 'data'> & { data: string }> = {
  incidentId: ['incident_id', 'bigint'],
  at: ['at', 'timestamptz'],
  kind: ['kind', 'text'],
  byKind: ['by_kind', 'text'],
  managerId: ['manager_id', 'bigint'],
  stationId: ['station_id', 'text'],
  text: ['text', 'text'],
  data: ['data', 'text'],
}

/** Writes lines into timelines; answers their ids, in the order of the list. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<number[]> {
  if (entries.length === 0) return []
  const list = entries.map(({ data, ...one }) => ({ ...one, data: JSON.stringify(data) }))
  const properties = Object.keys(entryColumns) as (keyof NewEntry)[]
  const { rows: made } = await sql<{ id: number }>`
    insert into incident_entries (incident_id, at, kind, by_kind, manager_id, station_id, text, data)
    select incident_id, at, kind, by_kind, manager_id, station_id, text, data::jsonb
    from ${rows(list, entryColumns, properties)} returning id`.execute(tx)
  return made.map(({ id }) => id)
}
