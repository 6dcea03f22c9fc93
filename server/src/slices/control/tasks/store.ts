import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../platform/statements/bulk.ts'

/** A station's report on an update or an upload; without a request id it is about the last one. */
export interface Progress {
  of: 'firmware' | 'upload'
  stationId: string
  requestId: number | null
  status: string
  at: Date
}

/** 'Idle' answers a TriggerMessage when nothing is under way, and says nothing of what was (1.6 clause 5.17). */
const isStatus = ({ status }: Progress): boolean => status !== 'Idle'

const progressColumns: ColumnMap<Progress & { step: object; position: number }> = {
  of: ['of', 'text'],
  stationId: ['station_id', 'text'],
  requestId: ['request_id', 'bigint'],
  status: ['status', 'text'],
  at: ['at', 'timestamptz'],
  step: ['step', 'jsonb'],
  position: ['position', 'integer'],
}

/** Stores the steps of firmware updates, and the last status of uploads. */
export async function updateProgress(tx: Tx, all: readonly Progress[]): Promise<void> {
  const reported = all.filter(isStatus).map((one, position) => {
    const { status, at } = one
    return { ...one, step: { status, at }, position }
  })
  if (reported.length === 0) return
  const properties = Object.keys(progressColumns) as (keyof (typeof reported)[number])[]
  await sql`
    with reported as (select * from ${rows(reported, progressColumns, properties)}),
    stepped as (
      select id, jsonb_agg(step order by position) as steps from (
        select t.*, (select max(u.id) from station_firmware_updates u
          where u.station_id = t.station_id and (t.request_id is null or u.id = t.request_id)) as id
        from reported t where t.of = 'firmware') named
      group by id
    ),
    updated as (
      update station_firmware_updates u set steps = u.steps || s.steps from stepped s where u.id = s.id
    )
    update station_uploads u set status = last.status, status_at = last.at
    from (
      select distinct on (id) id, status, at from (
        select t.*, (select max(u.id) from station_uploads u
          where u.station_id = t.station_id
            and case when t.request_id is null then u.kind = 'diagnostics' else u.id = t.request_id end) as id
        from reported t where t.of = 'upload') named
      order by id, position desc
    ) last where u.id = last.id`.execute(tx)
}

/** The last firmware update that was sent to a station. */
export function findFirmwareUpdate(db: Db, stationId: string) {
  return db
    .selectFrom('station_firmware_updates')
    .select(['location', 'asked_at', 'version_before', 'steps'])
    .where('station_id', '=', stationId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The statuses of the updates of some stations, each from an address, by station; absent where none was sent. */
export async function listUpdatesAt(
  db: Db,
  requested: readonly { stationId: string; location: string }[],
): Promise<Map<string, string[]>> {
  if (requested.length === 0) return new Map()
  const ids = requested.map(({ stationId }) => stationId)
  const locations = requested.map(({ location }) => location)
  const { rows: found } = await sql<{ stationId: string; steps: { status: string }[] }>`
    select u.station_id as "stationId", u.steps from station_firmware_updates u
      join unnest(${ids}::text[], ${locations}::text[]) as a (station_id, location)
        on u.station_id = a.station_id and u.location = a.location`.execute(db)
  return new Map(found.map(({ stationId, steps }) => [stationId, steps.map(({ status }) => status)]))
}

export async function insertFirmwareUpdate(
  db: Db,
  requested: { stationId: string; location: string; by: number; at: Date; versionBefore: string | null },
): Promise<number> {
  const { id } = await db
    .insertInto('station_firmware_updates')
    .values({
      station_id: requested.stationId,
      location: requested.location,
      asked_by: requested.by,
      asked_at: requested.at,
      version_before: requested.versionBefore,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The station refused the update: that is its only step. */
export async function updateFirmwareRefused(db: Db, id: number, status: string, at: Date): Promise<void> {
  const steps = JSON.stringify([{ status, at: at.toISOString() }])
  await db.updateTable('station_firmware_updates').set({ steps }).where('id', '=', id).execute()
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

/** Stores that a station may upload a file; answers its number. */
export async function insertUpload(
  db: Db,
  requested: {
    stationId: string
    kind: UploadRow['kind']
    secretHash: string
    by: number
    at: Date
    expiresAt: Date
  },
): Promise<number> {
  const { id } = await db
    .insertInto('station_uploads')
    .values({
      station_id: requested.stationId,
      kind: requested.kind,
      secret_hash: requested.secretHash,
      asked_by: requested.by,
      asked_at: requested.at,
      expires_at: requested.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The station uploads nothing: the address is no longer valid. */
export async function updateUploadRefused(db: Db, id: number, status: string): Promise<void> {
  await db.updateTable('station_uploads').set({ status, secret_hash: null }).where('id', '=', id).execute()
}

/** Stores the name of the file that the station will upload. */
export async function updateUploadNamed(db: Db, id: number, fileName: string): Promise<void> {
  await db.updateTable('station_uploads').set({ file_name: fileName }).where('id', '=', id).execute()
}

/** Whether a file may still be uploaded to an address. */
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

/** Stores a file that was uploaded to an address; answers its station, or undefined when the address is not valid (any more). */
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
