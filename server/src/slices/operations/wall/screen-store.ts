import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

export interface ScreenRow {
  id: number
  name: string
  createdAt: Date
  usedAt: Date | null
}

const selected = sql`select id, name, created_at as "createdAt", used_at as "usedAt" from wall_screens`

/** The screens with a valid key, ordered by name. */
export async function listScreens(db: Db): Promise<ScreenRow[]> {
  const { rows } = await sql<ScreenRow>`
    ${selected} where revoked_at is null order by lower(name), id`.execute(db)
  return rows
}

/** The screen of a key; undefined when the key is unknown or revoked. */
export async function findByKey(db: Db, keyHash: string): Promise<ScreenRow | undefined> {
  const { rows } = await sql<ScreenRow>`
    ${selected} where key_hash = ${keyHash} and revoked_at is null`.execute(db)
  return rows[0]
}

export async function insertScreen(
  tx: Tx,
  screen: { name: string; keyHash: string; createdAt: Date; managerId: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into wall_screens (name, key_hash, created_at, created_by)
    values (${screen.name}, ${screen.keyHash}, ${screen.createdAt}, ${screen.managerId}) returning id`.execute(
    tx,
  )
  return first(rows).id
}

/** Revokes a screen's key; false when it had no valid key. */
export async function updateRevoked(tx: Tx, id: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update wall_screens set revoked_at = ${at} where id = ${id} and revoked_at is null returning id`.execute(
    tx,
  )
  return rows.length > 0
}

/** Records that a screen has read the wall, at most once a minute. */
export async function updateUsed(db: Db, id: number, at: Date): Promise<void> {
  await sql`update wall_screens set used_at = ${at}
    where id = ${id} and (used_at is null or used_at < ${at}::timestamptz - interval '1 minute')`.execute(db)
}
