import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** The last silence of a station of which a mail was sent. */
export interface Silence {
  stationId: string
  notifiedAt: Date
  /** null: no mail has said yet that it is over */
  endedAt: Date | null
}

/** Lets only one transaction at a time look for silences; others wait. */
export const lockSilences = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('silences'))`.execute(tx)
}

/** Stations with a mail about their silence, and none about its end. */
export async function listOpenSilences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select station_id as id from station_silences where ended_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

export async function listSilences(db: Db, stationIds: readonly string[]): Promise<Map<string, Silence>> {
  const { rows } = await sql<Silence>`
    select station_id as "stationId", told_at as "notifiedAt", ended_at as "endedAt" from station_silences
    where station_id = any(${stationIds}::text[])`.execute(db)
  return new Map(rows.map((one) => [one.stationId, one]))
}

/** Records that a mail now says that stations are silent. */
export async function keepSilences(tx: Tx, stationIds: readonly string[], now: Date): Promise<void> {
  await sql`insert into station_silences (station_id, told_at) select unnest(${stationIds}::text[]), ${now}
    on conflict (station_id) do update set told_at = excluded.told_at, ended_at = null`.execute(tx)
}

/** Records that the silences of stations are over. */
export async function endSilences(tx: Tx, stationIds: readonly string[], now: Date): Promise<void> {
  await sql`update station_silences set ended_at = ${now} where station_id = any(${stationIds}::text[])`.execute(
    tx,
  )
}
