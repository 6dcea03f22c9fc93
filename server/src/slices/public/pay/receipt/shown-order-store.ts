import type { DriverOrder, Language, OrderStatus } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** An order as its driver sees it in a list. */
export interface ShownOrder {
  id: number
  status: OrderStatus
  place: DriverOrder['place']
  stationNumber: number
  connector: DriverOrder['connector']
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  energyWh: number
  paidMinor: number
  debtMinor: number
}

export interface ShownOrderDetails extends ShownOrder {
  chargingMinor: number | null
  reservationMinor: number | null
  meterStart: number | null
  meterStop: number | null
}

export const shownColumns = sql`o.id, o.status, json_build_object('name', l.name, 'city', l.city, 'street', l.street) as place,
  s.number as "stationNumber",
  json_build_object('number', c.number, 'type', c.type, 'power_kw', c.power_w / 1000.0) as connector,
  o.created_at as "createdAt", o.charging_start as "startedAt",
  coalesce(o.charging_finish, o.reservation_finish) as "finishedAt", o.energy_wh as "energyWh",
  coalesce((select sum(captured_minor - refunded_minor) from payment_view where order_id = o.id), 0)::bigint as "paidMinor",
  coalesce((select sum(debt_minor) from payment_view where order_id = o.id), 0)::bigint as "debtMinor"`

export const shownFrom = sql`order_view o join location_view l on l.id = o.location_id join station_view s on s.id = o.station_id
  join connector_view c on c.id = o.connector_id`

/** One order; where a driver is named, only if it is that driver's. */
export async function findShownOrder(
  db: Db,
  id: number,
  driverId?: number,
): Promise<ShownOrderDetails | undefined> {
  const { rows } = await sql<ShownOrderDetails>`
    select ${shownColumns}, o.charging_price_minor as "chargingMinor", o.reservation_price_minor as "reservationMinor",
      o.meter_start::float8 as "meterStart", o.meter_stop::float8 as "meterStop"
    from ${shownFrom} where o.id = ${id} and (${driverId ?? null}::bigint is null or o.driver_id = ${driverId ?? null})`.execute(
    db,
  )
  return rows[0]
}

export interface PaidPart {
  purpose: string
  status: string
  methodType: string | null
  heldMinor: number
  capturedMinor: number
  refundedMinor: number
  debtMinor: number
  names: Record<Language, string> | null
}

/** What is paid of an order, part by part. */
export async function listPaidParts(db: Db, orderId: number): Promise<PaidPart[]> {
  const { rows } = await sql<PaidPart>`
    select p.purpose, p.status, p.method_type as "methodType", p.held_minor as "heldMinor",
      p.captured_minor as "capturedMinor", p.refunded_minor as "refundedMinor", p.debt_minor as "debtMinor", s.names
    from payment_view p left join sold_service_view s on p.purpose = 'service:' || s.id
    where p.order_id = ${orderId} order by p.created_at, p.purpose`.execute(db)
  return rows
}
