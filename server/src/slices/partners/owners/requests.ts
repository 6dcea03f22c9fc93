import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { lockManager } from '../../people/managers/store.ts'
import { listAssigned, updateAssigned } from '../../places/locations/access/assignment-store.ts'
import { findLocation } from '../../places/locations/store.ts'
import type { By, OwnerParts } from './actions.ts'
import { deleteRequest, type LocationRequest, upsertRequest } from './request-store.ts'

/*
 * Where managers may not add locations themselves, they request one by name and town. The request waits in the administrators' inbox
 * until one of them assigns a location or declines with a reason; the manager is mailed in both cases.
 */

/** Requests a location; this replaces an earlier request. */
export function requestLocation(
  { db, clock }: OwnerParts,
  by: By,
  managerId: number,
  { name, city }: Pick<LocationRequest, 'name' | 'city'>,
): Promise<LocationRequest> {
  const at = clock.now()
  return inRepeatableTransaction(db, async (tx) => {
    const kept = await upsertRequest(tx, managerId, { name, city, requestedAt: at })
    await auditRequest(tx, by, { managerId, action: 'location.ask', after: { name, city }, at })
    return kept
  })
}

/** Withdraws a request for a location; without a request nothing happens. */
export async function withdraw({ db, clock }: OwnerParts, by: By, managerId: number): Promise<void> {
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const gone = await deleteRequest(tx, managerId)
    if (gone)
      await auditRequest(tx, by, { managerId, action: 'location.withdraw', after: auditView(gone), at })
  })
}

/** Assigns a location to a manager who requests one, once, and mails them. Throws manager.not_found, owner.not_asking, location.not_found. */
export async function assign(
  { db, clock, mailer, live }: OwnerParts,
  by: By,
  managerId: number,
  locationId: number,
): Promise<void> {
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const { manager, request } = await takeRequest(tx, managerId)
    const place = await findLocation(tx, by.caller, locationId)
    if (!place) throw new Failure('location.not_found')
    const before = (await listAssigned(tx, managerId)).map(({ id }) => id)
    await updateAssigned(tx, managerId, [...new Set([...before, locationId])])
    await auditRequest(tx, by, {
      managerId,
      action: 'location.assign',
      after: { ...auditView(request), locationId },
      at,
    })
    const values = { link: mailer.link(`/locations/${locationId}/stations`), place: place.name }
    await mailer.send(tx, { to: manager.email, language: manager.language, name: 'locationAssigned', values })
  })
  live.dismiss(managerId)
}

/** Declines the request of a manager, once, and mails them the reason. Throws manager.not_found, owner.not_asking. */
export async function decline(
  { db, clock, mailer }: OwnerParts,
  by: By,
  managerId: number,
  why: string,
): Promise<void> {
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const { manager, request } = await takeRequest(tx, managerId)
    await auditRequest(tx, by, {
      managerId,
      action: 'location.decline',
      after: { ...auditView(request), note: why },
      at,
    })
    const values = { link: mailer.link('/dashboard'), place: placeOf(request), note: why }
    await mailer.send(tx, { to: manager.email, language: manager.language, name: 'locationDeclined', values })
  })
}

async function takeRequest(tx: Tx, managerId: number) {
  const manager = await lockManager(tx, managerId)
  if (!manager) throw new Failure('manager.not_found')
  const request = await deleteRequest(tx, managerId)
  if (!request) throw new Failure('owner.not_asking')
  return { manager, request }
}

const auditView = ({ name, city }: LocationRequest) => ({ name, city })
const placeOf = ({ name, city }: LocationRequest): string => `${name}, ${city}`

const auditRequest = (
  tx: Tx,
  by: By,
  { managerId, ...entry }: { managerId: number; action: string; after: object; at: Date },
) => audit(tx, { ...by, ...entry, subjectType: 'manager', subjectId: managerId })
