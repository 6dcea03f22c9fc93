import { audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/schema.ts'
import { findManager } from '../managers/store.ts'
import { listOwnedStations, updateMonetizedAmong } from '../stations/owned-store.ts'
import type { PlanParts } from './parts.ts'
import type { Subscription } from './rules.ts'
import { updateSubscription } from './store.ts'

/** What is told once a transaction has committed. */
export type Tell = () => void

/** Monetizes exactly these of an owner's stations. */
export async function switchStations(
  tx: Tx,
  { publish }: PlanParts,
  managerId: number,
  monetizedIds: readonly string[],
): Promise<Tell[]> {
  const changed = await updateMonetizedAmong(tx, managerId, monetizedIds)
  return changed.map(
    ({ id, locationId }) =>
      () =>
        publish({ topic: 'station', id, locationId }),
  )
}

/** The plan is Free from now on: stations cost nothing, and which they were is kept. */
export async function endPlan(tx: Tx, parts: PlanParts, one: Subscription): Promise<Tell[]> {
  const now = parts.clock.now()
  const owned = await listOwnedStations(tx, one.managerId, true)
  const switchedOff = owned.filter(({ monetized }) => monetized).map(({ id }) => id)
  await updateSubscription(tx, { ...one, switchedOff }, now)
  await audit(tx, {
    ...{ caller: null, action: 'plan.end', subjectType: 'manager', subjectId: one.managerId },
    ...{ after: { switched_off: switchedOff }, at: now },
  })
  await tellOwner(tx, parts, one.managerId, 'planEnded')
  return switchStations(tx, parts, one.managerId, [])
}

/** Mails the owner of a subscription. */
export async function tellOwner(
  tx: Tx,
  { mailer }: PlanParts,
  managerId: number,
  name: 'planRefused' | 'planEnded',
): Promise<void> {
  const manager = await findManager(tx, managerId)
  if (!manager) return
  const { email: to, language } = manager
  await mailer.send(tx, { to, language, name, values: { link: mailer.link('/settings/payments') } })
}
