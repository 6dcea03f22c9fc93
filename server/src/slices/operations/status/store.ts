import type { IncidentKind } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

/** Stations of a location that an incident touches now. */
export interface DisturbedRow {
  incidentId: number
  kind: IncidentKind
  /** null: it is about no location */
  locationId: number | null
  stations: number
  since: Date
}

/** What goes wrong now, by incident and location; what only the staff needs to know is not in it. */
export async function listDisturbed(db: Db): Promise<DisturbedRow[]> {
  const { rows } = await sql<DisturbedRow>`
    select i.id as "incidentId", i.kind, m.location_id as "locationId", count(distinct m.station_id)::int as stations,
      min(m.since) as since
    from incident_view i join incident_member_view m on m.incident_id = i.id and m.until is null
    where i.state <> 'closed' and i.merged_into is null and i.severity <> 'info'
      and i.kind in ('silence', 'fault', 'sessions', 'payments')
    group by i.id, i.kind, m.location_id order by min(m.since), i.id, m.location_id`.execute(db)
  return rows
}

/** Maintenance of stations of a location at the same time. */
export interface MaintainedRow {
  locationId: number
  stations: number
  /** of the location, all in all */
  ofAll: number
  startsAt: Date
  endsAt: Date
}

/** Maintenance that runs or begins before an instant. */
export async function listMaintained(db: Db, now: Date, until: Date): Promise<MaintainedRow[]> {
  const { rows } = await sql<MaintainedRow>`
    select s.location_id as "locationId", count(distinct s.id)::int as stations,
      (select count(*) from station_view a where a.location_id = s.location_id and a.deleted_at is null)::int as "ofAll",
      m.starts_at as "startsAt", m.ends_at as "endsAt"
    from maintenance_view m join station_view s on s.id = m.station_id and s.deleted_at is null
    where m.ends_at > ${now} and m.starts_at < ${until}
    group by s.location_id, m.starts_at, m.ends_at
    order by m.starts_at, s.location_id, m.ends_at`.execute(db)
  return rows
}
