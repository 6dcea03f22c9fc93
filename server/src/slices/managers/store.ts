import type { Language } from '@stationmaster/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, ManagersTable } from '../../platform/schema.ts'

export type ManagerRow = Selectable<ManagersTable>

export const findManager = (db: Db, id: number): Promise<ManagerRow | undefined> =>
  db.selectFrom('managers').selectAll().where('id', '=', id).executeTakeFirst()

export const findManagerByEmail = (db: Db, email: string): Promise<ManagerRow | undefined> =>
  db.selectFrom('managers').selectAll().where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst()

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
