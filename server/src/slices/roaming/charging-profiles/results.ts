import { type ActiveChargingProfile, codecOf, write } from '@stationmaster/ocpi'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Deliveries, DeliveryOutcome } from '../../../platform/jobs/deliveries/deliveries.ts'
import type { Delivery } from '../../../platform/jobs/deliveries/store.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { callPartner, callPartnerAt } from '../partners/calling/call-partner.ts'
import { outcomeOf } from '../partners/calling/delivered.ts'
import type { PartnerParts } from '../partners/parts.ts'
import { findPartner } from '../partners/store.ts'
import type { ProfileOutcome } from './carried-out.ts'
import { listOpenRequests, removeOldRequests, updateRequest } from './store.ts'

/** how long a partner waits for a result, as our answers say */
export const resultSeconds = 60
const keptMs = 30 * DAY_MS
/** after so long nobody carries a request out any more */
const lateMs = resultSeconds * SECOND_MS + MINUTE_MS

/** What partners are sent of charging profiles: results to the address of a request, and what changes later. */
export const resultTopic = 'profile-results'
export const changeTopic = 'profile-changes'

export interface ProfileResultParts {
  db: Db
  clock: Clock
  deliveries: Pick<Deliveries, 'send'>
}

/** Both versions have the same words for profiles. */
const words = codecOf('2.3.0')

/** Records what came of a request, once, and has it sent to its partner. */
export async function concludeRequest(
  { db, deliveries }: ProfileResultParts,
  id: number,
  { result, profile, isUnsupported }: ProfileOutcome,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const request = await updateRequest(tx, id, { result, isUnsupported })
    if (!request) return
    const body =
      request.method === 'GET'
        ? write(words.activeChargingProfileResult, { result, ...(profile ? { profile } : {}) })
        : write(words.chargingProfileResult, { result })
    await deliveries.send(tx, [
      {
        channel: 'ocpi',
        target: String(request.partnerId),
        topic: resultTopic,
        key: String(id),
        payload: { url: request.responseUrl, body },
        replaceable: false,
      },
    ])
  })
}

/** Sends a partner the profile by which a session charges now; only the newest is of use. */
export async function queueChange(
  tx: Tx,
  deliveries: Pick<Deliveries, 'send'>,
  { partnerId, orderId }: { partnerId: number; orderId: number },
  profile: ActiveChargingProfile,
): Promise<void> {
  await deliveries.send(tx, [
    {
      channel: 'ocpi',
      target: String(partnerId),
      topic: changeTopic,
      key: String(orderId),
      payload: { body: write(words.activeChargingProfile, profile) },
      replaceable: true,
    },
  ])
}

/** Sends a result to the address that came with its request, or a changed profile to the partner's module. */
export async function deliverProfile(
  parts: PartnerParts,
  { target, topic, key, payload }: Delivery,
): Promise<DeliveryOutcome> {
  const partner = await findPartner(parts.db, Number(target))
  if (!partner || partner.state === 'withdrawn') return { kind: 'done' }
  const call = { module: 'chargingprofiles', body: payload.body } as const
  const answer =
    topic === resultTopic
      ? await callPartnerAt(parts, partner, { ...call, method: 'POST', url: String(payload.url) })
      : await callPartner(parts, partner, { ...call, method: 'PUT', role: 'SENDER', path: `/${key}` })
  return outcomeOf(answer)
}

/** Concludes requests whose server died: each has a result in the end. */
export async function concludeLateRequests(parts: ProfileResultParts): Promise<void> {
  const { db, clock } = parts
  const now = clock.now()
  for (const id of await listOpenRequests(db, new Date(now.getTime() - lateMs)))
    await concludeRequest(parts, id, { result: 'REJECTED', isUnsupported: false })
  await removeOldRequests(db, new Date(now.getTime() - keptMs))
}
