import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, ManagersTable, RefreshTokensTable, Tx } from '../../platform/schema.ts'

export type ManagerRow = Selectable<ManagersTable>

export const findManager = (db: Db, id: number): Promise<ManagerRow | undefined> =>
  db.selectFrom('managers').selectAll().where('id', '=', id).executeTakeFirst()

export const findManagerByEmail = (db: Db, email: string): Promise<ManagerRow | undefined> =>
  db.selectFrom('managers').selectAll().where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst()

export interface NewManager {
  email: string
  passwordHash: string
  role: ManagerRow['role']
  firstName: string
  lastName: string
  createdAt: Date
}

/** Inserts a manager, or answers undefined when the e-mail is taken. */
export async function insertManager(db: Db, manager: NewManager): Promise<number | undefined> {
  const inserted = await db
    .insertInto('managers')
    .values({
      email: manager.email,
      password_hash: manager.passwordHash,
      role: manager.role,
      first_name: manager.firstName,
      last_name: manager.lastName,
      created_at: manager.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Managers that may own locations, by name, for pickers. */
export const listManagers = (db: Db) =>
  db
    .selectFrom('managers')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('role', 'in', ['administrator', 'manager'])
    .where('blocked_at', 'is', null)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(5000)
    .execute()

export type RefreshTokenRow = Selectable<RefreshTokensTable>

export const lockRefreshToken = (tx: Tx, hash: string): Promise<RefreshTokenRow | undefined> =>
  tx.selectFrom('refresh_tokens').selectAll().where('token_hash', '=', hash).forUpdate().executeTakeFirst()

export async function insertRefreshToken(
  db: Db,
  token: { managerId: number; hash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      manager_id: token.managerId,
      token_hash: token.hash,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute()
}

export async function updateReplaced(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('refresh_tokens').set({ replaced_at: at }).where('id', '=', id).execute()
}

export async function updateRevoked(db: Db, hash: string, at: Date): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ revoked_at: at })
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Forgets tokens that can do nothing any more. */
export async function removeExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('expires_at', '<', now).execute()
}
