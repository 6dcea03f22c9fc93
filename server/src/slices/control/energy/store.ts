import type { EnergySiteRead } from '@stationmaster/contract'
import type { PriceHour } from '@stationmaster/energy'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { CalledLimit, MeterReading } from './site/supply.ts'

/** A site as it is kept. */
export interface SiteRow {
  version: number
  enabled: boolean
  body: Omit<EnergySiteRead, 'version' | 'enabled'>
  hasKey: boolean
  savedAt: Date
  timeZone: string
}

/** The site of a location; undefined: nobody has drawn it yet. */
export async function findSite(db: Db, locationId: number): Promise<SiteRow | undefined> {
  const { rows } = await sql<SiteRow>`
    select s.version, s.enabled, s.body, s.key_hash is not null as "hasKey", s.saved_at as "savedAt",
      l.time_zone as "timeZone"
    from energy_sites s join location_view l on l.id = s.location_id
    where s.location_id = ${locationId} and l.deleted_at is null`.execute(db)
  return rows[0]
}

/** The version of a site, which nobody else changes until the transaction ends; undefined: there is none. */
export async function lockSite(tx: Tx, locationId: number): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from energy_sites where location_id = ${locationId} for update`.execute(tx)
  return rows[0]?.version
}

export async function upsertSite(
  tx: Tx,
  locationId: number,
  { enabled, body }: Pick<SiteRow, 'enabled' | 'body'>,
  by: { managerId: number; at: Date },
): Promise<void> {
  const json = JSON.stringify(body)
  await sql`
    insert into energy_sites (location_id, enabled, body, saved_at, saved_by)
    values (${locationId}, ${enabled}, ${json}, ${by.at}, ${by.managerId})
    on conflict (location_id) do update set version = energy_sites.version + 1, enabled = excluded.enabled,
      body = excluded.body, saved_at = excluded.saved_at, saved_by = excluded.saved_by`.execute(tx)
  await sql`insert into energy_control (location_id) values (${locationId}) on conflict do nothing`.execute(
    tx,
  )
}

/** Sets the hash of a site's key, or takes it away; whether there is such a site. */
export async function updateKey(tx: Tx, locationId: number, hash: string | null): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update energy_sites set key_hash = ${hash} where location_id = ${locationId}`.execute(tx)
  return numAffectedRows > 0n
}

/** The location whose site has this key, with its wiring; undefined: none. */
export async function findByKey(
  db: Db,
  hash: string,
): Promise<{ locationId: number; body: SiteRow['body'] } | undefined> {
  const { rows } = await sql<{ locationId: number; body: SiteRow['body'] }>`
    select s.location_id as "locationId", s.body from energy_sites s join location_view l on l.id = s.location_id
    where s.key_hash = ${hash} and l.deleted_at is null`.execute(db)
  return rows[0]
}

export interface LimitRow extends CalledLimit {
  firstName: string | null
  lastName: string | null
}

/** The limits that came by call and hold now. */
export async function listLimitsByCall(db: Db, locationId: number, now: Date): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select e.id, e.circuit, e.percent, e.limit_ma as "limitMa", e.starts_at as "startsAt", e.ends_at as "endsAt",
      e.reason, m.first_name as "firstName", m.last_name as "lastName"
    from energy_limits e left join manager_view m on m.id = e.created_by
    where e.location_id = ${locationId} and e.ends_at > ${now} order by e.id`.execute(db)
  return rows
}

/** The limits that came by call and held at some moment of a period. */
export async function listPastLimits(
  db: Db,
  locationId: number,
  from: Date,
  to: Date,
): Promise<CalledLimit[]> {
  const { rows } = await sql<CalledLimit>`
    select id, circuit, percent, limit_ma as "limitMa", starts_at as "startsAt", ends_at as "endsAt", reason
    from energy_limits where location_id = ${locationId} and ends_at > ${from} and starts_at < ${to} order by id`.execute(
    db,
  )
  return rows
}

export async function insertLimitByCall(
  tx: Db,
  locationId: number,
  { circuit, percent, limitMa, startsAt, endsAt, reason }: Omit<CalledLimit, 'id'>,
  createdBy: number | null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into energy_limits (location_id, circuit, percent, limit_ma, starts_at, ends_at, reason, created_by)
    values (${locationId}, ${circuit}, ${percent}, ${limitMa}, ${startsAt}, ${endsAt}, ${reason}, ${createdBy})
    returning id`.execute(tx)
  // an insert without a conflict answers its row
  return rows[0]!.id
}

/** Ends a limit of a location before its time; undefined: there is none that holds. */
export async function updateLimitEnded(
  tx: Tx,
  { locationId, id, at }: { locationId: number; id: number; at: Date },
): Promise<{ circuit: string } | undefined> {
  const { rows } = await sql<{ circuit: string }>`
    update energy_limits set ends_at = ${at} where id = ${id} and location_id = ${locationId} and ends_at > ${at}
    returning circuit`.execute(tx)
  return rows[0]
}

/** Forgets limits that ended before an instant. */
export async function removeOldLimits(db: Db, before: Date): Promise<void> {
  await sql`delete from energy_limits where ends_at < ${before}`.execute(db)
}

/** What the meters of a site said last. */
export async function listReadings(db: Db, locationId: number): Promise<MeterReading[]> {
  const { rows } = await sql<MeterReading>`
    select circuit, others_ma as "othersMa", surplus_ma as "surplusMa", received_at as "receivedAt" from energy_readings
    where location_id = ${locationId}`.execute(db)
  return rows
}

export async function upsertReading(
  db: Db,
  locationId: number,
  { circuit, othersMa, surplusMa, receivedAt }: MeterReading,
): Promise<void> {
  await sql`
    insert into energy_readings (location_id, circuit, others_ma, surplus_ma, received_at)
    values (${locationId}, ${circuit}, ${othersMa}::integer[], ${surplusMa}::integer[], ${receivedAt})
    on conflict (location_id, circuit) do update set others_ma = excluded.others_ma,
      surplus_ma = excluded.surplus_ma, received_at = excluded.received_at
    where energy_readings.received_at <= excluded.received_at`.execute(db)
}

/** The prices of a site from an instant on, in order of time. */
export async function listPrices(db: Db, locationId: number, now: Date): Promise<PriceHour[]> {
  const { rows } = await sql<{ from: Date; until: Date; price: number }>`
    select starts_at as "from", ends_at as until, price from energy_prices
    where location_id = ${locationId} and ends_at > ${now} order by starts_at`.execute(db)
  return rows.map(({ from, until, price }) => ({ from: from.getTime(), until: until.getTime(), price }))
}

/** Keeps prices; one that is known already is replaced. */
export async function upsertPrices(db: Db, locationId: number, prices: readonly PriceHour[]): Promise<void> {
  const from = prices.map((one) => new Date(one.from))
  const until = prices.map((one) => new Date(one.until))
  const costs = prices.map(({ price }) => price)
  await sql`
    insert into energy_prices (location_id, starts_at, ends_at, price)
    select ${locationId}, starts, ends, price
    from unnest(${from}::timestamptz[], ${until}::timestamptz[], ${costs}::float8[]) as given (starts, ends, price)
    on conflict (location_id, starts_at) do update set ends_at = excluded.ends_at, price = excluded.price`.execute(
    db,
  )
}

/** Forgets prices of hours that ended before an instant. */
export async function removeOldPrices(db: Db, before: Date): Promise<void> {
  await sql`delete from energy_prices where ends_at < ${before}`.execute(db)
}
