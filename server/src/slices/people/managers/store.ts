import type { Language } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Schema, Tx } from '../../../platform/schema/schema.ts'

export type ManagerRow = Selectable<Schema['managers']>

export const findManager = (db: Db, id: number): Promise<ManagerRow | undefined> =>
  db.selectFrom('managers').selectAll().where('id', '=', id).executeTakeFirst()

/** The condition for managers that the caller may see: administrators see all, others themselves. */
export async function listSeenManagers(db: Db, caller: Caller, ids: readonly number[]): Promise<number[]> {
  const seen = caller.role === 'administrator' ? sql`true` : sql`id = ${caller.id}`
  const { rows } = await sql<{ id: number }>`
    select id from managers where id = any(${ids}::bigint[]) and ${seen}`.execute(db)
  return rows.map(({ id }) => id)
}

export const findManagerByEmail = (db: Db, email: string): Promise<ManagerRow | undefined> =>
  db.selectFrom('managers').selectAll().where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst()

/** The receiver of a mail and their language. */
export interface Addressee {
  email: string
  language: Language
}

/**
 * The receivers of a mail about work that an administrator has started: that person, or every administrator when the person is blocked,
 * is no administrator any more or has no confirmed address.
 */
export async function listAnswerable(db: Db, managerId: number): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    with administrator as (select id, email, language from manager_mail_view where role = 'administrator')
    select email, language from administrator
    where id = ${managerId} or not exists (select from administrator where id = ${managerId})
    order by id`.execute(db)
  return rows
}

export interface NewManager {
  email: string
  /** null when the person chooses a password by an invitation */
  passwordHash: string | null
  role: ManagerRow['role']
  firstName: string
  lastName: string
  /** whose locations an operator or accounter sees */
  ownerId?: number | null
  /** of their mails; English by default */
  language?: Language
  subscriber?: boolean
  /** null when not confirmed yet */
  emailVerifiedAt?: Date | null
  createdAt: Date
}

/** Inserts a manager; undefined when the e-mail is in use. */
export async function insertManager(db: Db, manager: NewManager): Promise<number | undefined> {
  const inserted = await db
    .insertInto('managers')
    .values({
      email: manager.email,
      password_hash: manager.passwordHash,
      role: manager.role,
      first_name: manager.firstName,
      last_name: manager.lastName,
      owner_id: manager.ownerId ?? null,
      language: manager.language ?? 'en',
      subscriber: manager.subscriber ?? false,
      email_verified_at: manager.emailVerifiedAt ?? null,
      created_at: manager.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Locks a manager until the transaction ends. */
export const lockManager = (tx: Tx, id: number): Promise<ManagerRow | undefined> =>
  tx.selectFrom('managers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks every administrator who is not blocked, in order. Resolves with their ids. */
export async function lockAdministrators(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('managers')
    .select('id')
    .where('role', '=', 'administrator')
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Every administrator who is not blocked: the receivers of notices that no person has requested. */
export const listAdministrators = (db: Db): Promise<Pick<ManagerRow, 'id' | 'email' | 'language'>[]> =>
  db
    .selectFrom('managers')
    .select(['id', 'email', 'language'])
    .where('role', '=', 'administrator')
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .execute()

/** Whether there is an administrator who is not blocked. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from managers where role = 'administrator' and blocked_at is null) as found`.execute(
    db,
  )
  return first(rows).found
}

/** The columns of a manager that can be changed. */
export type ManagerColumns = Partial<Omit<ManagerRow, 'id' | 'password_hash' | 'created_at'>>

export async function updateManager(tx: Tx, id: number, columns: ManagerColumns): Promise<void> {
  await tx.updateTable('managers').set(columns).where('id', '=', id).execute()
}

export async function updatePasswordHash(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx.updateTable('managers').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** A manager's password hash, locked until the transaction ends. */
export async function lockPasswordHash(tx: Tx, id: number): Promise<string | null> {
  const { password_hash } = await tx
    .selectFrom('managers')
    .select('password_hash')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
  return password_hash
}

/** Records that the address is confirmed, unless it was before. */
export async function updateVerified(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .updateTable('managers')
    .set({ email_verified_at: at })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** The ids of managers by their addresses in lower case. */
export async function listIdsByEmail(db: Db, emails: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, lower(email) as email from managers where lower(email) = any(${[...new Set(emails)]}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, email }) => [email, id]))
}
