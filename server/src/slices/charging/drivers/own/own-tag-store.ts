import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** A card as its driver sees it. */
export interface OwnTag {
  token: string
  blocked: boolean
  expiresAt: Date | null
  createdAt: Date
}

const columns = sql`token, blocked, expires_at as "expiresAt", created_at as "createdAt"`

/** The cards of a driver, in order of their numbers. */
export async function listOwnTags(db: Db, driverId: number): Promise<OwnTag[]> {
  const { rows } = await sql<OwnTag>`
    select ${columns} from id_tokens where driver_id = ${driverId} order by token limit 200`.execute(db)
  return rows
}

/** Whether a card is registered, whoever has it. */
export async function isRegistered(db: Db, token: string): Promise<boolean> {
  const { rows } = await sql`select from id_tokens where token = ${token}`.execute(db)
  return rows.length > 0
}

/** Blocks a card of a driver; undefined: the driver has none such. */
export async function blockOwnTag(tx: Tx, driverId: number, token: string): Promise<OwnTag | undefined> {
  const { rows } = await sql<OwnTag>`
    update id_tokens set blocked = true where token = ${token} and driver_id = ${driverId}
    returning ${columns}`.execute(tx)
  return rows[0]
}

/** Removes a card of a driver, unless it is blocked: whoever has found it could take it again. */
export async function removeOwnTag(tx: Tx, driverId: number, token: string): Promise<boolean> {
  const { rows } = await sql`
    delete from id_tokens where token = ${token} and driver_id = ${driverId} and not blocked
    returning token`.execute(tx)
  return rows.length > 0
}
