import type { Language } from '@stationmaster/contract'
import { writing } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { BrowserKeys } from './web-push/encryption.ts'

export interface Subscription extends BrowserKeys {
  id: number
  endpoint: string
  language: Language
}

export interface NewSubscription extends Omit<Subscription, 'id'> {
  of: { orderId: number } | { driverId: number }
  /** the User-Agent header, cut */
  userAgent: string
  at: Date
}

/** A browser that a driver has notified of every session. */
export interface DeviceRow {
  id: number
  userAgent: string
  at: Date
}

/** Keeps where notices go, of an order or of a driver, the newest `most` of each; answers its id. */
export async function upsertSubscription(
  tx: Tx,
  { of, endpoint, publicKey, authSecret, language, userAgent, at }: NewSubscription,
  most: number,
): Promise<number> {
  const orderId = 'orderId' in of ? of.orderId : null
  const driverId = 'driverId' in of ? of.driverId : null
  const target =
    orderId === null
      ? sql`(driver_id, endpoint) where driver_id is not null`
      : sql`(order_id, endpoint) where order_id is not null`
  const { rows } = await sql<{ id: number }>`
    insert into push_subscriptions (endpoint, public_key, auth_secret, language, user_agent, order_id, driver_id,
      created_at)
    values (${endpoint}, ${publicKey}, ${authSecret}, ${language}, ${userAgent}, ${orderId}, ${driverId}, ${at})
    on conflict ${target} do update set public_key = excluded.public_key, auth_secret = excluded.auth_secret,
      language = excluded.language, user_agent = excluded.user_agent
    returning id`.execute(tx)
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions
    where order_id is not distinct from ${orderId}::bigint and driver_id is not distinct from ${driverId}::bigint
    order by id desc offset ${most})`.execute(tx)
  // the statement inserts or changes one row
  return rows[0]!.id
}

/** The devices of a driver, newest first. */
export async function listDevices(db: Db, driverId: number): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`select id, user_agent as "userAgent", created_at as at
    from push_subscriptions where driver_id = ${driverId} order by id desc`.execute(db)
  return rows
}

/** Forgets one device of a driver, or all; false: there was none. */
export async function removeDevices(db: Db, driverId: number, id: number | null = null): Promise<boolean> {
  const { rows } = await sql`delete from push_subscriptions
    where driver_id = ${driverId} and (${id}::bigint is null or id = ${id})
    returning id`.execute(db)
  return rows.length > 0
}

export async function removeSubscription(db: Db, id: number): Promise<void> {
  await sql`delete from push_subscriptions where id = ${id}`.execute(db)
}

export async function findSubscription(db: Db, id: number): Promise<Subscription | undefined> {
  const { rows } = await sql<Subscription>`
    select id, endpoint, public_key as "publicKey", auth_secret as "authSecret", language
    from push_subscriptions where id = ${id}`.execute(db)
  return rows[0]
}

/** Who is to be notified of some orders, each once by its endpoint, in the language that its driver has chosen. */
export async function listOfOrders(
  tx: Tx,
  orders: readonly { id: number; driverId: number | null }[],
): Promise<{ orderId: number; id: number; language: Language }[]> {
  const { rows } = await sql<{ orderId: number; id: number; language: Language }>`
    select distinct on (o.id, s.endpoint) o.id as "orderId", s.id, coalesce(d.language, s.language) as language
    from unnest(${orders.map(({ id }) => id)}::bigint[], ${orders.map(({ driverId }) => driverId)}::bigint[]) o(id, driver_id)
    join push_subscriptions s on s.order_id = o.id or s.driver_id = o.driver_id
    left join driver_view d on d.id = s.driver_id
    order by o.id, s.endpoint, s.id`.execute(tx)
  return rows
}

/** Notes that an order's driver is notified of something; false: this was done before. */
export async function insertNotice(tx: Tx, orderId: number, kind: string, at: Date): Promise<boolean> {
  const { rows } =
    await sql`insert into push_notices (order_id, kind, created_at) values (${orderId}, ${kind}, ${at})
    on conflict do nothing returning kind`.execute(tx)
  return rows.length > 0
}

/** Forgets subscriptions of single orders, and notices, from before an instant. */
export async function removeOld(db: Db, before: Date): Promise<void> {
  await sql`delete from push_subscriptions where order_id is not null and created_at < ${before}`.execute(db)
  await sql`delete from push_notices where created_at < ${before}`.execute(db)
}

/** A station as a notice names it: its number and where it stands. */
export async function findStationName(tx: Tx, stationId: string): Promise<string> {
  const { rows } = await sql<{ number: number; name: string }>`
    select s.number, l.name from station_view s join location_view l on l.id = s.location_id
    where s.id = ${stationId}`.execute(tx)
  return rows.map(({ number, name }) => `${writing.stationNumber(number)} ${name}`).join()
}
