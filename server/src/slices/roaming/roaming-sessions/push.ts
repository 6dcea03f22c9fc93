import type { OcpiVersion } from '@stationmaster/ocpi'
import type { Deliveries, DeliveryOutcome } from '../../../platform/jobs/deliveries/deliveries.ts'
import type { Delivery } from '../../../platform/jobs/deliveries/store.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { callPartner } from '../partners/calling/call-partner.ts'
import { outcomeOf } from '../partners/calling/delivered.ts'
import type { PartnerParts } from '../partners/parts.ts'
import { findPartner } from '../partners/store.ts'
import { cdrIn, sessionIn } from './kept.ts'
import { findCdr, findSession, listMissed, updateTaken } from './store.ts'

/** Sends a session as it is now (OCPI 9.2.2). */
export async function deliverSession(
  parts: PartnerParts,
  { target, key }: Delivery,
): Promise<DeliveryOutcome> {
  const partner = await findPartner(parts.db, Number(target))
  const session = await findSession(parts.db, Number(key))
  if (!partner || partner.state === 'withdrawn' || !session) return { kind: 'done' }
  const { country_code, party_id, id } = session.body
  return outcomeOf(
    await callPartner(parts, partner, {
      module: 'sessions',
      role: 'RECEIVER',
      method: 'PUT',
      path: `/${country_code}/${party_id}/${id}`,
      body: sessionIn(partner.version as OcpiVersion, session.body),
      to: session.token,
    }),
  )
}

/** Sends a bill; one that the partner has already is taken (OCPI 10.2.2). */
export async function deliverCdr(
  parts: PartnerParts,
  { target, payload }: Delivery,
): Promise<DeliveryOutcome> {
  const partner = await findPartner(parts.db, Number(target))
  const cdr = await findCdr(parts.db, String(payload.id))
  if (!partner || partner.state === 'withdrawn' || !cdr || cdr.takenAt !== null) return { kind: 'done' }
  const session = await findSession(parts.db, cdr.orderId)
  const answer = await callPartner(parts, partner, {
    module: 'cdrs',
    role: 'RECEIVER',
    method: 'POST',
    body: cdrIn(partner.version as OcpiVersion, cdr.body),
    ...(session ? { to: session.token } : {}),
  })
  const isThere = !answer.ok && answer.httpStatus === 409
  if (!answer.ok && !isThere) return outcomeOf(answer)
  await updateTaken(parts.db, cdr.id, { at: parts.clock.now(), location: answer.ok ? answer.location : null })
  return { kind: 'done' }
}

/** Sends a party behind a hub that is connected again what it has missed, the newest state of each session. */
export async function sendMissed(
  tx: Tx,
  { deliveries }: { deliveries: Pick<Deliveries, 'send'> },
  partnerId: number,
  { party, since }: { party: { countryCode: string; partyId: string }; since: Date },
): Promise<void> {
  const { sessions, bills } = await listMissed(tx, partnerId, party, since)
  const to = { channel: 'ocpi', target: String(partnerId) }
  await deliveries.send(tx, [
    ...sessions.map((id) => ({ ...to, topic: 'sessions', key: String(id), replaceable: true })),
    ...bills.map(({ id, orderId }) => ({
      ...to,
      topic: 'cdrs',
      key: String(orderId),
      replaceable: false,
      payload: { id },
    })),
  ])
}
