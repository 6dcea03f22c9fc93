import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** A card that a driver is to show. */
export interface TagProof {
  token: string
  stationNumber: number | null
  expiresAt: Date
}

/** The cards that a driver is to show yet. */
export async function listTagProofs(db: Db, driverId: number, now: Date): Promise<TagProof[]> {
  const { rows } = await sql<TagProof>`
    select p.token, s.number as "stationNumber", p.expires_at as "expiresAt"
    from tag_proofs p left join station_view s on s.id = p.station_id
    where p.driver_id = ${driverId} and p.expires_at > ${now} order by p.token`.execute(db)
  return rows
}

/** Waits for a driver to show a card; those that nobody showed in time go. */
export async function insertTagProof(
  tx: Tx,
  proof: { token: string; driverId: number; stationId: string | null },
  { at, expiresAt }: { at: Date; expiresAt: Date },
): Promise<void> {
  const { token, driverId, stationId } = proof
  await sql`delete from tag_proofs where expires_at <= ${at}`.execute(tx)
  await sql`insert into tag_proofs (token, driver_id, station_id, begun_at, expires_at)
    values (${token}, ${driverId}, ${stationId}, ${at}, ${expiresAt})
    on conflict (token, driver_id) do update
      set station_id = excluded.station_id, begun_at = excluded.begun_at, expires_at = excluded.expires_at`.execute(
    tx,
  )
}

/** A card that a station has read. */
export interface ShownTag {
  token: string
  stationId: string
  /** when it was shown, by the station's clock where it says so */
  at: Date
}

/**
 * Gives cards that nobody has to the drivers who were to show them there; resolves with those cards. Where several drivers wait for
 * the same one, nobody gets it: only one of them can have it in the hand. It is paid with the driver's saved card alone, because
 * nobody has agreed to give the driver credit.
 */
export async function giveShownTags(tx: Tx, shown: readonly ShownTag[], now: Date): Promise<string[]> {
  if (shown.length === 0) return []
  const { rows } = await sql<{ token: string }>`
    with shown as (
      select * from unnest(${shown.map(({ token }) => token)}::text[], ${shown.map(({ stationId }) => stationId)}::text[],
        ${shown.map(({ at }) => at)}::timestamptz[]) as s (token, station_id, at)
    ), fitting as (
      select p.token, min(p.driver_id) as driver_id from tag_proofs p join drivers d on d.id = p.driver_id
      where p.expires_at > ${now} and d.blocked_at is null and d.deleted_at is null and exists (
        select from shown s where s.token = p.token and s.at >= p.begun_at
          and (p.station_id is null or p.station_id = s.station_id))
      group by p.token having count(*) = 1
    ), done as (
      delete from tag_proofs p using fitting f where p.token = f.token
    )
    insert into id_tokens (token, driver_id, payment_method_type, created_at)
    select token, driver_id, 'card', ${now}::timestamptz from fitting
    on conflict (token) do nothing returning token`.execute(tx)
  return rows.map(({ token }) => token)
}
