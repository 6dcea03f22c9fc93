import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { type Address, addressKey } from './address.ts'

/** What a code is good for: to sign in, to take an address for an account, or to delete an account. */
export type AddressPurpose = 'sign-in' | `address of ${number}` | `deletion of ${number}`

/** A code with what it is for. */
export interface AddressCode {
  secretKey: string
  address: Address
  purpose: AddressPurpose
  code: string
}

/** Six digits, and addresses, are soon tried, so the hashes have a key that a copy of the database does not hold. */
const keyed = (secretKey: string, text: string): string =>
  createHmac('sha256', secretKey).update(text).digest('hex')

const addressHash = ({ secretKey, address }: Pick<AddressCode, 'secretKey' | 'address'>): string =>
  keyed(secretKey, `driver address ${addressKey(address)}`)
const codeHash = ({ secretKey, address, purpose, code }: AddressCode): string =>
  keyed(secretKey, `driver code ${purpose} ${addressKey(address)} ${code}`)

/** Keeps a code; the one before of the same purpose is void, and those that are too old go. */
export async function insertAddressCode(
  tx: Tx,
  of: AddressCode,
  { sentAt, expiresAt }: { sentAt: Date; expiresAt: Date },
): Promise<void> {
  await sql`delete from driver_address_codes where expires_at <= ${sentAt}`.execute(tx)
  await sql`insert into driver_address_codes (address_hash, purpose, code_hash, expires_at)
    values (${addressHash(of)}, ${of.purpose}, ${codeHash(of)}, ${expiresAt})
    on conflict (address_hash, purpose) do update set code_hash = excluded.code_hash, attempts = 0,
      expires_at = excluded.expires_at`.execute(tx)
}

/** Counts a try; false: the code is wrong, too old, or was tried too often. */
export async function tryAddressCode(
  db: Db,
  of: AddressCode,
  { now, most }: { now: Date; most: number },
): Promise<boolean> {
  const { rows } = await sql<{ isRight: boolean }>`
    update driver_address_codes set attempts = attempts + 1
    where address_hash = ${addressHash(of)} and purpose = ${of.purpose} and expires_at > ${now} and attempts < ${most}
    returning code_hash = ${codeHash(of)} as "isRight"`.execute(db)
  return rows[0]?.isRight ?? false
}

/** A code is used once; false: it was. */
export async function useAddressCode(tx: Tx, of: AddressCode): Promise<boolean> {
  const { rows } = await sql`delete from driver_address_codes
    where address_hash = ${addressHash(of)} and purpose = ${of.purpose} and code_hash = ${codeHash(of)}
    returning address_hash`.execute(tx)
  return rows.length > 0
}
