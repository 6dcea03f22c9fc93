import type { DriverAccount, DriverNotice, Language } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { maskedEmail, maskedPhone } from '../../charging/drivers/masking.ts'
import {
  findDriverByAddress,
  lockAddress,
  updateProfile,
  updateProven,
} from '../../charging/drivers/own/account-store.ts'
import { type DriverRow, findDriver, lockDriver } from '../../charging/drivers/store.ts'
import type { AccountParts } from './parts.ts'
import type { Address } from './sign-in/address.ts'
import { checkAddressCode, spendAddressCode } from './sign-in/codes.ts'

const viewOf = (row: DriverRow): DriverAccount => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  phone: row.phone,
  email_proven: row.email_verified_at !== null,
  phone_proven: row.phone_verified_at !== null,
  language: row.language as Language | null,
  notices: row.notices as DriverNotice[],
  blocked: row.blocked_at !== null,
  balance: row.balanceMinor,
  held: row.heldMinor,
  debt: row.debtMinor,
  saved_card: row.savedCard && { ...row.savedCard, saved_at: new Date(row.savedCard.saved_at).toISOString() },
})

/** A driver's own account. */
export async function readAccount(db: Db, driverId: number): Promise<DriverAccount> {
  const row = await findDriver(db, driverId)
  if (!row) throw new Failure('auth.required')
  return viewOf(row)
}

interface Profile {
  firstName?: string
  lastName?: string
  language?: Language
  notices?: readonly DriverNotice[]
}

/** Changes what a driver may change without a code. */
export async function changeProfile(
  { db, clock }: AccountParts,
  driverId: number,
  profile: Profile,
  remoteAddress: string,
): Promise<DriverAccount> {
  if (Object.keys(profile).length > 0)
    await inRepeatableTransaction(db, async (tx) => {
      await updateProfile(tx, driverId, profile)
      await audit(tx, {
        caller: null,
        action: 'driver.change_own',
        subjectType: 'driver',
        subjectId: driverId,
        after: { changed: Object.keys(profile) },
        remoteAddress,
        at: clock.now(),
      })
    })
  return readAccount(db, driverId)
}

interface NewAddress {
  driverId: number
  address: Address
  code: string
  language: Language
  remoteAddress: string
}

/**
 * Makes a proven address the driver's own, and tells the mailbox before it. Throws driver.code_invalid, and driver.address_taken,
 * which only who holds that address too gets to see.
 */
export async function changeAddress(
  parts: AccountParts,
  { driverId, address, code, language, remoteAddress }: NewAddress,
): Promise<DriverAccount> {
  const { db, clock, mailer } = parts
  const given = { address, purpose: `address of ${driverId}`, code } as const
  await checkAddressCode(parts, given, remoteAddress)
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    await spendAddressCode(tx, parts, given)
    await lockAddress(tx, address)
    const holder = await findDriverByAddress(tx, address)
    if (holder !== undefined && holder !== driverId) throw new Failure('driver.address_taken')
    const before = await lockDriver(tx, driverId)
    if (!before) throw new Failure('auth.required')
    await updateProven(tx, driverId, address, at)
    await audit(tx, {
      caller: null,
      action: 'driver.change_address',
      subjectType: 'driver',
      subjectId: driverId,
      before: { [address.kind]: before[address.kind] },
      after: { [address.kind]: address.value },
      remoteAddress,
      at,
    })
    const isOther =
      before.email !== null && !(address.kind === 'email' && before.email.toLowerCase() === address.value)
    if (!isOther || before.email_verified_at === null) return
    const masked = address.kind === 'email' ? maskedEmail(address.value) : maskedPhone(address.value)
    await mailer.send(tx, {
      to: before.email ?? '',
      language: (before.language as Language | null) ?? language,
      name: 'driverAddressChanged',
      values: { address: masked },
    })
  })
  return readAccount(db, driverId)
}
