import { type Language, openOrderStatuses, type PaymentMethodType } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import type { Selectable, Updateable } from 'kysely'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Schema, Tx } from '../../../platform/schema/schema.ts'
import { searched } from '../../../platform/statements/search.ts'
import { visibleLocations } from '../../places/locations/access/scope-store.ts'
import { tokenKey } from './tokens.ts'

type Card = Pick<TokenRow, 'token' | 'blocked' | 'group_id'> & { expires_at: string | null }
export type TokenRow = Selectable<Schema['id_tokens']>
export type DriverRow = Selectable<Schema['drivers']> & {
  tokens: Card[]
  debtMinor: number
  balanceMinor: number
  heldMinor: number
  busy: boolean
  fleet: { id: number; name: string } | null
  savedCard: { brand: string | null; last4: string | null; saved_at: string } | null
}

const columns = ['d.first_name', 'd.last_name', 'd.phone', 'd.email']

/** The condition of a search: by name, phone, e-mail, or by a card's number. */
const foundBy = (search: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${searched(search, columns)} or d.id in (select driver_id from id_tokens where token = ${tokenKey(search)}))`

/** The condition that a driver has an order at a location that the caller may see. */
const hasCharged = (caller: Caller): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from order_view o where o.driver_id = d.id and ${visibleLocations(caller, 'o.location_id')})`

/**
 * The condition of a search by people who are not administrators: by name they find drivers who have charged at their locations, by a
 * complete phone number, e-mail or card they find any driver.
 */
const foundFor = (caller: Caller, search: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  (${searched(search, ['d.first_name', 'd.last_name'])} and ${hasCharged(caller)})
  or (${search} <> '' and (d.phone = ${search} or lower(d.email) = lower(${search}) or d.id in (
    select driver_id from id_tokens where token = ${tokenKey(search)}))))`

/** A page of the drivers that the caller may see, newest first, each with its cards. */
export async function listDrivers(
  db: Db,
  caller: Caller,
  {
    limit,
    offset,
    search = '',
    fleet,
  }: { limit: number; offset: number; search?: string | undefined; fleet?: number | undefined },
): Promise<{ items: DriverRow[]; total: number }> {
  const named = caller.role === 'administrator' ? foundBy(search) : foundFor(caller, search.trim())
  const found = fleet === undefined ? named : sql<SqlBool>`(${named} and d.fleet_id = ${fleet})`
  const [page, count] = await Promise.all([
    sql<DriverRow>`select ${selected} from drivers d where ${found}
      order by d.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from drivers d where ${found}`.execute(db),
  ])
  return { items: page.rows, total: count.rows[0]?.total ?? 0 }
}

/**
 * The condition for drivers that the caller may see: administrators and operators of the whole network see all drivers, others see
 * drivers who have charged at their locations.
 */
const seen = (caller: Caller): RawBuilder<SqlBool> => {
  const { role, ownerId } = caller
  const seesAll = role === 'administrator' || (role === 'operator' && ownerId === null)
  return seesAll ? sql<SqlBool>`true` : hasCharged(caller)
}

/** Which of some drivers the caller may see. */
export async function listSeenDrivers(db: Db, caller: Caller, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from drivers d where d.id = any(${ids}::bigint[]) and ${seen(caller)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A driver, if the caller may see that driver. */
export async function findSeenDriver(db: Db, caller: Caller, id: number): Promise<DriverRow | undefined> {
  const { rows } =
    await sql<DriverRow>`select ${selected} from drivers d where d.id = ${id} and ${seen(caller)}`.execute(db)
  return rows[0]
}

/** Whether the caller may see a driver; every call with a driver's id checks it. */
export async function seesDriver(db: Db, caller: Caller, id: number): Promise<boolean> {
  const { rows } = await sql`select from drivers d where d.id = ${id} and ${seen(caller)}`.execute(db)
  return rows.length > 0
}

/** Learns a driver's language from what the driver reads; one with an account has chosen it there. */
export async function learnLanguage(db: Db, id: number, language: Language): Promise<void> {
  await sql`update drivers set language = ${language} where id = ${id} and language is distinct from ${language}
    and (language is null or email_verified_at is null and phone_verified_at is null)`.execute(db)
}

export async function findDriver(db: Db, id: number): Promise<DriverRow | undefined> {
  const { rows } = await sql<DriverRow>`select ${selected} from drivers d where d.id = ${id}`.execute(db)
  return rows[0]
}

/** A driver, locked, so that only one transaction at a time spends the driver's balance. */
export async function lockDriver(tx: Tx, id: number): Promise<DriverRow | undefined> {
  await sql`select from drivers where id = ${id} for update`.execute(tx)
  return findDriver(tx, id)
}

const hasOpenOrderSql = (driverId: RawBuilder<number> | number): RawBuilder<boolean> => sql<boolean>`exists (
  select from order_view where driver_id = ${driverId} and not card_free and status in (${sql.join(openOrderStatuses)}))`

/** Whether a driver has an open order. */
export async function hasOpenOrder(db: Db, driverId: number): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`select ${hasOpenOrderSql(driverId)} as busy`.execute(db)
  return first(rows).busy
}

const selected = sql`d.*, coalesce((
  select json_agg(json_build_object('token', t.token, 'blocked', t.blocked or d.blocked_at is not null,
    'expires_at', t.expires_at, 'group_id', t.group_id) order by t.token)
  from id_tokens t where t.driver_id = d.id), '[]') as tokens,
  coalesce((select sum(debt_minor) from driver_debt_view where driver_id = d.id), 0)::bigint as "debtMinor",
  -(select coalesce(sum(amount_minor), 0) from driver_balance_line_view
    where account = 'customer_balance:' || d.id)::bigint as "balanceMinor",
  coalesce((select sum(hold_minor) from balance_hold_view where driver_id = d.id), 0)::bigint as "heldMinor",
  ${hasOpenOrderSql(sql`d.id`)} as busy,
  (select json_build_object('id', f.id, 'name', f.name) from fleets f where f.id = d.fleet_id) as fleet,
  (select json_build_object('brand', brand, 'last4', last4, 'saved_at', saved_at)
    from saved_card_view where driver_id = d.id) as "savedCard"`

export interface NewDriver {
  firstName: string
  lastName: string
  phone: string | null
  email: string | null
  createdAt: Date
}

export const insertDriver = async (tx: Tx, driver: NewDriver): Promise<number> =>
  first(await insertDrivers(tx, [driver]))

/** Adds at least one driver; gives their ids in the same order. */
export async function insertDrivers(tx: Tx, drivers: readonly NewDriver[]): Promise<number[]> {
  const inserted = await tx
    .insertInto('drivers')
    .values(
      drivers.map(({ firstName, lastName, phone, email, createdAt }) => ({
        first_name: firstName,
        last_name: lastName,
        phone,
        email,
        created_at: createdAt,
      })),
    )
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

/** A page of cards, newest first; without those that companies have given out. */
export async function listTokens(
  db: Db,
  {
    limit,
    offset,
    search = '',
    group,
  }: { limit: number; offset: number; search?: string | undefined; group?: string | undefined },
): Promise<{ items: TokenRow[]; total: number }> {
  const inGroup = group === undefined ? sql`true` : sql`t.group_id = ${tokenKey(group)}`
  const found = sql`from id_tokens t
    where t.fleet_id is null and ${searched(search, ['t.token', 't.group_id'])} and ${inGroup}`
  const [page, count] = await Promise.all([
    sql<TokenRow>`select t.* ${found} order by t.created_at desc, t.token limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*) as total ${found}`.execute(db),
  ])
  return { items: page.rows, total: count.rows[0]?.total ?? 0 }
}

type OnCards = Pick<TokenRow, 'driver_id'> & Partial<Omit<TokenRow, 'token' | 'created_at'>>

/** Adds cards of one driver, or of nobody; a card that exists already violates the key id_tokens_pkey. */
export const insertTokens = (tx: Tx, tokens: readonly string[], card: OnCards, at: Date): Promise<void> =>
  insertCards(
    tx,
    [...new Set(tokens.map(tokenKey))].map((token) => ({ token, ...card })),
    at,
  )

/** Adds cards of many, each named by its key (tokenKey). */
export async function insertCards(
  tx: Tx,
  cards: readonly (OnCards & Pick<TokenRow, 'token'>)[],
  at: Date,
): Promise<void> {
  if (cards.length === 0) return
  await tx
    .insertInto('id_tokens')
    .values(cards.map((card) => ({ ...card, created_at: at })))
    .execute()
}

/** One card, locked; undefined when there is none, or a company has given it out. */
export const lockToken = (tx: Tx, token: string): Promise<TokenRow | undefined> =>
  tx
    .selectFrom('id_tokens')
    .selectAll()
    .where('token', '=', token)
    .where('fleet_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const updateToken = (
  tx: Tx,
  token: string,
  change: Updateable<Schema['id_tokens']>,
): Promise<TokenRow> =>
  tx.updateTable('id_tokens').set(change).where('token', '=', token).returningAll().executeTakeFirstOrThrow()

/** Blocks a driver with all cards, or ends that; cards that are blocked by themselves stay blocked. */
export async function updateBlocked(
  tx: Tx,
  driverId: number,
  block: { at: Date; reason: string | null } | null,
): Promise<void> {
  await tx
    .updateTable('drivers')
    .set({ blocked_at: block?.at ?? null, block_reason: block?.reason ?? null })
    .where('id', '=', driverId)
    .execute()
}

/** Changes a driver's own discount or fleet; a fleet that does not exist violates the key drivers_fleet_id_fkey. */
export async function updateDriver(
  tx: Tx,
  id: number,
  change: Pick<Updateable<Schema['drivers']>, 'discount_percent' | 'fleet_id'>,
): Promise<void> {
  if (Object.keys(change).length > 0)
    await tx.updateTable('drivers').set(change).where('id', '=', id).execute()
}

/** Changes the way to pay of a driver's cards from one to another. */
export async function updateTokensPayment(
  tx: Tx,
  driverId: number,
  { from, to }: { from: PaymentMethodType; to: PaymentMethodType },
): Promise<void> {
  await tx
    .updateTable('id_tokens')
    .set({ payment_method_type: to })
    .where('driver_id', '=', driverId)
    .where('payment_method_type', '=', from)
    .execute()
}
