import { mostServices, type serviceBody, type serviceTypeBody } from '@stationmaster/contract'
import type { z } from 'zod'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { ownerIsAdmitted } from '../../places/locations/access/admission-store.ts'
import { loadServicePriceMost, lockLocation } from '../../places/locations/store.ts'
import type { Cover } from '../../stations/stations/lists/cover.ts'
import { boundOf, isAgreed } from './price-bound.ts'
import * as store from './store.ts'

/** What tells whose locations need a plan before they sell anything. */
export interface PlanGate {
  cover: Pick<Cover, 'withoutPlan'>
}

export interface ServiceParts extends PlanGate {
  db: Db
  clock: Clock
  live: Pick<LiveBus, 'publish'>
}

export interface By {
  caller: Caller
  remoteAddress: string
}

/** Why nothing is sold at a location: its owner is not admitted, or needs a plan; null: it may sell. */
export async function unsoldFor(
  { cover }: PlanGate,
  db: Db,
  locationId: number,
): Promise<'owner.not_admitted' | 'plan.pro_needed' | null> {
  if (!(await ownerIsAdmitted(db, locationId))) return 'owner.not_admitted'
  const ownerId = await store.findOwner(db, locationId)
  const isWithoutPlan = ownerId !== null && (await cover.withoutPlan(db, [ownerId])).has(ownerId)
  return isWithoutPlan ? 'plan.pro_needed' : null
}

interface Done {
  action: string
  id: number
  before?: object
  after?: object
  /** whose services are others now */
  locationId?: number
}

/** Runs a change and writes who made it; resolves to the id of what was changed. */
async function change({ db, clock, live }: ServiceParts, by: By, run: (tx: Tx, at: Date) => Promise<Done>) {
  const at = clock.now()
  const { id, locationId } = await inRepeatableTransaction(db, async (tx) => {
    const done = await run(tx, at)
    const { id: subjectId, action, before, after } = done
    const subjectType = action.startsWith('service_type') ? 'service_type' : 'service'
    await audit(tx, { ...by, action, subjectType, subjectId, before, after, at })
    return done
  })
  if (locationId !== undefined) live.publish({ topic: 'location', id: locationId, locationId })
  return id
}

/**
 * Sells one more kind of service at a location. Throws location.not_found, owner.not_admitted, plan.pro_needed,
 * service_type.not_found, service.type_used, service.too_many, service.price_too_high.
 */
export const addService = (
  parts: ServiceParts,
  by: By,
  locationId: number,
  { type_id: typeId, price: priceMinor }: z.output<typeof serviceBody>,
): Promise<number> =>
  change(parts, by, async (tx, createdAt) => {
    if (!(await lockLocation(tx, by.caller, locationId))) throw new Failure('location.not_found')
    const unsold = await unsoldFor(parts, tx, locationId)
    if (unsold) throw new Failure(unsold)
    if (!(await store.lockType(tx, typeId))) throw new Failure('service_type.not_found')
    const sold = await store.listServices(tx, [locationId])
    if (sold.some((one) => one.typeId === typeId)) throw new Failure('service.type_used')
    if (sold.length >= mostServices) throw new Failure('service.too_many', { most: mostServices })
    const mostMinor = (await loadServicePriceMost(tx, [locationId])).get(locationId) ?? 0
    const agreedMinor = agreedTo(by.caller, priceMinor, { agreedMinor: null, mostMinor })
    const id = await store.insertService(tx, { locationId, typeId, priceMinor, agreedMinor, createdAt })
    return { action: 'service.add', id, locationId, after: { locationId, typeId, priceMinor } }
  })

/** A service whose location is held, so that changes of one location's services come one after the other. */
async function lockService(tx: Tx, caller: Caller, id: number): Promise<store.PricedService> {
  const found = await store.findService(tx, caller, id)
  const held = found && (await lockLocation(tx, caller, found.locationId))
  const service = held && (await store.findService(tx, caller, id))
  if (!service) throw new Failure('service.not_found')
  return service
}

/**
 * Up to which price an administrator has agreed once the caller sets one: it is who sets a dearer one than the bound that agrees to it.
 * Throws service.price_too_high.
 */
function agreedTo(
  { role }: Caller,
  priceMinor: number,
  bounds: Pick<store.PricedService, 'agreedMinor' | 'mostMinor'>,
): number | null {
  if (isAgreed({ ...bounds, priceMinor })) return bounds.agreedMinor
  if (role !== 'administrator') throw new Failure('service.price_too_high', { most: boundOf(bounds) })
  return priceMinor
}

/** Changes what a service costs; set by an administrator, the price is agreed to. Throws service.not_found, service.price_too_high. */
export const changePrice = (parts: ServiceParts, by: By, id: number, priceMinor: number): Promise<number> =>
  change(parts, by, async (tx) => {
    const service = await lockService(tx, by.caller, id)
    const { priceMinor: before, locationId } = service
    await store.updatePrice(tx, id, { priceMinor, agreedMinor: agreedTo(by.caller, priceMinor, service) })
    return {
      action: 'service.change',
      id,
      locationId,
      before: { locationId, priceMinor: before },
      after: { locationId, priceMinor },
    }
  })

/** Sells a service no more. Throws service.not_found. */
export const removeService = (parts: ServiceParts, by: By, id: number): Promise<number> =>
  change(parts, by, async (tx) => {
    const { locationId, typeId, priceMinor } = await lockService(tx, by.caller, id)
    await store.removeService(tx, id)
    return { action: 'service.remove', id, locationId, before: { locationId, typeId, priceMinor } }
  })

type Written = z.output<typeof serviceTypeBody>

export const addType = (parts: ServiceParts, by: By, type: Written): Promise<number> =>
  change(parts, by, async (tx, at) => ({
    action: 'service_type.add',
    after: type,
    id: await store.insertType(tx, type, at),
  }))

/** Changes how a kind of service is named and shown. Throws service_type.not_found. */
export const changeType = (
  parts: ServiceParts,
  by: By,
  id: number,
  changes: { [K in keyof Written]?: Written[K] | undefined },
): Promise<number> =>
  change(parts, by, async (tx) => {
    const before = await store.lockType(tx, id)
    if (!before) throw new Failure('service_type.not_found')
    const { names = before.names, descriptions = before.descriptions, icon = before.icon } = changes
    const after = { id, names, descriptions, icon }
    await store.updateServiceType(tx, after)
    return { action: 'service_type.change', id, before, after }
  })

/** Deletes a kind of service. Throws service_type.not_found, service_type.in_use. */
export const removeType = (parts: ServiceParts, by: By, id: number): Promise<number> =>
  change(parts, by, async (tx) => {
    const before = await store.lockType(tx, id)
    if (!before) throw new Failure('service_type.not_found')
    if (!(await store.removeType(tx, id))) throw new Failure('service_type.in_use')
    return { action: 'service_type.remove', id, before }
  })
