import { type PlanRoom, planPriceOf } from '@stationmaster/contract'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { findManager } from '../../../people/managers/store.ts'
import { ownerIsAdmitted } from '../../../places/locations/access/admission-store.ts'
import { findLocation } from '../../../places/locations/store.ts'
import { listOwnedStations } from '../../../stations/stations/lists/owned-store.ts'
import { findOpenInvoice } from '../invoices/invoice-store.ts'
import type { PlanParts } from '../parts.ts'
import { chargeOf, covers, isCovered, type Subscription } from '../rules.ts'
import { findAccount, findSubscription } from '../store.ts'

const notNeeded: PlanRoom = { owner: null, quantity: null, earning: 0, hindrance: null, more: null }

/** Whether a caller may make an owner's plan grow: administrators and the owner. */
export const mayGrow = (caller: Pick<Caller, 'id' | 'role'>, ownerId: number): boolean =>
  caller.role === 'administrator' || caller.id === ownerId

/** How many stations the plan of a location's owner covers, and what one more costs. Throws location.not_found. */
export async function viewRoom(
  { db, clock, asksForPlans }: PlanParts,
  caller: Caller,
  locationId: number,
): Promise<PlanRoom> {
  const location = await findLocation(db, caller, locationId)
  if (!location) throw new Failure('location.not_found')
  const owner = location.owner_id === null ? undefined : await findManager(db, location.owner_id)
  if (!asksForPlans || !owner || owner.role === 'administrator') return notNeeded
  const [last, account, owned, admitted] = await Promise.all([
    findSubscription(db, owner.id),
    findAccount(db, owner.id),
    listOwnedStations(db, owner.id),
    ownerIsAdmitted(db, locationId),
  ])
  const one = last && covers(last) ? last : null
  const open = one && (await findOpenInvoice(db, one.id))
  const renewal = open?.kind === 'renewal' ? open.quantity : Number.POSITIVE_INFINITY
  const hindrance = admitted ? one && hindranceOf(one, open !== undefined) : 'admission'
  const earning = owned.filter(isCovered).length
  return {
    owner: { name: `${owner.first_name} ${owner.last_name}`.trim(), email: owner.email },
    quantity: one && Math.min(one.quantity, renewal),
    earning,
    hindrance,
    more:
      one && hindrance === null && mayGrow(caller, owner.id)
        ? moreOf(one, Math.max(one.quantity, earning + 1), account?.country ?? 'DE', clock.now())
        : null,
  }
}

const hindranceOf = ({ state }: Subscription, isCharging: boolean): PlanRoom['hindrance'] =>
  state === 'past_due' ? 'past_due' : isCharging ? 'under_way' : null

const moreOf = (
  one: Subscription,
  quantity: number,
  country: 'DE' | 'RU',
  now: Date,
): NonNullable<PlanRoom['more']> => {
  const fee = (count: number) => planPriceOf(count, one.nextFrequency, country).periodMinor
  return {
    charge: chargeOf(one, quantity, country, now),
    fee: fee(quantity),
    fee_before: fee(one.quantity),
    frequency: one.nextFrequency,
    period_end: one.periodEnd.toISOString(),
    cancels: one.cancels,
  }
}
