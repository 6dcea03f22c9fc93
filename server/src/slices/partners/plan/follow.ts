import type { Language } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Letter } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { findManager, listAdministrators } from '../../people/managers/store.ts'
import { switchMonetization } from '../../stations/stations/lists/cover.ts'
import {
  listOwnedStations,
  listPaused,
  type OwnedStation,
} from '../../stations/stations/lists/owned-store.ts'
import type { PlanParts } from './parts.ts'
import type { Subscription } from './rules.ts'
import { updateSubscription } from './store.ts'

/** Publishes a signal once a transaction has committed. */
export type Tell = () => void

/** The choice for a plan: the stations that earn under it, and those that become free of charge as agreed. */
export interface Chosen {
  earning: readonly string[]
  freed: readonly string[]
}

/** Switches an owner's stations as chosen for the plan, as far as it has room: other stations that earn meanwhile continue to. */
export async function switchStations(
  tx: Tx,
  parts: PlanParts,
  managerId: number,
  { earning, freed }: Chosen,
): Promise<Tell[]> {
  const own = (await listOwnedStations(tx, managerId, true)).filter(({ exempt }) => !exempt)
  const isFreed = new Set(freed)
  const isChosen = new Set(earning)
  const earns = own.filter(({ id, monetized, paused }) => monetized && !paused && !isFreed.has(id))
  const room = Math.max(0, earning.length - earns.length)
  const begun = own.filter((one) => isChosen.has(one.id) && !earns.includes(one)).slice(0, room)
  const from = { caller: { id: managerId }, at: parts.clock.now() }
  const switched = (ids: string[], to: 'free' | 'paid') =>
    switchMonetization(tx, parts.cover, from, { ids, to, cause: 'plan' })
  const free = own.flatMap(({ id }) => (isFreed.has(id) ? [id] : []))
  const changed = [
    ...(await switched(free, 'free')),
    ...(await switched(
      begun.map(({ id }) => id),
      'paid',
    )),
  ]
  return changed.map(tellOf(parts, own))
}

const tellOf =
  ({ publish }: PlanParts, own: readonly OwnedStation[]) =>
  (id: string): Tell => {
    // only own stations are switched
    const { locationId } = own.find((one) => one.id === id)!
    return () => publish({ topic: 'station', id, locationId })
  }

/**
 * The plan is Free from now on. Its stations stay paid and sell nothing, since nobody has decided that they are free of charge. The
 * owner and the administrators are mailed.
 */
export async function endPlan(tx: Tx, parts: PlanParts, one: Subscription): Promise<Tell[]> {
  const now = parts.clock.now()
  const owned = await listOwnedStations(tx, one.managerId, true)
  const switchedOff = owned.flatMap(({ id, monetized, paused, exempt }) =>
    monetized && !paused && !exempt ? [id] : [],
  )
  await updateSubscription(tx, { ...one, switchedOff }, now)
  await audit(tx, {
    caller: null,
    action: 'plan.end',
    subjectType: 'manager',
    subjectId: one.managerId,
    after: { switched_off: switchedOff },
    at: now,
  })
  const ended = { ids: switchedOff, to: 'paused', cause: 'plan_ended' } as const
  const changed = await switchMonetization(tx, parts.cover, { caller: null, at: now }, ended)
  const stations = changed.join(', ') || '–'
  await tellOwner(tx, parts, one.managerId, 'planEnded', async (language) => {
    const services = await parts.servicesOf(tx, one.managerId, language)
    return { stations, services: services.join(', ') || '–' }
  })
  if (changed.length > 0) await tellAdministrators(tx, parts, one.managerId, stations)
  return changed.map(tellOf(parts, owned))
}

/** Makes paused stations sell again in a network that requires no plan (any more). */
export async function resumeSales({ db, cover, clock }: PlanParts): Promise<void> {
  await inRepeatableTransaction(db, async (tx) => {
    const from = { caller: null, at: clock.now() }
    await switchMonetization(tx, cover, from, { ids: await listPaused(tx), to: 'paid', cause: 'plan' })
  })
}

/** Mails the administrators that an owner's stations sell nothing any more. */
async function tellAdministrators(
  tx: Tx,
  { mailer }: PlanParts,
  managerId: number,
  stations: string,
): Promise<void> {
  const owner = await findManager(tx, managerId)
  const link = mailer.link(`/subscribers/${managerId}`)
  for (const { email: to, language } of await listAdministrators(tx))
    await mailer.send(tx, {
      to,
      language,
      name: 'salesPaused',
      values: { link, owner: owner?.email ?? '', stations },
    })
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
