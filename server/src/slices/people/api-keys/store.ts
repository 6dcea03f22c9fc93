import type { Language, Role, Scope } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** What a call with a key is judged by. */
export interface KnownKey {
  id: number
  secretHash: string
  managerId: number
  scopes: Scope[]
  locationIds: number[] | null
  addresses: string[]
  expiresAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

export async function findKey(db: Db, publicId: string): Promise<KnownKey | undefined> {
  const { rows } = await sql<KnownKey>`
    select id, secret_hash as "secretHash", manager_id as "managerId", scopes, location_ids as "locationIds", addresses,
      expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"
    from api_keys where public_id = ${publicId}`.execute(db)
  return rows[0]
}

/** A key as lists show it. */
export interface KeyRow extends Omit<KnownKey, 'secretHash'> {
  publicId: string
  name: string
  createdAt: Date
  lastUsedFrom: string | null
  replacedBy: number | null
  role: Role
  email: string
  makerName: string
  isBlocked: boolean
  locations: { id: number; name: string }[] | null
}

/** Keys of one manager, or of all; those that ended before a moment are left out. */
export async function listKeys(db: Db, managerId: number | null, endedSince: Date): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.public_id as "publicId", k.name, k.manager_id as "managerId", k.scopes,
      k.location_ids as "locationIds", k.addresses, k.created_at as "createdAt", k.expires_at as "expiresAt",
      k.last_used_at as "lastUsedAt", k.last_used_from as "lastUsedFrom", k.revoked_at as "revokedAt",
      k.replaced_by as "replacedBy", m.role, m.email, trim(m.first_name || ' ' || m.last_name) as "makerName",
      (m.blocked_at is not null or m.shut_out_at is not null) as "isBlocked",
      case when k.location_ids is not null then (
        select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by l.name, l.id), '[]')
        from location_view l where l.id = any(k.location_ids)) end as locations
    from api_keys k join manager_view m on m.id = k.manager_id
    where (${managerId}::bigint is null or k.manager_id = ${managerId})
      and k.expires_at > ${endedSince} and (k.revoked_at is null or k.revoked_at > ${endedSince})
    order by k.id desc limit 1000`.execute(db)
  return rows
}

/** A key that was drawn, with what it may do. */
export interface NewKey {
  publicId: string
  secretHash: string
  managerId: number
  name: string
  scopes: readonly Scope[]
  locationIds: readonly number[] | null
  addresses: readonly string[]
  createdAt: Date
  expiresAt: Date
}

export async function insertKey(tx: Tx, key: NewKey): Promise<number> {
  const { id } = await tx
    .insertInto('api_keys')
    .values({
      public_id: key.publicId,
      secret_hash: key.secretHash,
      manager_id: key.managerId,
      name: key.name,
      scopes: [...key.scopes],
      location_ids: key.locationIds && [...key.locationIds],
      addresses: [...key.addresses],
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A key of a manager, or of whomever, locked so that it is replaced once. */
export const lockKey = (tx: Tx, id: number, managerId: number | null) =>
  tx
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .$if(managerId !== null, (query) => query.where('manager_id', '=', managerId as number))
    .forUpdate()
    .executeTakeFirst()

export async function countLiving(tx: Tx, managerId: number, now: Date): Promise<number> {
  const { living } = await tx
    .selectFrom('api_keys')
    .select(sql<number>`count(*)`.as('living'))
    .where('manager_id', '=', managerId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return living
}

export async function updateReplaced(
  tx: Tx,
  id: number,
  { by, expiresAt }: { by: number; expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ replaced_by: by, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

export async function updateRevoked(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('api_keys').set({ revoked_at: at }).where('id', '=', id).execute()
}

/** Notes when and from where a key was used; of several servers the latest counts. */
export async function updateLastUsed(
  db: Db,
  id: number,
  { at, from }: { at: Date; from: string },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: at, last_used_from: from })
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', at)]))
    .execute()
}

/** A key that ends, and its maker. */
interface EndingKey {
  name: string
  expiresAt: Date
  email: string
  language: Language
}

/** Marks the keys that end before a moment as warned of, and answers them; those that were made for a shorter time need no warning. */
export async function takeEnding(
  tx: Tx,
  now: Date,
  { before, days }: { before: Date; days: number },
): Promise<EndingKey[]> {
  const { rows } = await sql<EndingKey>`
    update api_keys k set warned_at = ${now} from manager_mail_view m
    where m.id = k.manager_id and k.warned_at is null and k.revoked_at is null and k.replaced_by is null
      and k.expires_at > ${now} and k.expires_at <= ${before}
      and k.expires_at > k.created_at + make_interval(days => ${days})
    returning k.name, k.expires_at as "expiresAt", m.email, m.language`.execute(tx)
  return rows
}
