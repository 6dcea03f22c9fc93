import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** Whether maintenance of a station runs now. */
export async function isInMaintenance(db: Db, stationId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select from maintenance_view
    where station_id = ${stationId} and state in ('planned', 'running') and starts_at <= ${now} and ends_at > ${now}
    limit 1`.execute(db)
  return rows.length > 0
}

/** A running session at a free connector, of which nothing has been heard since an instant; undefined: there is none. */
export async function findPhantom(db: Db, stationId: string, before: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select o.id from running_session_view o join connector_view c on c.id = o.connector_id
    where o.station_id = ${stationId} and o.transaction_start < ${before}
      and coalesce(o.last_sample_at < ${before}, true)
      and c.ocpp_status = 'Available' and c.status_updated_at < ${before}
    order by o.id limit 1`.execute(db)
  return rows[0]?.id
}

/** How many orders are open at a station. */
export async function countOpen(db: Db, stationId: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from order_view where station_id = ${stationId}
      and status in ('wait_payment', 'active', 'countdown', 'starting', 'started')`.execute(db)
  return rows[0]?.open ?? 0
}
