import type { DeliveryOutcome } from '../../../../platform/jobs/deliveries/deliveries.ts'
import type { Delivery } from '../../../../platform/jobs/deliveries/store.ts'
import { callPartner } from '../../partners/calling/call-partner.ts'
import { outcomeOf } from '../../partners/calling/delivered.ts'
import type { PartnerParts } from '../../partners/parts.ts'
import { findPartner, type PartnerRow } from '../../partners/store.ts'
import type { PublishingParts } from './network.ts'
import { patchesOf } from './patches.ts'
import { findSent, type SentKey, saveSent } from './sent-store.ts'
import { findStored, type ShownModule, type Stored } from './store.ts'

type ShownParts = PartnerParts & Pick<PublishingParts, 'contractCompanies'>

/** Sends an object as it is shown now; a tariff that is shown no more is deleted (OCPI 8.2.2, 11.2.2). */
export async function deliverShown(
  parts: ShownParts,
  { target, topic, key }: Delivery,
): Promise<DeliveryOutcome> {
  const { db, contractCompanies } = parts
  const partner = await findPartner(db, Number(target))
  const version = partner?.version
  if (!partner || !version || partner.state === 'withdrawn') return { kind: 'done' }
  const module = topic as ShownModule
  const isOwn = module === 'tariffs' && (await contractCompanies(db)).has(partner.id)
  const found = await findStored(db, {
    version,
    module,
    partnerId: isOwn ? partner.id : null,
    objectId: key,
  })
  if (!found) return { kind: 'done' }
  if (module === 'locations') return deliverLocation(parts, { ...partner, version }, found)
  const { body, removedAt } = found
  const call = { module, role: 'RECEIVER', path: pathOf(body) } as const
  if (removedAt === null)
    return outcomeOf(await callPartner(parts, partner, { ...call, method: 'PUT', body }))
  const answer = await callPartner(parts, partner, { ...call, method: 'DELETE' })
  const isGone = !answer.ok && answer.httpStatus === 404
  return isGone ? { kind: 'done' } : outcomeOf(answer)
}

const pathOf = (body: Stored['body']) => `/${body.country_code}/${body.party_id}/${body.id}`

/**
 * Sends a location: the EVSEs alone whose status has moved since the partner has taken it last, else the whole of it. A partner that
 * refuses a part gets this location whole from then on.
 */
async function deliverLocation(
  parts: ShownParts,
  partner: PartnerRow & { version: string },
  { body, lastUpdated, wholeAt }: Stored,
): Promise<DeliveryOutcome> {
  const { db } = parts
  const call = { module: 'locations', role: 'RECEIVER', path: pathOf(body) } as const
  const key: SentKey = {
    partnerId: partner.id,
    objectId: String(body.id),
    version: partner.version,
    connection: (partner.tokenHash ?? '').slice(0, 16),
  }
  const sent = await findSent(db, key)
  const patches = patchesOf({ body, wholeAt }, sent)
  let wholeOnly = sent?.wholeOnly ?? false
  for (const patch of patches ?? []) {
    const path = `${call.path}/${patch.uid}`
    const answer = await callPartner(parts, partner, { ...call, path, method: 'PATCH', body: patch.body })
    const outcome = outcomeOf(answer)
    wholeOnly = outcome.kind === 'refused'
    if (wholeOnly) break
    if (!answer.ok) return outcome
  }
  if (patches === null || wholeOnly) {
    const answer = await callPartner(parts, partner, { ...call, method: 'PUT', body })
    if (!answer.ok) return outcomeOf(answer)
  }
  await saveSent(db, key, { lastUpdated, wholeOnly })
  return { kind: 'done' }
}
