import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** More of `role-table.ts`: what goes wrong in the network. An accounter works with its money alone. */
export const incidentTable = `
  incidents
  n s s - - -  GET    incidents?limit=100
  y y y - - -  GET    incidents?location_id={~location}
  y y y - - -  GET    incidents/counts?location_id={~location}
  y y y - - -  GET    incidents/times?from=2026-01-01T00:00:00Z&to=2100-01-01T00:00:00Z&location_id={~location}
  n s s - - -  GET    incidents/{incident}
  n s s - - -  GET    incidents/{incident}/members
  n s s - - -  GET    incidents/{incident}/timeline
  n s - - - -  GET    incidents/{incident}/people
  n s s - - -  POST   incidents/{incident}/comments {"text":"the grid operator works there"}
  n s s - - -  POST   incidents/{incident}/acknowledge
  n s - - - -  POST   incidents/{incident}/assign    {"manager_id":null}
  n s - - - -  POST   incidents/{incident}/close     {}
`

/** A station that is silent, as an incident of its own; answers the incident's id. */
export async function insertIncident(
  db: Db,
  { station, location }: { station: string; location: number },
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into incidents (kind, dedupe_key, severity, cause, evidence, location_id, opened_at, noticed_at, changed_at)
      values ('silence', ${`silence:station:${station}`}, 'minor', 'station',
        '{"affected":1,"population":1,"others_affected":0,"others":0,"within_seconds":0}', ${location}, ${at}, ${at}, ${at})
      returning id)
    insert into incident_members (incident_id, subject, kind, station_id, location_id, since)
    select id, ${`station:${station}`}, 'silence', ${station}, ${location}, ${at} from made returning incident_id as id`.execute(
    db,
  )
  // one row was inserted
  return rows[0]!.id
}
