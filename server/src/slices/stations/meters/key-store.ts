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
export interface KeyRow {
  fingerprint: string
  publicKey: string
  connector: number | null
  source: KeySource
  reportedAt: Date
  confirmedAt: Date | null
  /** the name of who did */
  confirmedBy: string | null
  retiredAt: Date | null
}

/** The keys of a station's meters, those in use first; `fingerprint`: only this one. */
export async function listMeterKeys(db: Db, stationId: string, fingerprint?: string): Promise<KeyRow[]> {
  const only = fingerprint === undefined ? sql`` : sql`and fingerprint = ${fingerprint}`
  const { rows } = await sql<KeyRow>`
    select k.fingerprint, k.public_key as "publicKey", k.connector, k.source, k.reported_at as "reportedAt",
      k.confirmed_at as "confirmedAt", nullif(trim(concat_ws(' ', m.first_name, m.last_name)), '') as "confirmedBy",
      k.retired_at as "retiredAt"
    from meter_keys k left join manager_view m on m.id = k.confirmed_by
    where k.station_id = ${stationId} ${only}
    order by k.retired_at is not null, k.confirmed_at is null, k.id desc`.execute(db)
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

/** What people have done to a station's keys, as the audit log has it; by: who, and the API key that a program of theirs used. */
interface KeyDeed {
  at: Date
  action: string
  fingerprint: string | null
  by: string | null
}

/** The last 50 changes that people have made to the keys of a station, the newest first. */
export async function listKeyDeeds(db: Db, stationId: string): Promise<KeyDeed[]> {
  const { rows } = await sql<KeyDeed>`
    select a.at, a.action, coalesce(a.after ->> 'fingerprint', a.before ->> 'fingerprint') as fingerprint,
      nullif(concat_ws(', ', nullif(trim(concat_ws(' ', m.first_name, m.last_name)), ''), k.name), '') as "by"
    from audit_log_view a left join manager_view m on m.id = a.manager_id left join api_key_view k on k.id = a.api_key_id
    where a.subject_type = 'station' and a.subject_id = ${stationId}
      and a.action in ('station.meter_key_confirm', 'station.meter_key_retire')
    order by a.id desc limit 50`.execute(db)
  return rows
}
