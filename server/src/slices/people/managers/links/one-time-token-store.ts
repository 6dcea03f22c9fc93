import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@stationmaster/units'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Schema, Tx } from '../../../../platform/schema/schema.ts'

export type Purpose = Schema['one_time_tokens']['purpose']
export type OneTimeTokenRow = Selectable<Schema['one_time_tokens']>

const lifeMs: Record<Purpose, number> = {
  password: HOUR_MS,
  email: 3 * DAY_MS,
  new_email: 3 * DAY_MS,
  invitation: 7 * DAY_MS,
  keep_email: 7 * DAY_MS,
}

/** 256 random bits need no slow hash. Looking up a hash leaks nothing by its duration. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Makes a token for a mailed link and stores only its hash. It is valid for an hour, three days or seven days. */
export async function insertOneTimeToken(
  tx: Tx,
  { managerId, email, purpose, at }: { managerId: number; email: string; purpose: Purpose; at: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('one_time_tokens')
    .values({
      manager_id: managerId,
      purpose,
      email,
      token_hash: hashOf(token),
      created_at: at,
      expires_at: new Date(at.getTime() + lifeMs[purpose]),
    })
    .execute()
  return token
}

const usable = (db: Db, purposes: readonly Purpose[], at: Date) =>
  db
    .selectFrom('one_time_tokens')
    .innerJoin('managers', 'managers.id', 'one_time_tokens.manager_id')
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    // a link to one address proves nothing about another; the old address may object even after it is replaced
    .where(
      sql<boolean>`(purpose = 'keep_email' or lower(one_time_tokens.email)
        = lower(case purpose when 'new_email' then managers.new_email else managers.email end))`,
    )

/** Whether a token can be used now. */
export async function isUsable(
  db: Db,
  token: string,
  purposes: readonly Purpose[],
  at: Date,
): Promise<boolean> {
  const row = await usable(db, purposes, at)
    .select('one_time_tokens.id')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return row !== undefined
}

/** A mailed token, good or not, with the present state of its manager. */
export interface MailedToken {
  managerId: number
  purpose: Purpose
  email: string
  expiresAt: Date
  usedAt: Date | null
  manager: Pick<
    Selectable<Schema['managers']>,
    'email' | 'new_email' | 'email_verified_at' | 'password_hash' | 'blocked_at'
  >
}

export async function findMailedToken(db: Db, token: string): Promise<MailedToken | undefined> {
  const row = await db
    .selectFrom('one_time_tokens as t')
    .innerJoin('managers as m', 'm.id', 't.manager_id')
    .select(['t.manager_id', 't.purpose', 't.email', 't.expires_at', 't.used_at'])
    .select(['m.email as current', 'm.new_email', 'm.email_verified_at', 'm.password_hash', 'm.blocked_at'])
    .where('t.token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!row) return undefined
  const {
    manager_id: managerId,
    purpose,
    email,
    expires_at: expiresAt,
    used_at: usedAt,
    current,
    ...rest
  } = row
  return { managerId, purpose, email, expiresAt, usedAt, manager: { ...rest, email: current } }
}

/** Uses a token up. When several requests use it at the same time, one succeeds. */
export const useOneTimeToken = (
  tx: Tx,
  token: string,
  purposes: readonly Purpose[],
  at: Date,
): Promise<OneTimeTokenRow | undefined> =>
  tx
    .updateTable('one_time_tokens')
    .set({ used_at: at })
    .where('used_at', 'is', null)
    .where(
      'id',
      'in',
      usable(tx, purposes, at).select('one_time_tokens.id').where('token_hash', '=', hashOf(token)),
    )
    .returningAll()
    .executeTakeFirst()

/** Makes the unused tokens of a manager void. */
export async function voidOneTimeTokens(
  tx: Tx,
  managerId: number,
  purposes: readonly Purpose[],
  at: Date,
): Promise<void> {
  await tx
    .updateTable('one_time_tokens')
    .set({ used_at: at })
    .where('manager_id', '=', managerId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}
