import { openOrderStatuses } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** A station by the number that is painted on it. */
export interface NumberedStation {
  id: string
  locationId: number
  timeZone: string
  name: string
  city: string
  street: string
  freeParking: boolean
  /** in their order at the station */
  connectorIds: number[]
}

/** The stations that have a number and a connector. */
export async function listNumbered(db: Db, number: number): Promise<NumberedStation[]> {
  const { rows } = await sql<NumberedStation>`
    select s.id, s.location_id as "locationId", l.time_zone as "timeZone", l.name, l.city, l.street,
      l.free_parking as "freeParking",
      array(select c.id from connector_view c where c.station_id = s.id order by c.ordinal) as "connectorIds"
    from station_view s join location_view l on l.id = s.location_id
    where s.number = ${number} and s.deleted_at is null
    order by l.name, s.id`.execute(db)
  return rows.filter(({ connectorIds }) => connectorIds.length > 0)
}

/** Notes that a device has begun an order with a request. */
export async function insertSession(
  tx: Tx,
  {
    device,
    requestId,
    orderId,
    driverId,
    at,
  }: { device: string; requestId: string; orderId: number; driverId: number | null; at: Date },
): Promise<void> {
  await sql`insert into device_sessions (device_hash, request_id, order_id, driver_id, created_at)
    values (${device}, ${requestId}, ${orderId}, ${driverId}, ${at})`.execute(tx)
}

/** Notes that a session is begun with a password that a station showed; false: one was already. */
export async function insertUsedCode(
  tx: Tx,
  { stationId, evse, step }: { stationId: string; evse: number; step: number },
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into used_codes (station_id, evse, step, used_at) values (${stationId}, ${evse}, ${step}, ${at})
    on conflict do nothing returning step`.execute(tx)
  return rows.length > 0
}

/** Whether a session was begun with a password. */
export async function isUsedCode(db: Db, stationId: string, evse: number, step: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from used_codes where station_id = ${stationId} and evse = ${evse} and step = ${step}`.execute(
    db,
  )
  return rows.length > 0
}

/** Forgets passwords that nobody can use any more in any case. */
export async function removeUsedCodes(db: Db, before: Date): Promise<void> {
  await sql`delete from used_codes where used_at < ${before}`.execute(db)
}

/** The order that a device's request has made already. */
export async function findByRequest(
  db: Db,
  device: string,
  requestId: string,
): Promise<{ orderId: number; holdMinor: number | null } | undefined> {
  const { rows } = await sql<{ orderId: number; holdMinor: number | null }>`
    select d.order_id as "orderId", o.hold_minor as "holdMinor"
    from device_sessions d join order_view o on o.id = d.order_id
    where d.device_hash = ${device} and d.request_id = ${requestId}`.execute(db)
  return rows[0]
}

export interface DeviceSession {
  orderId: number
  stationNumber: number
  place: string
  createdAt: Date
  open: boolean
}

/** Sessions of a device since an instant, newest first. A session that has got another driver is not the device's any more. */
export async function listSessions(
  db: Db,
  device: string,
  since: Date,
  most: number,
): Promise<DeviceSession[]> {
  const { rows } = await sql<DeviceSession>`
    select o.id as "orderId", s.number as "stationNumber", l.name as place, o.created_at as "createdAt",
      o.status in (${sql.join(openOrderStatuses)}) as open
    from device_sessions d join order_view o on o.id = d.order_id
      join station_view s on s.id = o.station_id join location_view l on l.id = o.location_id
    where d.device_hash = ${device} and d.created_at >= ${since} and o.driver_id is not distinct from d.driver_id
    order by d.created_at desc limit ${most}`.execute(db)
  return rows
}

/** The open order of a connector, when a driver has made it and has not paid yet. */
export interface UnpaidOrder {
  orderId: number
  holdMinor: number | null
  createdAt: Date
  /** the device that has made it asks */
  own: boolean
}

export async function findUnpaid(
  db: Db,
  { stationId, connectorId }: { stationId: string; connectorId: number },
  device: string,
): Promise<UnpaidOrder | undefined> {
  const { rows } = await sql<UnpaidOrder>`
    select o.id as "orderId", o.hold_minor as "holdMinor", o.created_at as "createdAt", bool_or(d.device_hash = ${device}) as own
    from order_view o join device_sessions d on d.order_id = o.id
    where o.connector_id = ${connectorId} and o.station_id = ${stationId} and o.status = 'wait_payment'
    group by o.id, o.hold_minor, o.created_at`.execute(db)
  return rows[0]
}
