import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

export interface FileRow {
  id: number
  vendor_name: string
  model: string
  version: string
  file_name: string
  name: string
  size: number
  sha256: string
  created_at: Date
  created_by: number
  /** of the person who uploaded it */
  by_name: string
  /** a roll-out of it has not ended */
  in_use: boolean
}

const selected = sql`select f.id, f.vendor_name, f.model, f.version, f.file_name, f.name, f.size, f.sha256, f.created_at,
    f.created_by, trim(m.first_name || ' ' || m.last_name) as by_name,
    exists (select from firmware_rollouts r where r.file_id = f.id and r.status in ('scheduled', 'running', 'paused')) as in_use
  from firmware_files f join manager_view m on m.id = f.created_by where f.deleted_at is null`

/** Newest first. */
export async function listFiles(db: Db): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`${selected} order by f.id desc limit 1000`.execute(db)
  return rows
}

/** Those of a station's model, newest first. */
export async function listFilesFor(db: Db, stationId: string): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`${selected}
    and (f.vendor_name, f.model) = (select s.vendor_name, s.model from station_view s where s.id = ${stationId})
    order by f.id desc limit 200`.execute(db)
  return rows
}

export async function hasStation(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from station_view where id = ${id} and deleted_at is null`.execute(db)
  return rows.length > 0
}

export async function findFile(db: Db, id: number): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`${selected} and f.id = ${id}`.execute(db)
  return rows[0]
}

/** Whether a model has a file of a version. */
export async function hasVersion(
  db: Db,
  { vendorName, model, version }: { vendorName: string; model: string; version: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('firmware_files')
    .select('id')
    .where('vendor_name', '=', vendorName)
    .where('model', '=', model)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export interface NewFile {
  vendorName: string
  model: string
  version: string
  fileName: string
  name: string
  size: number
  sha256: string
  at: Date
  by: number
}

export async function insertFile(tx: Tx, file: NewFile): Promise<number> {
  const { id } = await tx
    .insertInto('firmware_files')
    .values({
      vendor_name: file.vendorName,
      model: file.model,
      version: file.version,
      file_name: file.fileName,
      name: file.name,
      size: file.size,
      sha256: file.sha256,
      created_at: file.at,
      created_by: file.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a file, so that no roll-out of it begins and it is not deleted meanwhile. */
export const lockFile = async (tx: Tx, id: number): Promise<FileRow | undefined> => {
  await sql`select from firmware_files where id = ${id} for update`.execute(tx)
  return findFile(tx, id)
}

export async function updateDeleted(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('firmware_files').set({ deleted_at: at }).where('id', '=', id).execute()
}

export interface FleetRow {
  vendor_name: string
  model: string
  version: string | null
  stations: number
  online: number
  in_rollout: number
}

/** The versions of all stations, by model. */
export async function listFleet(db: Db): Promise<FleetRow[]> {
  const { rows } = await sql<FleetRow>`
    select s.vendor_name, s.model, s.firmware_version as version, count(*) as stations,
      count(p.connection_id) as online, count(o.station_id) as in_rollout
    from station_view s
      left join station_presence_view p on p.station_id = s.id
      left join firmware_rollout_stations o on o.station_id = s.id and o.state in ('waiting', 'updating')
    where s.deleted_at is null
    group by 1, 2, 3 order by 1, 2, 3 nulls last limit 2000`.execute(db)
  return rows
}
