import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

export type MaintenanceState = 'planned' | 'running' | 'over' | 'withdrawn'

/** Planned maintenance of a station. */
export interface MaintenanceRow {
  id: number
  stationId: string
  startsAt: Date
  endsAt: Date
  note: string
  takesOut: boolean
  /** EVSEs that it took out of operation */
  outOfOperation: number[]
  state: MaintenanceState
  createdBy: number
}

const selected = sql`
  id, station_id as "stationId", starts_at as "startsAt", ends_at as "endsAt", note, takes_out as "takesOut",
  taken_out as "outOfOperation", state, created_by as "createdBy"`

/** What has to begin or end by now. */
export async function listDueMaintenances(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from maintenances
    where state = 'planned' and starts_at <= ${now} or state = 'running' and ends_at <= ${now}
    order by least(starts_at, ends_at), id`.execute(db)
  return rows.map(({ id }) => id)
}

/** One of them, held until the transaction ends. */
export async function lockMaintenance(tx: Tx, id: number): Promise<MaintenanceRow | undefined> {
  const { rows } = await sql<MaintenanceRow>`
    select ${selected} from maintenances where id = ${id} for update`.execute(tx)
  return rows[0]
}

export type NewMaintenance = Pick<MaintenanceRow, 'startsAt' | 'endsAt' | 'note' | 'takesOut' | 'createdBy'>

export async function insertMaintenances(
  tx: Tx,
  stationIds: readonly string[],
  { startsAt, endsAt, note, takesOut, createdBy }: NewMaintenance,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into maintenances (station_id, starts_at, ends_at, note, takes_out, state, created_by, created_at)
    select station_id, ${startsAt}, ${endsAt}, ${note}, ${takesOut}, 'planned', ${createdBy}, ${now}
    from unnest(${stationIds}::text[]) as station_id returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function updateMaintenance(
  tx: Tx,
  { id, state, endsAt, outOfOperation }: Pick<MaintenanceRow, 'id' | 'state' | 'endsAt' | 'outOfOperation'>,
): Promise<void> {
  await sql`update maintenances set state = ${state}, ends_at = ${endsAt}, taken_out = ${JSON.stringify(outOfOperation)}
    where id = ${id}`.execute(tx)
}
