import { createHash, randomBytes } from 'node:crypto'
import type { PayPage } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { TariffElement } from '../../places/tariffs/elements.ts'

/** 256 random bits need no slow hash, and looking a hash up tells nothing by its time. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Makes a link's token for one order; only its hash is kept. `driverId` is the driver to whom alone it is mailed, null where others may
 * read it; `by` is who had it made, null for the server itself; one `forDebt` is good for paying what is owed alone.
 */
export async function insertLink(
  tx: Tx,
  {
    orderId,
    driverId,
    by,
    at,
    forDebt = false,
  }: { orderId: number; driverId: number | null; by: number | null; at: Date; forDebt?: boolean },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into pay_links (token_hash, order_id, driver_id, created_by, created_at, for_debt)
    values (${hashOf(token)}, ${orderId}, ${driverId}, ${by}, ${at}, ${forDebt})`.execute(tx)
  return token
}

/** Has nobody pay any more by the links that an order had. */
export async function removeLinks(tx: Tx, orderId: number): Promise<void> {
  await sql`delete from pay_links where order_id = ${orderId}`.execute(tx)
}

/** What a link names. */
export interface LinkedOrder {
  orderId: number
  /** it is good for paying what is owed of the order, and shows nothing else of it */
  forDebt: boolean
}

/**
 * The order that a link names, as long as it is that of whoever the link was for: a known driver's is not found by a link that others
 * could read, unless that only pays what is owed.
 */
export async function findLinked(db: Db, token: string): Promise<LinkedOrder | undefined> {
  const { rows } = await sql<LinkedOrder>`
    select l.order_id as "orderId", l.for_debt as "forDebt" from pay_links l join order_view o on o.id = l.order_id
    where l.token_hash = ${hashOf(token)} and (l.for_debt or l.driver_id is not distinct from o.driver_id)`.execute(
    db,
  )
  return rows[0]
}

/** Where a driver charges, as the page tells it. */
export interface PayPlace {
  place: PayPage['place']
  stationNumber: number
  online: boolean
  ocppStatus: string | null
  connector: PayPage['connector']
  elements: TariffElement[] | null
  minPriceMinor: number | null
  maxPriceMinor: number | null
  freeParking: boolean
  /** what the car costs by now that stayed */
  idleMinor: number
}

export async function getPlace(
  db: Db,
  order: { id: number; connectorId: number; tariffVersionId: number | null },
): Promise<PayPlace> {
  const { rows } = await sql<PayPlace>`
    select json_build_object('name', l.name, 'city', l.city, 'street', l.street) as place, s.number as "stationNumber",
      pr.connection_id is not null as online,
      l.free_parking as "freeParking", c.ocpp_status as "ocppStatus",
      coalesce((select amount_minor from idle_fee_view where order_id = ${order.id}), 0) as "idleMinor",
      json_build_object('number', c.number, 'type', c.type, 'power_kw', c.power_w / 1000.0) as connector,
      v.elements, v.min_price_minor as "minPriceMinor", v.max_price_minor as "maxPriceMinor"
    from connector_view c join station_view s on s.id = c.station_id join location_view l on l.id = s.location_id
    left join station_presence_view pr on pr.station_id = s.id
    left join tariff_version_view v on v.id = ${order.tariffVersionId}
    where c.id = ${order.connectorId}`.execute(db)
  return rows[0]!
}
