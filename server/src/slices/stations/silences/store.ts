import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** The last silence of a station that was told. */
export interface Silence {
  stationId: string
  toldAt: Date
  /** null: nobody has been told yet that it is over */
  endedAt: Date | null
}

/** Makes whoever looks for silences here wait for who is at it already. */
export const lockSilences = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('silences'))`.execute(tx)
}

/** Stations whose silence was told, and its end was not. */
export async function listOpenSilences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select station_id as id from station_silences where ended_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

export async function listSilences(db: Db, stationIds: readonly string[]): Promise<Map<string, Silence>> {
  const { rows } = await sql<Silence>`
    select station_id as "stationId", told_at as "toldAt", ended_at as "endedAt" from station_silences
    where station_id = any(${stationIds}::text[])`.execute(db)
  return new Map(rows.map((one) => [one.stationId, one]))
}

/** Keeps that stations are told as silent now. */
export async function keepSilences(tx: Tx, stationIds: readonly string[], now: Date): Promise<void> {
  await sql`insert into station_silences (station_id, told_at) select unnest(${stationIds}::text[]), ${now}
    on conflict (station_id) do update set told_at = excluded.told_at, ended_at = null`.execute(tx)
}

/** Keeps that the silences of stations are over. */
export async function endSilences(tx: Tx, stationIds: readonly string[], now: Date): Promise<void> {
  await sql`update station_silences set ended_at = ${now} where station_id = any(${stationIds}::text[])`.execute(
    tx,
  )
}
