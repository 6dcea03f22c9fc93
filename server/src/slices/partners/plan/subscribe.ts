import type { PlanFrequency, SubscriptionBody } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { Failure, isDuplicate } from '../../../platform/http/failure.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { listWaiting } from '../../places/locations/access/admission-store.ts'
import { expectAgreed } from '../../stations/stations/lists/cover.ts'
import { listOwnedStations, type OwnedStation } from '../../stations/stations/lists/owned-store.ts'
import type { PlanCharges } from './charge.ts'
import { switchStations, type Tell } from './follow.ts'
import { findInvoice, findOpenInvoice, insertInvoice } from './invoices/invoice-store.ts'
import type { From } from './onboarding.ts'
import type { PlanParts } from './parts.ts'
import { changeBill, covers, prorationMinor, type Subscription, startBill } from './rules.ts'
import {
  type Account,
  findAccount,
  findMethod,
  findSubscription,
  insertSubscription,
  updateSubscription,
} from './store.ts'

/** What follows from a change of a plan. */
export interface PlanChange {
  /** what is charged now; null: nothing */
  invoiceId: number | null
  tells: Tell[]
}

/**
 * Begins a subscription, or changes its stations. The cost is charged before anything changes; resolves once the charge is
 * decided, or its result stays unknown for now. Throws owner.not_admitted, plan.charge_refused with everything as it was, and
 * station.would_be_free where a paid station is left out that the caller has not agreed to have free of charge.
 */
export async function subscribe(
  parts: PlanParts,
  charges: PlanCharges,
  from: From,
  body: SubscriptionBody,
): Promise<void> {
  const { db } = parts
  const { id: managerId } = from.caller
  const account = await findAccount(db, managerId)
  if (!account?.bankName || !(await findMethod(db, managerId))) throw new Failure('plan.incomplete')
  const { invoiceId, tells } = await inRepeatableTransaction(db, async (tx) => {
    const last = await findSubscription(tx, managerId, true)
    const chosen = await chosenOf(tx, managerId, body)
    await audit(tx, {
      ...from,
      action: 'plan.subscribe',
      subjectType: 'manager',
      subjectId: managerId,
      after: { frequency: body.frequency, ...chosen },
      at: parts.clock.now(),
    })
    if (last && last.state !== 'ended')
      return changeStations(tx, parts, { subscription: last, account }, body, chosen)
    await expectAgreed(tx, parts.cover, chosen.freed, body.free_stations, parts.clock.now())
    return begin(tx, parts, last, account, { managerId, frequency: body.frequency, ...chosen })
  }).catch((error: unknown) => {
    throw isDuplicate(error, 'subscriptions_open') ? new Failure('plan.under_way') : error
  })
  await carryOut(parts, charges, { invoiceId, tells })
}

/** Publishes a change and charges its invoice; resolves once the charge is decided, or its result stays unknown for now. Throws plan.charge_refused. */
export async function carryOut(
  { db }: PlanParts,
  charges: PlanCharges,
  { invoiceId, tells }: PlanChange,
): Promise<void> {
  for (const tell of tells) tell()
  if (invoiceId === null) return
  await charges.charge(invoiceId)
  if ((await findInvoice(db, invoiceId))?.state === 'void') throw new Failure('plan.charge_refused')
}

interface Chosen {
  stations: string[]
  /** paid ones that would not be any more */
  freed: string[]
}

/** The stations that the plan is to cover, out of all that the caller owns and that need it. */
async function chosenOf(tx: Tx, managerId: number, body: SubscriptionBody): Promise<Chosen> {
  const stations = await listOwnedStations(tx, managerId, true)
  const owned = new Set(stations.map(({ id }) => id))
  const exempt = new Set(stations.flatMap(({ id, exempt }) => (exempt ? [id] : [])))
  const sent = new Set(body.stations.map(({ id }) => id))
  if (
    sent.size !== owned.size ||
    sent.size !== body.stations.length ||
    [...sent].some((id) => !owned.has(id))
  )
    throw new Failure('plan.stations_changed')
  const chosen = body.stations.flatMap(({ id, monetized }) => (monetized && !exempt.has(id) ? [id] : []))
  if (chosen.length !== body.quantity)
    throw new Failure('request.invalid', [
      { path: 'quantity', message: 'It is the number of the monetized stations that need the plan.' },
    ])
  const places = stations.flatMap(({ id, locationId }) => (chosen.includes(id) ? [locationId] : []))
  if ((await listWaiting(tx, places)).size > 0) throw new Failure('owner.not_admitted')
  const kept = new Set(chosen)
  const isFreed = ({ id, monetized, exempt }: OwnedStation) => monetized && !exempt && !kept.has(id)
  return { stations: chosen, freed: stations.filter(isFreed).map(({ id }) => id) }
}

async function begin(
  tx: Tx,
  { clock }: PlanParts,
  last: Subscription | undefined,
  { country }: Account,
  order: Chosen & { managerId: number; frequency: PlanFrequency },
): Promise<PlanChange> {
  const now = clock.now()
  const creditMinor = last?.creditMinor ?? 0
  const bill = startBill(order, country, creditMinor, now)
  const { frequency, quantity, periodStart, periodEnd } = bill
  const subscriptionId = await insertSubscription(tx, {
    managerId: order.managerId,
    frequency,
    quantity,
    anchoredAt: now,
    periodStart,
    periodEnd,
    creditMinor,
    switchedOff: last?.switchedOff ?? [],
  })
  return { invoiceId: await insertInvoice(tx, subscriptionId, bill, now), tells: [] }
}

/**
 * Changes the stations of a subscription: a higher price makes an invoice, and they are switched once it is paid. Throws plan.past_due,
 * plan.under_way, and station.would_be_free.
 */
export async function changeStations(
  tx: Tx,
  parts: PlanParts,
  { subscription: last, account: { country } }: { subscription: Subscription; account: Account },
  { frequency: nextFrequency, free_stations: agreed }: Pick<SubscriptionBody, 'frequency' | 'free_stations'>,
  chosen: Chosen,
): Promise<PlanChange> {
  if (last.state === 'past_due') throw new Failure('plan.past_due')
  if (await findOpenInvoice(tx, last.id)) throw new Failure('plan.under_way')
  const now = parts.clock.now()
  await expectAgreed(tx, parts.cover, chosen.freed, agreed, now)
  const { stations, freed } = chosen
  const one = { ...last, nextFrequency }
  const moreMinor = prorationMinor(one, stations.length, country, now)
  if (moreMinor > 0) {
    await updateSubscription(tx, one, now)
    return {
      invoiceId: await insertInvoice(tx, one.id, changeBill(one, chosen, moreMinor, now), now),
      tells: [],
    }
  }
  const creditMinor = one.creditMinor - moreMinor
  await updateSubscription(tx, { ...one, quantity: stations.length, creditMinor }, now)
  const tells = await switchStations(tx, parts, one.managerId, { earning: stations, freed })
  return { invoiceId: null, tells }
}

/** Changes how often it is paid from the next period on, or whether it ends with this one. Throws plan.none. */
export async function changeSubscription(
  { db, clock }: PlanParts,
  from: From,
  change: { frequency?: PlanFrequency | undefined; cancels?: boolean | undefined },
): Promise<void> {
  const { id: managerId } = from.caller
  await inRepeatableTransaction(db, async (tx) => {
    const one = await findSubscription(tx, managerId, true)
    if (!one || !covers(one)) throw new Failure('plan.none')
    const { nextFrequency, cancels } = one
    const next = {
      nextFrequency: change.frequency ?? nextFrequency,
      cancels: change.cancels ?? cancels,
    }
    await updateSubscription(tx, { ...one, ...next }, clock.now())
    await audit(tx, {
      ...from,
      action: 'plan.change',
      subjectType: 'manager',
      subjectId: managerId,
      before: { nextFrequency, cancels },
      after: next,
      at: clock.now(),
    })
  })
}
