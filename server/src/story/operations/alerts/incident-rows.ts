import type { IncidentKind, IncidentSeverity } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

interface Given {
  kind?: IncidentKind
  severity?: IncidentSeverity
  /** of its members, each with its location */
  stations?: readonly { id: string; locationId: number }[]
  at: Date
}

/** Writes an open incident as the network would have found it; answers its id. */
export async function insertIncident(
  db: Db,
  { kind = 'silence', severity = 'major', stations = [], at }: Given,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into incidents (kind, dedupe_key, severity, cause, evidence, opened_at, noticed_at, stations, stations_now,
      changed_at)
    values (${kind}, ${`${kind} ${crypto.randomUUID()}`}, ${severity}, 'whole', '{}', ${at}, ${at},
      ${stations.length}, ${stations.length}, ${at}) returning id`.execute(db)
  const { id } = rows[0]!
  for (const station of stations)
    await sql`insert into incident_members (incident_id, subject, kind, station_id, location_id, since)
      values (${id}, ${`station:${station.id} ${id}`}, ${kind}, ${station.id}, ${station.locationId}, ${at})`.execute(
      db,
    )
  return id
}

/** Changes how an incident stands, as a person or the network would. */
export async function changeIncident(
  db: Db,
  id: number,
  change: { state?: 'acknowledged' | 'closed' | 'open'; severity?: IncidentSeverity },
): Promise<void> {
  await sql`update incidents set state = coalesce(${change.state ?? null}::text, state),
      severity = coalesce(${change.severity ?? null}::text, severity), version = version + 1
    where id = ${id}`.execute(db)
}
