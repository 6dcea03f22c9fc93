import { type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../../platform/schema/schema.ts'

const most = 500

interface VersionRow
  extends Pick<
    Selectable<Schema['app_versions']>,
    'id' | 'android_v' | 'ios_v' | 'ping_timestamp' | 'created_at'
  > {
  first_name: string
  last_name: string
  email: string
}

/** The last 500 versions, newest first, with the person who set each. */
export async function listVersions(db: Db): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.id, v.android_v, v.ios_v, v.ping_timestamp, v.created_at, m.first_name, m.last_name, m.email
    from app_versions v join manager_view m on m.id = v.manager_id order by v.id desc limit ${most}`.execute(
    db,
  )
  return rows
}

export const findCurrentVersion = (db: Db) =>
  db.selectFrom('app_versions').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

export async function insertVersion(
  tx: Db,
  version: { androidV: number; iosV: string; managerId: number; createdAt: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('app_versions')
    .values({
      android_v: version.androidV,
      ios_v: version.iosV,
      manager_id: version.managerId,
      created_at: version.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Records that an app has read the versions, unless that was recorded after `before`. */
export async function updatePing(db: Db, id: number, at: Date, before: Date): Promise<void> {
  await db
    .updateTable('app_versions')
    .set({ ping_timestamp: at })
    .where('id', '=', id)
    .where(sql<boolean>`(ping_timestamp is null or ping_timestamp <= ${before})`)
    .execute()
}
