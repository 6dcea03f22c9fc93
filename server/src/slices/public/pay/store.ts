import { createHash, randomBytes } from 'node:crypto'
import type { PayPage } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { TariffElement } from '../../places/tariffs/elements.ts'

/** 256 random bits need no slow hash. Looking up a hash leaks nothing by its duration. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Makes the token of a link to an order and stores only its hash. `driverId` is the driver who alone gets the link by mail, null when
 * others may read it. `by` is the person who made it, null for the server. A link `forDebt` can only pay the debt. A `token` that is
 * given must be as hard to guess as one that is made here.
 */
export async function insertLink(
  tx: Tx,
  {
    orderId,
    driverId,
    by,
    at,
    forDebt = false,
    token = randomBytes(32).toString('base64url'),
  }: {
    orderId: number
    driverId: number | null
    by: number | null
    at: Date
    forDebt?: boolean
    token?: string
  },
): Promise<string> {
  await sql`insert into pay_links (token_hash, order_id, driver_id, created_by, created_at, for_debt)
    values (${hashOf(token)}, ${orderId}, ${driverId}, ${by}, ${at}, ${forDebt})`.execute(tx)
  return token
}

/** Removes the links of an order, so that nobody can pay by them. */
export async function removeLinks(tx: Tx, orderId: number): Promise<void> {
  await sql`delete from pay_links where order_id = ${orderId}`.execute(tx)
}

/** The order of a link. */
export interface LinkedOrder {
  orderId: number
  /** the link can only pay the debt of the order, and shows nothing else of it */
  forDebt: boolean
}

/**
 * The order of a link. The order must still belong to the person the link was made for: the order of a known driver is not found by a
 * link that others could read, unless the link can only pay the debt.
 */
export async function findLinked(db: Db, token: string): Promise<LinkedOrder | undefined> {
  const { rows } = await sql<LinkedOrder>`
    select l.order_id as "orderId", l.for_debt as "forDebt" from pay_links l join order_view o on o.id = l.order_id
    where l.token_hash = ${hashOf(token)} and (l.for_debt or l.driver_id is not distinct from o.driver_id)`.execute(
    db,
  )
  return rows[0]
}

/** Where a driver charges, for the page. */
export interface PayPlace {
  place: PayPage['place']
  stationNumber: number
  online: boolean
  ocppStatus: string | null
  connector: PayPage['connector']
  station: PayPage['station']
  elements: TariffElement[] | null
  minPriceMinor: number | null
  maxPriceMinor: number | null
  freeParking: boolean
  /** the idle fee so far */
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
      json_build_object('image', s.image, 'connectors', (
        select json_agg(json_build_object('number', o.number, 'type', o.type, 'own', o.id = c.id) order by o.ordinal)
        from connector_view o where o.station_id = s.id)) as station,
      v.elements, v.min_price_minor as "minPriceMinor", v.max_price_minor as "maxPriceMinor"
    from connector_view c join station_view s on s.id = c.station_id join location_view l on l.id = s.location_id
    left join station_presence_view pr on pr.station_id = s.id
    left join tariff_version_view v on v.id = ${order.tariffVersionId}
    where c.id = ${order.connectorId}`.execute(db)
  return first(rows)
}

/** Removes the links that only a driver got. */
export async function removeLinksOfDriver(tx: Tx, driverId: number): Promise<void> {
  await sql`delete from pay_links where driver_id = ${driverId}`.execute(tx)
}
