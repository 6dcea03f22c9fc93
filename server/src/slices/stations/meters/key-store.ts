import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import { type ColumnMap, insertRows } from '../../../platform/statements/bulk.ts'
import type { KnownKey } from './verify.ts'

export type KeySource = 'staff' | 'settings' | 'vendor' | 'message'

/** A key as a station tells it, or a person. */
export interface ReportedKey {
  stationId: string
  /** as 1.6 counts connectors; null: of no certain one */
  connector: number | null
  publicKey: string
  fingerprint: string
  source: KeySource
  reportedAt: Date
}

/** A key that is known of a station; since `retiredAt` its meter signs with another one. */
export interface MeterKey extends KnownKey {
  fingerprint: string
  retiredAt: Date | null
}

const columns: ColumnMap<ReportedKey> = {
  stationId: ['station_id', 'text'],
  connector: ['connector', 'integer'],
  publicKey: ['public_key', 'text'],
  fingerprint: ['fingerprint', 'text'],
  source: ['source', 'text'],
  reportedAt: ['reported_at', 'timestamptz'],
}

/** Keeps keys that stations tell, unconfirmed; a key that is known stays as it is. */
export const insertReportedKeys = (db: Db, keys: readonly ReportedKey[]) =>
  insertRows(db, 'meter_keys', [...keys], columns, sql`(station_id, fingerprint) do nothing`)

/** The keys of stations' meters, by station. */
export async function loadMeterKeys(db: Db, stationIds: readonly string[]): Promise<Map<string, MeterKey[]>> {
  const keys = new Map<string, MeterKey[]>()
  if (stationIds.length === 0) return keys
  const { rows } = await sql<MeterKey & { stationId: string }>`
    select station_id as "stationId", public_key as "publicKey", fingerprint, confirmed_at is not null as confirmed,
      retired_at as "retiredAt"
    from meter_keys where station_id = any(${[...stationIds]}::text[]) order by id`.execute(db)
  for (const { stationId, ...key } of rows) {
    const known = keys.get(stationId)
    if (known) known.push(key)
    else keys.set(stationId, [key])
  }
  return keys
}

/** A key as it is shown. */
interface KeyRow {
  fingerprint: string
  publicKey: string
  connector: number | null
  source: KeySource
  reportedAt: Date
  confirmedAt: Date | null
  retiredAt: Date | null
}

/** The keys of a station's meters, those in use first; `fingerprint`: only this one. */
export async function listMeterKeys(db: Db, stationId: string, fingerprint?: string): Promise<KeyRow[]> {
  const only = fingerprint === undefined ? sql`` : sql`and fingerprint = ${fingerprint}`
  const { rows } = await sql<KeyRow>`
    select fingerprint, public_key as "publicKey", connector, source, reported_at as "reportedAt",
      confirmed_at as "confirmedAt", retired_at as "retiredAt"
    from meter_keys where station_id = ${stationId} ${only}
    order by retired_at is not null, confirmed_at is null, id desc`.execute(db)
  return rows
}

/** Keeps that a person says that a key is a meter's; one that had been replaced is in use again. */
export async function upsertConfirmed(db: Db, key: ReportedKey, managerId: number): Promise<void> {
  const { stationId, connector, publicKey, fingerprint, source, reportedAt } = key
  await sql`insert into meter_keys as k (station_id, connector, public_key, fingerprint, source, reported_at, confirmed_at, confirmed_by)
    values (${stationId}, ${connector}, ${publicKey}, ${fingerprint}, ${source}, ${reportedAt}, ${reportedAt}, ${managerId})
    on conflict (station_id, fingerprint) do update set confirmed_at = excluded.confirmed_at,
      confirmed_by = excluded.confirmed_by, connector = coalesce(excluded.connector, k.connector), retired_at = null`.execute(
    db,
  )
}

/** The meter signs with another key since an instant; whether there is such a key in use. */
export async function updateRetired(
  db: Db,
  stationId: string,
  fingerprint: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`update meter_keys set retired_at = ${at}
    where station_id = ${stationId} and fingerprint = ${fingerprint} and retired_at is null returning id`.execute(
    db,
  )
  return rows.length > 0
}
