import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import type { KnownToken } from './tokens.ts'

const selected = sql`token, driver_id as "driverId", blocked, expires_at as "expiresAt", group_id as "group",
  payment_method_type as "paymentMethodType"`

/** The known ones among some tokens (keys made by tokenKey). */
export async function loadTokens(db: Db, keys: string[]): Promise<Map<string, KnownToken>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<KnownToken>`
    select ${selected} from id_tokens where token = any(${keys}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.token, row]))
}

/** The network's newest cards, so many at most. */
export async function loadNewestTokens(db: Db, most: number): Promise<KnownToken[]> {
  const { rows } = await sql<KnownToken>`
    select ${selected} from id_tokens order by created_at desc limit ${most}`.execute(db)
  return rows
}
