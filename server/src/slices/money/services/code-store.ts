import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** What a code is good for: to pay for its order from the balance, or to buy one service at a price with it. */
export type CodePurpose = 'charging' | `service ${number} ${number}`

/** What a driver of one order agrees with. */
export interface CodeOf {
  secretKey: string
  orderId: number
  purpose: CodePurpose
  code: string
}

/** Six digits are soon tried, so the hash has a key that a copy of the database does not hold. */
const hashOf = ({ secretKey, orderId, purpose, code }: CodeOf): string =>
  createHmac('sha256', secretKey).update(`code ${orderId} ${purpose} ${code}`).digest('hex')

/** Keeps a code, the one before is void; those that are too old go. */
export async function insertCode(
  tx: Tx,
  of: CodeOf,
  { sentAt, expiresAt }: { sentAt: Date; expiresAt: Date },
): Promise<void> {
  await sql`delete from driver_codes where expires_at <= ${sentAt}`.execute(tx)
  await sql`insert into driver_codes (order_id, purpose, code_hash, sent_at, expires_at)
    values (${of.orderId}, ${of.purpose}, ${hashOf(of)}, ${sentAt}, ${expiresAt})
    on conflict (order_id) do update set purpose = excluded.purpose, code_hash = excluded.code_hash, attempts = 0,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at`.execute(tx)
}

/** Counts a try at an order's code; false: it is wrong, too old, or was tried too often. */
export async function tryCode(
  db: Db,
  of: CodeOf,
  { now, most }: { now: Date; most: number },
): Promise<boolean> {
  const { rows } = await sql<{ isRight: boolean }>`
    update driver_codes set attempts = attempts + 1
    where order_id = ${of.orderId} and expires_at > ${now} and attempts < ${most}
    returning code_hash = ${hashOf(of)} as "isRight"`.execute(db)
  return rows[0]?.isRight ?? false
}

/** A code is used once; false: it was. */
export async function useCode(tx: Tx, of: CodeOf): Promise<boolean> {
  const { rows } = await sql`delete from driver_codes
    where order_id = ${of.orderId} and code_hash = ${hashOf(of)} returning order_id`.execute(tx)
  return rows.length > 0
}

/** What an order's code is good for that may still be used, and until when; undefined: there is none. */
export async function findCode(
  db: Db,
  orderId: number,
  now: Date,
): Promise<{ purpose: CodePurpose; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ purpose: CodePurpose; expiresAt: Date }>`
    select purpose, expires_at as "expiresAt" from driver_codes
    where order_id = ${orderId} and expires_at > ${now}`.execute(db)
  return rows[0]
}
