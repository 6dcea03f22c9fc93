import type { RawMeasurement } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** What a connector measured last, and for which order, if for any. */
export interface ShownMeasurements {
  at: Date
  orderId: number | null
  measurements: RawMeasurement[]
}

/** Last measurements per connector, for display. */
export async function upsertMeasurements(
  db: Db,
  measured: readonly (ShownMeasurements & { connectorId: number })[],
): Promise<void> {
  if (measured.length === 0) return
  await sql`
    insert into connector_meters (connector_id, measured_at, order_id, measurements)
    select r."connectorId", r.at, r."orderId", r.measurements
    from json_to_recordset(${JSON.stringify(measured)}::json)
      as r("connectorId" bigint, at timestamptz, "orderId" bigint, measurements jsonb)
    on conflict (connector_id) do update set measured_at = excluded.measured_at, order_id = excluded.order_id,
      measurements = excluded.measurements
    where connector_meters.measured_at <= excluded.measured_at`.execute(db)
}

/**
 * Last measurements of a connector, by its number, or by its place in the station where several EVSEs have that number; null:
 * none yet, undefined: no such connector.
 */
export async function findMeasurements(
  db: Db,
  stationId: string,
  connectorNumber: number,
): Promise<(ShownMeasurements & { connectorId: number }) | null | undefined> {
  const rows = await db
    .selectFrom('connectors as c')
    .leftJoin('connector_meters as m', 'm.connector_id', 'c.id')
    .select(['c.id', 'c.number', 'c.ordinal', 'm.measured_at', 'm.order_id', 'm.measurements'])
    .where('c.station_id', '=', stationId)
    .execute()
  const numbered = rows.filter(({ number }) => number === connectorNumber)
  const row = numbered.length === 1 ? numbered[0] : rows.find(({ ordinal }) => ordinal === connectorNumber)
  if (!row) return undefined
  const { id: connectorId, measured_at: at, order_id: orderId, measurements } = row
  return at && measurements ? { connectorId, at, orderId, measurements } : null
}
