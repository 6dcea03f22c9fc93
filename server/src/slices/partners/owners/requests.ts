import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { lockManager } from '../../people/managers/store.ts'
import { listAssigned, updateAssigned } from '../../places/locations/access/assignment-store.ts'
import { findLocation } from '../../places/locations/store.ts'
import type { By, OwnerParts } from './actions.ts'
import { type AskedFor, deleteRequest, upsertRequest } from './request-store.ts'

/*
 * Where managers do not add locations themselves, they ask for one by name and town. It waits in the administrators' inbox until one of
 * them assigns a location, which the manager is mailed, or declines with a reason, which is mailed too.
 */

/** Asks for a location; what was asked for before is replaced. */
export function ask(
  { db, clock }: OwnerParts,
  by: By,
  managerId: number,
  { name, city }: Pick<AskedFor, 'name' | 'city'>,
): Promise<AskedFor> {
  const at = clock.now()
  return inRepeatableTransaction(db, async (tx) => {
    const kept = await upsertRequest(tx, managerId, { name, city, askedAt: at })
    await note(tx, by, { managerId, action: 'location.ask', after: { name, city }, at })
    return kept
  })
}

/** Asks for no location any more; where none was asked for, that is so already. */
export async function withdraw({ db, clock }: OwnerParts, by: By, managerId: number): Promise<void> {
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const gone = await deleteRequest(tx, managerId)
    if (gone) await note(tx, by, { managerId, action: 'location.withdraw', after: toldOf(gone), at })
  })
}

/** Assigns a location to whoever asks for one, once, and mails them. Throws manager.not_found, owner.not_asking, location.not_found. */
export async function assign(
  { db, clock, mailer, live }: OwnerParts,
  by: By,
  managerId: number,
  locationId: number,
): Promise<void> {
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const { manager, asked } = await takeRequest(tx, managerId)
    const place = await findLocation(tx, by.caller, locationId)
    if (!place) throw new Failure('location.not_found')
    const before = (await listAssigned(tx, managerId)).map(({ id }) => id)
    await updateAssigned(tx, managerId, [...new Set([...before, locationId])])
    await note(tx, by, { managerId, action: 'location.assign', after: { ...toldOf(asked), locationId }, at })
    const values = { link: mailer.link(`/locations/${locationId}/stations`), place: place.name }
    await mailer.send(tx, { to: manager.email, language: manager.language, name: 'locationAssigned', values })
  })
  live.dismiss(managerId)
}

/** Declines what a manager asks for, once, and mails them why. Throws manager.not_found, owner.not_asking. */
export async function decline(
  { db, clock, mailer }: OwnerParts,
  by: By,
  managerId: number,
  why: string,
): Promise<void> {
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const { manager, asked } = await takeRequest(tx, managerId)
    await note(tx, by, { managerId, action: 'location.decline', after: { ...toldOf(asked), note: why }, at })
    const values = { link: mailer.link('/dashboard'), place: placeOf(asked), note: why }
    await mailer.send(tx, { to: manager.email, language: manager.language, name: 'locationDeclined', values })
  })
}

async function takeRequest(tx: Tx, managerId: number) {
  const manager = await lockManager(tx, managerId)
  if (!manager) throw new Failure('manager.not_found')
  const asked = await deleteRequest(tx, managerId)
  if (!asked) throw new Failure('owner.not_asking')
  return { manager, asked }
}

const toldOf = ({ name, city }: AskedFor) => ({ name, city })
const placeOf = ({ name, city }: AskedFor): string => `${name}, ${city}`

const note = (
  tx: Tx,
  by: By,
  { managerId, ...entry }: { managerId: number; action: string; after: object; at: Date },
) => audit(tx, { ...by, ...entry, subjectType: 'manager', subjectId: managerId })
