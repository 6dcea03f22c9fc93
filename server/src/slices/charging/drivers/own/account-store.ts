import type { DriverNotice, Language } from '@stationmaster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** Where a driver is reached: an e-mail in lower case, or a phone number as `+` and digits. */
interface Contact {
  kind: 'email' | 'phone'
  value: string
}

/** Lets nobody else take an address until the transaction ends. */
export async function lockAddress(tx: Tx, { kind, value }: Contact): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`driver ${kind} ${value}`}, 0))`.execute(tx)
}

const hasProven = ({ kind, value }: Contact): RawBuilder<SqlBool> =>
  kind === 'email'
    ? sql<SqlBool>`lower(email) = ${value} and email_verified_at is not null`
    : sql<SqlBool>`phone = ${value} and phone_verified_at is not null`

/** Phone numbers are entered with any signs between the digits. */
const hasEntered = ({ kind, value }: Contact): RawBuilder<SqlBool> =>
  kind === 'email'
    ? sql<SqlBool>`lower(email) = ${value}`
    : sql<SqlBool>`regexp_replace(phone, '[^0-9]', '', 'g') = ${value.slice(1)}`

/** The driver who has proven an address. */
export async function findDriverByAddress(db: Db, address: Contact): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from drivers where ${hasProven(address)} and deleted_at is null`.execute(db)
  return rows[0]?.id
}

/** The drivers that the staff have entered with an address, and that have proven none themselves; two at most. */
export async function listUnprovenDrivers(tx: Tx, address: Contact): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from drivers where ${hasEntered(address)} and deleted_at is null
      and email_verified_at is null and phone_verified_at is null
    order by id limit 2 for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Notes that a driver has proven an address, which is the driver's from now on. */
export async function updateProven(
  tx: Tx,
  driverId: number,
  { kind, value }: Contact,
  at: Date,
): Promise<void> {
  const change =
    kind === 'email'
      ? sql`email = ${value}, email_verified_at = ${at}`
      : sql`phone = ${value}, phone_verified_at = ${at}`
  await sql`update drivers set ${change} where id = ${driverId}`.execute(tx)
}

/** Changes what a driver may change of their own. */
export async function updateProfile(
  tx: Tx,
  driverId: number,
  profile: { firstName?: string; lastName?: string; language?: Language; notices?: readonly string[] },
): Promise<void> {
  const { firstName, lastName, language, notices } = profile
  await tx
    .updateTable('drivers')
    .set({
      ...(firstName === undefined ? {} : { first_name: firstName }),
      ...(lastName === undefined ? {} : { last_name: lastName }),
      ...(language === undefined ? {} : { language }),
      ...(notices === undefined ? {} : { notices: [...new Set(notices)] }),
    })
    .where('id', '=', driverId)
    .execute()
}

/**
 * Takes name, addresses and cards from a driver whose account is deleted. A card that is blocked stays blocked, and is nobody's: it
 * may be in somebody else's hands.
 */
export async function anonymizeDriver(tx: Tx, driverId: number, at: Date): Promise<void> {
  await sql`update drivers set first_name = '', last_name = '', phone = null, email = null, avatar_url = null,
    language = null, notices = '{}', email_verified_at = null, phone_verified_at = null, deleted_at = ${at}
    where id = ${driverId}`.execute(tx)
  await sql`delete from tag_proofs where driver_id = ${driverId}`.execute(tx)
  await sql`delete from id_tokens where driver_id = ${driverId} and not blocked`.execute(tx)
  await sql`update id_tokens set driver_id = null where driver_id = ${driverId}`.execute(tx)
}

/** Whether a driver wants a mail of this kind; who is not known gets it. */
export async function wantsNotice(db: Db, driverId: number | null, notice: DriverNotice): Promise<boolean> {
  const { rows } = await sql`select from drivers
    where id = ${driverId} and not ${notice} = any(notices)`.execute(db)
  return rows.length === 0
}
