import type { Role } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import type { PastMovement } from '../../money/receipts/past.ts'

export async function hasLocations(db: Db): Promise<boolean> {
  const { rows } = await sql`select from location_view limit 1`.execute(db)
  return rows.length > 0
}

/** The location of each station. */
export async function listLocationIds(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; locationId: number }>`
    select id, location_id as "locationId" from station_view where location_id is not null`.execute(db)
  return new Map(rows.map(({ id, locationId }) => [id, locationId]))
}

/** The first locations of a network, in their order; none where it has a photo. */
export async function listWithoutPhotos(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from location_view where not exists (select from location_photo_view) order by id limit ${count}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The oldest manager with a role. */
export async function getManagerOf(db: Db, role: Role): Promise<{ id: number; email: string }> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from manager_view where role = ${role} order by id limit 1`.execute(db)
  return first(rows)
}

export interface DemoConnector {
  stationId: string
  model: string
  /** the version that it reported last; null before its first report */
  firmware: string | null
  connectorId: number
  evse: number
  number: number
  ordinal: number
  type: string
  current: 'AC' | 'DC'
  powerW: number
}

/** The connectors of stations that are not deleted, in the order of the stations' numbers. */
export async function listDemoConnectors(db: Db, stationIds: readonly string[]): Promise<DemoConnector[]> {
  const { rows } = await sql<DemoConnector>`
    select s.id as "stationId", s.model, s.firmware_version as firmware, c.id as "connectorId", c.evse_number as evse, c.number, c.ordinal, c.type,
      c.current, c.power_w as "powerW"
    from station_view s join connector_view c on c.station_id = s.id
    where s.deleted_at is null and s.id = any(${stationIds}::text[])
    order by s.number, c.ordinal`.execute(db)
  return rows
}

/** The last register reading of each connector in Wh, from which the simulator goes on. */
export async function listRegisters(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ connectorId: number; registerWh: number }>`
    select connector_id as "connectorId", max(coalesce(meter_stop, meter_start + energy_wh)) as "registerWh"
    from order_view where meter_start is not null group by connector_id`.execute(db)
  return new Map(rows.map(({ connectorId, registerWh }) => [connectorId, Number(registerWh)]))
}

export interface RunningSession {
  stationId: string
  transactionId: string
  registerWh: number
  ordinal: number
}

/** The running sessions of some stations. */
export async function listRunning(db: Db, stationIds: readonly string[]): Promise<RunningSession[]> {
  const { rows } = await sql<RunningSession>`
    select o.station_id as "stationId", o.transaction_id as "transactionId",
      coalesce(o.meter_start, 0) + o.energy_wh as "registerWh", c.ordinal
    from order_view o join connector_view c on c.id = o.connector_id
    where o.status = 'started' and o.transaction_id is not null and o.station_id = any(${stationIds}::text[])`.execute(
    db,
  )
  return rows
}

/** Gives the planner statistics of the past, unless it has some. A tenth of the usual sample is enough. */
export const analyze = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ analyzed: boolean }>`
      select reltuples > 0 as analyzed from pg_class where oid = 'orders'::regclass`.execute(tx)
    if (rows[0]?.analyzed) return
    await sql`set local default_statistics_target = 10`.execute(tx)
    await sql`analyze`.execute(tx)
  })

/** An owner's oldest order that was paid from an account and not refunded. */
export async function findOldestRefundable(db: Db, ownerId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select order_id as id from payment_view
    where owner_id = ${ownerId} and purpose = 'charging' and status = 'captured' and method_type = 'account'
      and captured_minor > 0 and refunded_minor = 0 and charged_back_minor = 0
    order by order_id limit 1`.execute(db)
  return rows[0]?.id
}

/** About `count` past sessions of some locations, spread evenly, oldest first. */
export async function listWithServices(
  tx: Db,
  locationIds: readonly number[],
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select o.id, row_number() over (order by o.id) as number, count(*) over () as total from order_view o
      where o.location_id = any(${locationIds}::bigint[]) and o.status = 'completed' and o.transaction_start is not null
    ) o where number % greatest(total / ${count}, 1) = 0 order by id limit ${count}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** About `count` sessions that drivers paid on account, oldest first; recent times have more of them. */
export async function listOnAccount(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ orderId: number }>`
    select min(order_id) as "orderId" from (
      select p.order_id, ceil(${count} * sqrt(row_number() over (order by p.order_id desc) / (count(*) over ())::numeric)) as part
      from payment_view p join order_view o on o.id = p.order_id
      where p.purpose = 'charging' and p.status = 'captured' and p.method_type = 'account' and p.captured_minor > 10000
        and o.driver_id is not null and o.transaction_start is not null and o.transaction_finish is not null
    ) s group by part order by 1`.execute(db)
  return rows.map(({ orderId }) => orderId)
}

export interface UsedBalance {
  driverId: number
  usedMinor: number
}

/** The negative balance of each driver. */
export async function listUsedBalances(db: Db): Promise<UsedBalance[]> {
  const { rows } = await sql<UsedBalance>`
    select split_part(account, ':', 2)::bigint as "driverId", sum(amount_minor)::bigint as "usedMinor"
    from driver_balance_line_view
    group by account having sum(amount_minor) > 0 order by 1`.execute(db)
  return rows
}

/** What drivers paid for past sessions and services, and what was refunded, each with its time. */
export async function listTakings(db: Db): Promise<Extract<PastMovement, { purpose: string }>[]> {
  const { rows } = await sql<Extract<PastMovement, { purpose: string }>>`
    with taken as (
      select p.*, o.driver_id, coalesce(case when p.purpose = 'charging' then o.transaction_finish end, p.created_at) as at
      from payment_view p join order_view o on o.id = p.order_id
      where p.captured_minor > 0 and (p.method_type in ('card', 'sbp') or p.method_type = 'account' and o.driver_id is not null)
    ), moved as (
      select order_id, purpose, driver_id, method_type, at, captured_minor as minor from taken
      union all
      select order_id, purpose, driver_id, method_type, greatest(updated_at, at), -refunded_minor from taken
      where refunded_minor > 0
    )
    select order_id as "orderId", purpose, driver_id as "driverId", at, minor as "saleMinor",
      case when method_type = 'account' then 0 else minor end as "moneyMinor"
    from moved`.execute(db)
  return rows
}

export interface RatedSession {
  orderId: number
  locationId: number
  driverId: number
  endedAt: Date
}

/** Every n-th past session of drivers, in their order. */
export async function listRated(db: Db, every: number): Promise<RatedSession[]> {
  const { rows } = await sql<RatedSession>`
    select id as "orderId", location_id as "locationId", driver_id as "driverId", transaction_finish as "endedAt"
    from (
      select *, row_number() over (order by transaction_finish, id) as number from order_view
      where status = 'completed' and driver_id is not null and transaction_finish is not null and not needs_review
    ) o where number % ${every} = 0 order by number`.execute(db)
  return rows
}
