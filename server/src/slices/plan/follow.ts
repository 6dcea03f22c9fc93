import type { Language } from '@stationmaster/contract'
import { audit } from '../../platform/audit.ts'
import type { Letter } from '../../platform/mail.ts'
import type { Tx } from '../../platform/schema.ts'
import { findManager } from '../managers/store.ts'
import { listOwnedStations, updateMonetizedAmong } from '../stations/owned-store.ts'
import type { PlanParts } from './parts.ts'
import type { Subscription } from './rules.ts'
import { updateSubscription } from './store.ts'

/** What is told once a transaction has committed. */
export type Tell = () => void

/** Monetizes exactly these of an owner's stations, beside those that need no plan. */
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
  const switchedOff = owned.filter(({ monetized, exempt }) => monetized && !exempt).map(({ id }) => id)
  await updateSubscription(tx, { ...one, switchedOff }, now)
  await audit(tx, {
    ...{ caller: null, action: 'plan.end', subjectType: 'manager', subjectId: one.managerId },
    ...{ after: { switched_off: switchedOff }, at: now },
  })
  await tellOwner(tx, parts, one.managerId, 'planEnded', async (language) => {
    const services = await parts.servicesOf(tx, one.managerId, language)
    return { stations: switchedOff.join(', ') || '–', services: services.join(', ') || '–' }
  })
  return switchStations(tx, parts, one.managerId, [])
}

/** Mails the owner of a subscription. */
export async function tellOwner<N extends 'planRefused' | 'planEnded'>(
  tx: Tx,
  { mailer }: PlanParts,
  managerId: number,
  name: N,
  valuesIn: (language: Language) => Promise<Omit<Letter<N>['values'], 'link'>>,
): Promise<void> {
  const manager = await findManager(tx, managerId)
  if (!manager) return
  const { email: to, language } = manager
  const link = mailer.link('/settings/payments')
  const values = { ...(await valuesIn(language)), link } as Letter<N>['values']
  await mailer.send(tx, { to, language, name, values })
}
