import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { formatsOf } from '../../../../platform/documents/paper.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { findManager } from '../../../people/managers/store.ts'
import { listWaiting } from '../../../places/locations/access/admission-store.ts'
import { holdOwners } from '../../../places/locations/rows-store.ts'
import { listOwnedStations } from '../../../stations/stations/lists/owned-store.ts'
import { findStation } from '../../../stations/stations/store.ts'
import type { PlanCharges } from '../charge.ts'
import { switchStations } from '../follow.ts'
import type { From } from '../onboarding.ts'
import type { PlanParts } from '../parts.ts'
import { chargeOf, covers, isCovered } from '../rules.ts'
import { findAccount, findSubscription } from '../store.ts'
import { carryOut, changeStations, type PlanChange } from '../subscribe.ts'
import { mayGrow } from './room.ts'

interface GrowthRequest {
  stationId: string
  /** the most that the caller agreed to be charged, in minor units */
  mostMinor: number
}

/** How an owner's plan grew. */
interface Grown extends PlanChange {
  ownerId: number
  chargedMinor: number
}

/**
 * Makes the plan of a station's owner cover one more station, charged to the owner's card, so that the station earns. The owner is
 * mailed when somebody else did this. Resolves to the station's location. Throws station.not_found, plan.off, auth.forbidden, plan.none,
 * owner.not_admitted, plan.costs_more where that is more than was agreed to, plan.past_due, plan.under_way and plan.charge_refused.
 */
export async function growPlan(
  parts: PlanParts,
  charges: PlanCharges,
  from: From,
  request: GrowthRequest,
): Promise<number> {
  const { db } = parts
  const station = await findStation(db, from.caller, request.stationId)
  if (!station) throw new Failure('station.not_found')
  if (!parts.asksForPlans) throw new Failure('plan.off')
  const { location_id: locationId } = station
  const grown = await inRepeatableTransaction(db, (tx) => grow(tx, parts, from, { ...request, locationId }))
  await carryOut(parts, charges, grown)
  if (grown.ownerId !== from.caller.id && grown.invoiceId !== null)
    await mailOwner(parts, grown, request.stationId)
  return locationId
}

async function grow(
  tx: Tx,
  parts: PlanParts,
  from: From,
  { stationId, locationId, mostMinor }: GrowthRequest & { locationId: number },
): Promise<Grown> {
  const ownerId = (await holdOwners(tx, [locationId])).get(locationId)
  if (ownerId === undefined) throw new Failure('plan.none')
  if (!mayGrow(from.caller, ownerId)) throw new Failure('auth.forbidden')
  const one = await findSubscription(tx, ownerId, true)
  const account = await findAccount(tx, ownerId)
  if (!one || !covers(one) || !account) throw new Failure('plan.none')
  if ((await listWaiting(tx, [locationId])).size > 0) throw new Failure('owner.not_admitted')
  const now = parts.clock.now()
  const owned = await listOwnedStations(tx, ownerId, true)
  const stations = owned.flatMap((its) => (isCovered(its) || its.id === stationId ? [its.id] : []))
  const fits = stations.length <= one.quantity
  const chargedMinor = fits ? 0 : chargeOf(one, stations.length, account.country, now)
  if (chargedMinor > mostMinor) throw new Failure('plan.costs_more')
  const chosen = { stations, freed: [] }
  await audit(tx, {
    ...from,
    action: 'plan.grow',
    subjectType: 'manager',
    subjectId: ownerId,
    after: { station: stationId, quantity: Math.max(one.quantity, stations.length), chargedMinor },
    at: now,
  })
  const change = fits
    ? { invoiceId: null, tells: await switchStations(tx, parts, ownerId, { earning: stations, freed: [] }) }
    : await changeStations(
        tx,
        parts,
        { subscription: one, account },
        { frequency: one.nextFrequency },
        chosen,
      )
  return { ...change, ownerId, chargedMinor }
}

/** Mails an owner that somebody else made the plan cover one more station. */
async function mailOwner(
  { db, mailer, currency }: PlanParts,
  { ownerId, chargedMinor }: Grown,
  station: string,
): Promise<void> {
  const owner = await findManager(db, ownerId)
  if (!owner) return
  const { email: to, language } = owner
  const amount = formatsOf(language, currency).money(chargedMinor)
  const values = { link: mailer.link('/settings/payments'), station, amount }
  await inRepeatableTransaction(db, (tx) => mailer.send(tx, { to, language, name: 'planGrown', values }))
}
