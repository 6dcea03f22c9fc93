import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Schema, Tx } from '../../../platform/schema/schema.ts'

/** 256 random bits need no slow hash. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export type AttemptRow = Selectable<Schema['sso_attempts']>
export type Purpose = AttemptRow['purpose']

interface NewAttempt {
  state: string
  browserSecret: string
  purpose: Purpose
  managerId: number | null
  sealed: string
  expiresAt: Date
}

export async function insertAttempt(db: Db, attempt: NewAttempt): Promise<void> {
  await db
    .insertInto('sso_attempts')
    .values({
      state_hash: hashOf(attempt.state),
      browser_hash: hashOf(attempt.browserSecret),
      purpose: attempt.purpose,
      manager_id: attempt.managerId,
      sealed: attempt.sealed,
      expires_at: attempt.expiresAt,
    })
    .execute()
}

interface Held {
  state: string
  browserSecret: string
}

/** Uses an attempt up. When several servers try at the same time, one succeeds. */
export const takeAttemptOf = (
  db: Db,
  { state, browserSecret }: Held,
  purposes: readonly Purpose[],
  now: Date,
): Promise<AttemptRow | undefined> =>
  db
    .deleteFrom('sso_attempts')
    .where('state_hash', '=', hashOf(state))
    .where('browser_hash', '=', hashOf(browserSecret))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** The attempt that waits for a code; locked, so that one code ends it. */
export const lockWaiting = (
  tx: Tx,
  { state, browserSecret }: Held,
  now: Date,
): Promise<AttemptRow | undefined> =>
  tx
    .selectFrom('sso_attempts')
    .selectAll()
    .where('state_hash', '=', hashOf(state))
    .where('browser_hash', '=', hashOf(browserSecret))
    .where('purpose', '=', 'code')
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

export async function deleteAttempt(tx: Tx, stateHash: string): Promise<void> {
  await tx.deleteFrom('sso_attempts').where('state_hash', '=', stateHash).execute()
}

/** Whose account somebody at a provider has. */
export interface Subject {
  issuer: string
  subject: string
}

export async function findLinked(db: Db, { issuer, subject }: Subject): Promise<number | undefined> {
  const row = await db
    .selectFrom('sso_identities')
    .select('manager_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.manager_id
}

export const findIdentity = (db: Db, managerId: number) =>
  db.selectFrom('sso_identities').selectAll().where('manager_id', '=', managerId).executeTakeFirst()

/** Connects an account; false where one of the two is connected already. */
export async function insertIdentity(
  tx: Tx,
  { issuer, subject }: Subject,
  managerId: number,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('sso_identities')
    .values({ issuer, subject, manager_id: managerId, linked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('manager_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateLastLogIn(tx: Tx, managerId: number, at: Date): Promise<void> {
  await tx
    .updateTable('sso_identities')
    .set({ last_log_in_at: at })
    .where('manager_id', '=', managerId)
    .execute()
}

export async function deleteIdentity(tx: Tx, managerId: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('sso_identities')
    .where('manager_id', '=', managerId)
    .returning('manager_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a logout token up; false where it was used before. */
export async function useLogoutToken(
  tx: Tx,
  { issuer, jti, expiresAt }: { issuer: string; jti: string; expiresAt: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('sso_logout_tokens')
    .values({ issuer, jti, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('jti')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets attempts and logout tokens that are of no use any more. */
export async function removeOldSingleSignOn(db: Db, now: Date): Promise<void> {
  await sql`delete from sso_attempts where expires_at <= ${now}`.execute(db)
  await sql`delete from sso_logout_tokens where expires_at <= ${now}`.execute(db)
}
