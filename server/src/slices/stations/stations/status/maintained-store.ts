import type { Maintenance } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** Maintenance of a station that is planned or runs. */
export interface OpenMaintenance {
  id: number
  stationId: string
  startsAt: Date
  endsAt: Date
  note: string
  takesOut: boolean
  state: 'planned' | 'running'
}

/** What runs or is planned for some stations, in order. */
export async function listOpenMaintenances(
  db: Db,
  stationIds: readonly string[],
): Promise<OpenMaintenance[]> {
  const { rows } = await sql<OpenMaintenance>`
    select id, station_id as "stationId", starts_at as "startsAt", ends_at as "endsAt", note, takes_out as "takesOut", state
    from maintenance_view where station_id = any(${stationIds}::text[]) order by starts_at, id`.execute(db)
  return rows
}

/** Maintenance as the interface tells it. */
export const maintenanceView = (row: OpenMaintenance): Maintenance => ({
  id: row.id,
  state: row.state,
  starts_at: row.startsAt.toISOString(),
  ends_at: row.endsAt.toISOString(),
  note: row.note,
  takes_out: row.takesOut,
})
