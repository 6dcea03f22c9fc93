import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** A location that a partner has. */
export interface SentKey {
  partnerId: number
  objectId: string
  version: string
  /** by which the partner knows us; with another one it may have lost all */
  connection: string
}

export interface Sent {
  /** the stamp of what it has */
  lastUpdated: Date
  /** it has refused a part of it */
  wholeOnly: boolean
}

export async function findSent(
  db: Db,
  { partnerId, objectId, version, connection }: SentKey,
): Promise<Sent | undefined> {
  const { rows } = await sql<Sent>`
    select s.last_updated as "lastUpdated", s.whole_only as "wholeOnly" from roaming_sent s
    where s.partner_id = ${partnerId} and s.object_id = ${objectId} and s.version = ${version}
      and s.connection = ${connection}`.execute(db)
  return rows[0]
}

export async function saveSent(
  db: Db,
  { partnerId, objectId, version, connection }: SentKey,
  { lastUpdated, wholeOnly }: Sent,
): Promise<void> {
  await sql`insert into roaming_sent (partner_id, object_id, version, connection, last_updated, whole_only)
    values (${partnerId}, ${objectId}, ${version}, ${connection}, ${lastUpdated}, ${wholeOnly})
    on conflict (partner_id, object_id) do update set version = excluded.version, connection = excluded.connection,
      last_updated = excluded.last_updated, whole_only = excluded.whole_only`.execute(db)
}
