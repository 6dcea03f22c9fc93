import type { Person, Role } from '@stationmaster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import { searched } from '../../../../platform/statements/search.ts'

/** Roles that may own locations and have staff. */
export const owningRoles: readonly Role[] = ['administrator', 'manager']

/** A stored person of the staff. */
export interface PersonRow
  extends Omit<Person, 'subscription_id' | 'last_seen_at' | 'created_at' | 'number_of_locations' | 'can'> {
  last_seen_at: Date | null
  created_at: Date
}

export interface PeopleFilter {
  limit: number
  offset: number
  search?: string | undefined
  roles?: readonly Role[] | undefined
  /** only people who may own a location now */
  canOwn?: boolean
}

const searchColumns = ['m.first_name', 'm.last_name', 'm.email', 'm.phone']

/** A page of the staff, ordered by name, with the count of all. */
export async function listPeople(
  db: Db,
  { limit, offset, search, roles, canOwn }: PeopleFilter,
): Promise<{ rows: PersonRow[]; total: number }> {
  const found = sql<SqlBool>`${searched(search ?? '', searchColumns)}
    and ${roles ? sql`m.role = any(${roles}::text[])` : sql`true`}
    and ${canOwn ? sql`m.role = any(${owningRoles}::text[]) and m.blocked_at is null` : sql`true`}`
  const [rows, count] = await Promise.all([
    select(db, sql`where ${found} order by m.last_name, m.first_name, m.id limit ${limit} offset ${offset}`),
    sql<{ total: number }>`select count(*) as total from managers m where ${found}`.execute(db),
  ])
  return { rows, total: count.rows[0]?.total ?? 0 }
}

export async function findPerson(db: Db, id: number): Promise<PersonRow | undefined> {
  const [row] = await select(db, sql`where m.id = ${id}`)
  return row
}

async function select(db: Db, rest: RawBuilder<unknown>): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select m.id, m.first_name, m.last_name, m.email, m.phone, m.avatar_url, m.role, m.owner_id,
      o.first_name as owner_first_name, o.last_name as owner_last_name, o.email as owner_email,
      m.blocked_at is not null as blocked, m.password_hash is null and m.external_since is null as invited,
      m.email_verified_at is not null as email_verified, m.new_email, m.created_at,
      exists (select from second_factors f where f.manager_id = m.id and f.confirmed_at is not null) as second_factor,
      (select max(s.last_used_at) from sessions s where s.manager_id = m.id) as last_seen_at
    from managers m left join managers o on o.id = m.owner_id ${rest}`.execute(db)
  return rows
}
