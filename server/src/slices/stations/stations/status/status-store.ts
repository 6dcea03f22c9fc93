import type { StationStatus } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../../platform/statements/bulk.ts'

/** An EVSE's connector with what its station's status is derived from. */
export interface StatusPart {
  id: string
  locationId: number
  stored: StationStatus
  configured: boolean
  online: boolean
  evse: number
  operational: boolean
  paused: boolean
  ocppStatus: string | null
  /** since when the connector is so */
  since: Date | null
  /** when the station's socket closed; null: it is there, or never was */
  awaySince: Date | null
}

export interface DerivedStatus {
  id: string
  locationId: number
  status: StationStatus
  since: Date
}

const statusColumns: ColumnMap<DerivedStatus> = {
  id: ['id', 'text'],
  locationId: ['location_id', 'bigint'],
  status: ['status', 'text'],
  since: ['since', 'timestamptz'],
}

/** The ids of all stations that stand. */
export async function listStationIds(db: Db): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from stations where deleted_at is null`.execute(db)
  return found.rows.map(({ id }) => id)
}

export async function listStatusParts(db: Db, ids: readonly string[]): Promise<StatusPart[]> {
  const found = await sql<StatusPart>`
    select s.id, s.location_id as "locationId", s.status as stored, s.configured_at is not null as configured,
      p.connection_id is not null and s.held is null as online, e.number as evse, e.operational,
      s.sales_paused_at is not null as paused, c.ocpp_status as "ocppStatus",
      c.status_updated_at as since, case when p.connection_id is null then p.disconnected_at end as "awaySince"
    from stations s
    join evses e on e.station_id = s.id
    join connectors c on c.station_id = s.id and c.evse_number = e.number
    left join station_presence p on p.station_id = s.id
    where s.id = any(${ids}::text[])`.execute(db)
  return found.rows
}

export async function updateStatuses(db: Db, changed: readonly DerivedStatus[]): Promise<void> {
  if (changed.length === 0) return
  await sql`update stations s set status = r.status, status_since = r.since
    from ${rows(changed, statusColumns, ['id', 'status', 'since'])} where s.id = r.id`.execute(db)
}

/**
 * Lets one server at a time derive statuses until the transaction ends: of two that derive one station, the later one reads what the
 * earlier one was queued for, and an older status is never written over a newer one.
 */
export const lockStatuses = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('station statuses'))`.execute(tx)
}
