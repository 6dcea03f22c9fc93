import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { inParts, insertParts, rows as rowsOf } from '../../../platform/statements/bulk.ts'

/** What a file says of a card. */
export interface CardFields {
  driverId: number | null
  group: string | null
  /** ISO 8601 in UTC; null: always valid */
  expiresAt: string | null
  payment: string
  blocked: boolean
}

export interface CardRow extends CardFields {
  token: string
}

/** A card with the addresses of its driver, as it is written to a file. */
export interface NamedCardRow extends CardRow {
  email: string | null
  phone: string | null
  name: string | null
}

const selected = sql`t.token, t.driver_id as "driverId", t.group_id as "group", t.payment_method_type as payment, t.blocked,
  to_char(t.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt"`

/** The cards after one, in order of their numbers; without those that companies have given out. */
export async function listCardRowsAfter(db: Db, after: string, limit: number): Promise<NamedCardRow[]> {
  const { rows } = await sql<NamedCardRow>`
    select ${selected}, d.email, d.phone, trim(d.first_name || ' ' || d.last_name) as name
    from id_tokens t left join drivers d on d.id = t.driver_id
    where t.token > ${after} and t.fleet_id is null order by t.token limit ${limit}`.execute(db)
  return rows
}

/** Cards by their numbers, locked until the transaction ends; without those that companies have given out. */
export async function lockCards(tx: Tx, tokens: readonly string[]): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`select ${selected} from id_tokens t
    where t.token = any(${tokens}::text[]) and t.fleet_id is null order by t.token for update`.execute(tx)
  return rows
}

/** By what a file may name drivers. */
export interface DriverNames {
  ids: readonly number[]
  /** in small letters */
  emails: readonly string[]
  /** their digits */
  phones: readonly string[]
}

/** A driver who has one of the names; phone numbers are entered with any signs between the digits. */
export interface NamedDriver {
  id: number
  email: string | null
  phone: string | null
}

/** The drivers that have one of some names, but for those whose accounts are deleted. */
export async function listNamedDrivers(tx: Tx, { ids, emails, phones }: DriverNames): Promise<NamedDriver[]> {
  const { rows } = await sql<NamedDriver>`
    select id, email, phone from (
      select id, lower(email) as email, regexp_replace(phone, '[^0-9]', '', 'g') as phone
      from drivers where deleted_at is null) d
    where id = any(${ids}::bigint[]) or email = any(${emails}::text[]) or phone = any(${phones}::text[])`.execute(
    tx,
  )
  return rows
}

/** All groups of cards, kept until the transaction ends. */
export async function lockGroupNames(tx: Tx): Promise<{ key: string; name: string }[]> {
  const { rows } = await sql<{ key: string; name: string }>`
    select key, name from tag_groups order by key for key share`.execute(tx)
  return rows
}

const columns = {
  token: ['token', 'text'],
  driverId: ['driver_id', 'bigint'],
  group: ['group_id', 'text'],
  expiresAt: ['expires_at', 'timestamptz'],
  payment: ['payment_method_type', 'text'],
  blocked: ['blocked', 'boolean'],
} as const

/** Adds cards; one that exists already violates the key id_tokens_pkey. */
export const insertCardRows = (tx: Tx, cards: readonly CardRow[], at: Date): Promise<void> =>
  insertParts(
    tx,
    'id_tokens',
    cards.map((card) => ({ ...card, at })),
    { ...columns, at: ['created_at', 'timestamptz'] },
  )

/** Sets all that a file says of cards, found by their numbers. */
export async function updateCardRows(tx: Tx, cards: readonly CardRow[]): Promise<void> {
  for (const part of inParts(cards))
    await sql`update id_tokens t set driver_id = r.driver_id, group_id = r.group_id, expires_at = r.expires_at,
        payment_method_type = r.payment_method_type, blocked = r.blocked
      from ${rowsOf(part, columns, ['token', 'driverId', 'group', 'expiresAt', 'payment', 'blocked'])}
      where t.token = r.token`.execute(tx)
}
