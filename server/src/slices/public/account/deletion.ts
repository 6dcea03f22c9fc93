import type { Language } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { anonymizeDriver } from '../../charging/drivers/own/account-store.ts'
import { type DriverRow, findDriver, lockDriver } from '../../charging/drivers/store.ts'
import { removeSavedCard } from '../../money/providers/cards/saved-card-store.ts'
import { hasOpenPayment } from '../../money/providers/payment/driver-payment-store.ts'
import { forgetCustomer } from '../../money/receipts/store.ts'
import { removeDevices } from '../notices/store.ts'
import { removeLinksOfDriver } from '../pay/store.ts'
import type { AccountParts } from './parts.ts'
import type { Address } from './sign-in/address.ts'
import { checkAddressCode, sendCode, spendAddressCode } from './sign-in/codes.ts'
import { endDriverSessions } from './sign-in/driver-session-store.ts'

/** Where the code goes that deletes an account: a proven mailbox, else the proven phone. */
async function addressOf({ db }: AccountParts, driverId: number): Promise<Address> {
  const driver = await findDriver(db, driverId)
  if (driver?.email && driver.email_verified_at) return { kind: 'email', value: driver.email.toLowerCase() }
  if (driver?.phone) return { kind: 'phone', value: driver.phone }
  throw new Failure('auth.required')
}

/** Sends the code; throws what forbids the deletion, so that nobody enters a code in vain. */
export async function askDeletion(
  parts: AccountParts,
  driverId: number,
  { language, remoteAddress }: { language: Language; remoteAddress: string },
): Promise<void> {
  refuseOpen(await findDriver(parts.db, driverId))
  const purpose = `deletion of ${driverId}` as const
  await sendCode(parts, { address: await addressOf(parts, driverId), purpose, language, remoteAddress })
}

/** Throws driver.busy, driver.still_owes or driver.balance_left. */
function refuseOpen(driver: DriverRow | undefined): void {
  if (!driver) throw new Failure('auth.required')
  if (driver.busy || driver.heldMinor > 0) throw new Failure('driver.busy')
  if (driver.debtMinor > 0 || driver.balanceMinor < 0) throw new Failure('driver.still_owes')
  if (driver.balanceMinor > 0) throw new Failure('driver.balance_left')
}

/**
 * Deletes an account with its code. Orders, payments and receipts stay, as the law wants them for years; name, addresses, cards and
 * log-ins go, and nobody can bring them back.
 */
export async function deleteAccount(
  parts: AccountParts,
  driverId: number,
  { code, remoteAddress }: { code: string; remoteAddress: string },
): Promise<void> {
  const { db, clock, paymentService } = parts
  const given = {
    address: await addressOf(parts, driverId),
    purpose: `deletion of ${driverId}`,
    code,
  } as const
  await checkAddressCode(parts, given, remoteAddress)
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    refuseOpen(await lockDriver(tx, driverId))
    if (await hasOpenPayment(tx, driverId)) throw new Failure('payment.under_way')
    await spendAddressCode(tx, parts, given)
    const card = await removeSavedCard(tx, driverId)
    if (card) await paymentService.forget(tx, card)
    await removeLinksOfDriver(tx, driverId)
    await removeDevices(tx, driverId)
    await forgetCustomer(tx, driverId)
    await anonymizeDriver(tx, driverId, at)
    await endDriverSessions(tx, { driverId }, at)
    await audit(tx, {
      caller: null,
      action: 'driver.delete_own',
      subjectType: 'driver',
      subjectId: driverId,
      remoteAddress,
      at,
    })
  })
}
