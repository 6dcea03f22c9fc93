import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { hasOpenOrder, seesDriver } from '../../../charging/drivers/store.ts'
import type { FleetCredit } from '../../../charging/drivers/terms/terms.ts'
import { findStanding } from '../../../charging/drivers/token-store.ts'
import type { CommandParts } from '../parts.ts'

type Parts = Pick<CommandParts, 'clock' | 'orderWork'>

/** Whether a driver is blocked or owes something today. */
export const standingOf = ({ clock, orderWork }: Parts, db: Db, driverId: number) =>
  findStanding(db, driverId, orderWork.settingAt(clock.now()))

/**
 * Throws driver.not_found for a driver that does not exist or that the caller may not see, and driver.blocked or driver.owes
 * for a driver who may not charge.
 */
export async function checkDriver(parts: Parts, db: Db, caller: Caller, driverId: number): Promise<void> {
  if (!(await seesDriver(db, caller, driverId))) throw new Failure('driver.not_found')
  await checkStanding(parts, db, driverId)
}

/** Throws driver.not_found, driver.blocked or driver.owes for a driver who may not charge. */
export async function checkStanding(parts: Parts, db: Db, driverId: number): Promise<void> {
  const standing = await standingOf(parts, db, driverId)
  if (!standing) throw new Failure('driver.not_found')
  if (standing.blocked) throw new Failure('driver.blocked')
  if (standing.owes) throw new Failure('driver.owes', { debt: standing.debtMinor })
}

/** Throws driver.fleet_limit where the limit of a fleet is used up in this month. */
export function checkFleet(fleet: FleetCredit | null): void {
  if (fleet && fleet.leftMinor !== null && fleet.leftMinor <= 0) throw new Failure('driver.fleet_limit')
}

/** Throws driver.busy for a driver with an open order. Of two starts at once the database refuses one, which is tried again. */
export async function checkIdle(tx: Tx, driverId: number): Promise<void> {
  if (await hasOpenOrder(tx, driverId)) throw new Failure('driver.busy')
}
