import type { Language } from '@stationmaster/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Schema, Tx } from '../../../platform/schema/schema.ts'

export type ManagerRow = Selectable<Schema['managers']>

export const findManager = (db: Db, id: number): Promise<ManagerRow | undefined> =>
  db.selectFrom('managers').selectAll().where('id', '=', id).executeTakeFirst()

/** Which of some people the caller may see: everybody themselves, an administrator anybody. */
export async function listSeenManagers(db: Db, caller: Caller, ids: readonly number[]): Promise<number[]> {
  const seen = caller.role === 'administrator' ? sql`true` : sql`id = ${caller.id}`
  const { rows } = await sql<{ id: number }>`
    select id from managers where id = any(${ids}::bigint[]) and ${seen}`.execute(db)
  return rows.map(({ id }) => id)
}

export const findManagerByEmail = (db: Db, email: string): Promise<ManagerRow | undefined> =>
  db.selectFrom('managers').selectAll().where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst()

/** Somebody who is mailed, and in which language. */
export interface Addressee {
  email: string
  language: Language
}

/**
 * Whom to mail of work that an administrator has begun: that person, or every administrator where that one is blocked, is an
 * administrator no more or has no confirmed address.
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
  /** null: they choose a password when they accept their invitation */
  passwordHash: string | null
  role: ManagerRow['role']
  firstName: string
  lastName: string
  /** whose locations an operator or accounter sees */
  ownerId?: number | null
  /** of their mails; English unless told */
  language?: Language
  subscriber?: boolean
  /** null: not confirmed yet */
  emailVerifiedAt?: Date | null
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

/** Locks a manager against changes by others. */
export const lockManager = (tx: Tx, id: number): Promise<ManagerRow | undefined> =>
  tx.selectFrom('managers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks every administrator who is not blocked, in order, and answers their ids. */
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

/** Every administrator who is not blocked: whom the network tells of what nobody asked for. */
export const listAdministrators = (db: Db): Promise<Pick<ManagerRow, 'id' | 'email' | 'language'>[]> =>
  db
    .selectFrom('managers')
    .select(['id', 'email', 'language'])
    .where('role', '=', 'administrator')
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .execute()

/** Whether anybody administers the network who is not blocked. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from managers where role = 'administrator' and blocked_at is null) as found`.execute(
    db,
  )
  return rows[0]!.found
}

/** What may be changed of a manager. */
export type ManagerColumns = Partial<Omit<ManagerRow, 'id' | 'password_hash' | 'created_at'>>

export async function updateManager(tx: Tx, id: number, columns: ManagerColumns): Promise<void> {
  await tx.updateTable('managers').set(columns).where('id', '=', id).execute()
}

export async function updatePasswordHash(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx.updateTable('managers').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** A manager's password hash, which nobody changes until the transaction ends. */
export async function lockPasswordHash(tx: Tx, id: number): Promise<string | null> {
  const { password_hash } = await tx
    .selectFrom('managers')
    .select('password_hash')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
  return password_hash
}

/** Keeps that the address has been confirmed, unless it has been before. */
export async function updateVerified(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .updateTable('managers')
    .set({ email_verified_at: at })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** The ids of the managers with some addresses, which are in lower case. */
export async function listIdsByEmail(db: Db, emails: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, lower(email) as email from managers where lower(email) = any(${[...new Set(emails)]}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, email }) => [email, id]))
}
