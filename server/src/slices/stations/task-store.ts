import type { ListedCard } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/schema.ts'

/** A station tells how far an update or an upload is; without a number it means its last one. */
export interface Progress {
  of: 'firmware' | 'upload'
  stationId: string
  requestId: number | null
  status: string
  at: Date
}

/** 'Idle' answers a TriggerMessage when nothing is under way, and says nothing of what was (1.6 clause 5.17). */
const says = ({ status }: Progress): boolean => status !== 'Idle'

export async function updateProgress(tx: Tx, all: readonly Progress[]): Promise<void> {
  for (const { of, stationId, requestId, status, at } of all.filter(says)) {
    const meant = requestId === null ? sql`true` : sql`id = ${requestId}`
    if (of === 'firmware') {
      const step = JSON.stringify([{ status, at: at.toISOString() }])
      await sql`update station_firmware_updates set steps = steps || ${step}::jsonb where id = (
        select max(id) from station_firmware_updates where station_id = ${stationId} and ${meant})`.execute(
        tx,
      )
    } else {
      const kind = requestId === null ? sql`kind = 'diagnostics'` : sql`true`
      await sql`update station_uploads set status = ${status}, status_at = ${at} where id = (
        select max(id) from station_uploads where station_id = ${stationId} and ${meant} and ${kind})`.execute(
        tx,
      )
    }
  }
}

export async function updateReservationsEnded(
  tx: Tx,
  ended: readonly { stationId: string; reservationId: number; at: Date }[],
): Promise<void> {
  for (const { stationId, reservationId, at } of ended) {
    await sql`update station_reservations set ended_at = coalesce(ended_at, ${at})
      where id = ${reservationId}::bigint and station_id = ${stationId}`.execute(tx)
  }
}

/** A card that began a transaction on an EVSE. */
export interface CardUse {
  stationId: string
  evse: number
  token: string
  at: Date
}

/** A transaction uses up the reservation of its card at its EVSE, also where the station does not name it. */
export async function updateReservationsUsed(tx: Tx, uses: readonly CardUse[]): Promise<void> {
  if (uses.length === 0) return
  const column = <T>(of: (one: CardUse) => T) => uses.map(of)
  await sql`update station_reservations r set ended_at = u.at
    from unnest(${column((one) => one.stationId)}::text[], ${column((one) => one.evse)}::int[],
      ${column((one) => one.token)}::text[], ${column((one) => one.at)}::timestamptz[]) as u(station_id, evse, token, at)
    where r.station_id = u.station_id and r.evse = u.evse and lower(r.token) = lower(u.token) and r.ended_at is null
      and u.at >= coalesce(r.made_at, '-infinity') and u.at <= r.until`.execute(tx)
}

export interface UploadRow {
  id: number
  kind: 'diagnostics' | 'security'
  asked_at: Date
  expires_at: Date
  status: string | null
  file_name: string | null
  received_at: Date | null
  size: number | null
  usable: boolean
}

/** The last uploads of a station, newest first. */
export async function listUploads(db: Db, stationId: string): Promise<UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    select id, kind, asked_at, expires_at, status, file_name, received_at, octet_length(bytes) as size,
      secret_hash is not null as usable
    from station_uploads where station_id = ${stationId} order by id desc limit 20`.execute(db)
  return rows
}

export async function findUploadFile(
  db: Db,
  stationId: string,
  id: number,
): Promise<{ file_name: string | null; bytes: Buffer | null } | undefined> {
  return db
    .selectFrom('station_uploads')
    .select(['file_name', 'bytes'])
    .where('id', '=', id)
    .where('station_id', '=', stationId)
    .executeTakeFirst()
}

/** Whether a file may still be brought to an address. */
export async function isUploadOpen(
  db: Db,
  { id, secretHash, at }: { id: number; secretHash: string; at: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('station_uploads')
    .select('id')
    .where('id', '=', id)
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes a file at an address that is good; answers whose it is, or nothing when the address is not good (any more). */
export async function updateReceived(
  tx: Tx,
  file: { id: number; secretHash: string; name: string; bytes: Buffer; at: Date },
): Promise<{ stationId: string } | undefined> {
  return tx
    .updateTable('station_uploads')
    .set({
      secret_hash: null,
      bytes: file.bytes,
      received_at: file.at,
      file_name: sql<string>`coalesce(file_name, ${file.name})`,
    })
    .where('id', '=', file.id)
    .where('secret_hash', '=', file.secretHash)
    .where('expires_at', '>', file.at)
    .returning('station_id as stationId')
    .executeTakeFirst()
}

export type ListEntries = Record<string, ListedCard>

export async function findLocalList(db: Db, stationId: string) {
  return db
    .selectFrom('station_local_lists')
    .select(['version', 'entries', 'sent_at'])
    .where('station_id', '=', stationId)
    .executeTakeFirst()
}

export async function upsertLocalList(
  db: Db,
  stationId: string,
  { version, entries, at }: { version: number; entries: ListEntries; at: Date },
): Promise<void> {
  const row = { version, entries: JSON.stringify(entries), sent_at: at }
  await db
    .insertInto('station_local_lists')
    .values({ station_id: stationId, ...row })
    .onConflict((conflict) => conflict.column('station_id').doUpdateSet(row))
    .execute()
}
