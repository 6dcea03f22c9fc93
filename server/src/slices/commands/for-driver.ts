import type { PaymentMethodType } from '@stationmaster/contract'
import { Failure } from '../../platform/failure.ts'
import type { Db, Tx } from '../../platform/schema.ts'
import { hasOpenOrder } from '../drivers/store.ts'
import { findStanding } from '../drivers/token-store.ts'
import { findSavedCard } from '../providers/saved-card-store.ts'
import type { CommandParts } from './parts.ts'

type Parts = Pick<CommandParts, 'clock' | 'orderWork'>

/** How a driver stands today. */
export const standingOf = ({ clock, orderWork }: Parts, db: Db, driverId: number) =>
  findStanding(db, driverId, orderWork.settingAt(clock.now()))

/** Throws driver.not_found, driver.blocked or driver.owes for who may not charge. */
export async function checkDriver(parts: Parts, db: Db, driverId: number): Promise<void> {
  const standing = await standingOf(parts, db, driverId)
  if (!standing) throw new Failure('driver.not_found')
  if (standing.blocked) throw new Failure('driver.blocked')
  if (standing.owes) throw new Failure('driver.owes', { debt: standing.debtMinor })
}

/** Throws driver.busy for who has an open order. Of two at once the database refuses one, which looks again. */
export async function checkIdle(tx: Tx, driverId: number): Promise<void> {
  if (await hasOpenOrder(tx, driverId)) throw new Failure('driver.busy')
}

/** How a driver pays for what the staff start: with the card that is saved at the provider, else on account. */
export async function wayOf(
  { clock, orderWork }: Parts,
  tx: Tx,
  driverId: number,
): Promise<PaymentMethodType> {
  const { paymentProvider } = orderWork.settingAt(clock.now())
  return (await findSavedCard(tx, driverId, paymentProvider)) === undefined ? 'account' : 'card'
}
