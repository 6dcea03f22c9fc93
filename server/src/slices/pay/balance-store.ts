import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/schema.ts'

/** Six digits are soon tried, so the hash has a key that a copy of the database does not hold. */
const hashOf = (secretKey: string, orderId: number, code: string): string =>
  createHmac('sha256', secretKey).update(`balance code ${orderId} ${code}`).digest('hex')

/** What a driver is asked for who pays one order from the balance. */
export interface CodeOf {
  secretKey: string
  orderId: number
  code: string
}

/** Keeps a code, the one before is void; those that are too old go. */
export async function insertCode(
  tx: Tx,
  { secretKey, orderId, code }: CodeOf,
  { sentAt, expiresAt }: { sentAt: Date; expiresAt: Date },
): Promise<void> {
  await sql`delete from balance_codes where expires_at <= ${sentAt}`.execute(tx)
  await sql`insert into balance_codes (order_id, code_hash, sent_at, expires_at)
    values (${orderId}, ${hashOf(secretKey, orderId, code)}, ${sentAt}, ${expiresAt})
    on conflict (order_id) do update set code_hash = excluded.code_hash, attempts = 0, sent_at = excluded.sent_at,
      expires_at = excluded.expires_at`.execute(tx)
}

/** Counts a try at an order's code; false: it is wrong, too old, or was tried too often. */
export async function tryCode(
  db: Db,
  { secretKey, orderId, code }: CodeOf,
  { now, most }: { now: Date; most: number },
): Promise<boolean> {
  const { rows } = await sql<{ isRight: boolean }>`
    update balance_codes set attempts = attempts + 1
    where order_id = ${orderId} and expires_at > ${now} and attempts < ${most}
    returning code_hash = ${hashOf(secretKey, orderId, code)} as "isRight"`.execute(db)
  return rows[0]?.isRight ?? false
}

/** A code is used once; false: it was. */
export async function useCode(tx: Tx, { secretKey, orderId, code }: CodeOf): Promise<boolean> {
  const { rows } = await sql`delete from balance_codes
    where order_id = ${orderId} and code_hash = ${hashOf(secretKey, orderId, code)} returning order_id`.execute(
    tx,
  )
  return rows.length > 0
}

/** Until when an order's code may be used; null: there is none. */
export async function findCodeEnd(db: Db, orderId: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ expiresAt: Date }>`select expires_at as "expiresAt" from balance_codes
    where order_id = ${orderId} and expires_at > ${now}`.execute(db)
  return rows[0]?.expiresAt ?? null
}
