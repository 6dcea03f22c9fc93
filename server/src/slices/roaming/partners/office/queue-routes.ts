import { partnerQueue as calls } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import type { Deliveries } from '../../../../platform/jobs/deliveries/deliveries.ts'
import { listDeliveries, listTargetStates } from '../../../../platform/jobs/deliveries/store.ts'
import type { PartnerParts } from '../parts.ts'
import { getPartner } from './actions.ts'

const shownMost = 100

/** What administrators see of what a partner is still to be sent, and how they have it sent again. */
export function partnerQueueRoutes(rest: Rest, parts: PartnerParts & { deliveries: Deliveries }): void {
  const { db, clock, deliveries } = parts
  route(rest, calls.queue, async ({ params, query }) => {
    await getPartner(parts, params.id)
    const target = { channel: 'ocpi', target: String(params.id) }
    const state = first(await listTargetStates(db, 'ocpi', [target.target]))
    const isDead = query.dead === 'true'
    const items = await listDeliveries(db, target, { isDead, afterId: 0, most: shownMost })
    return {
      waiting: state.waiting,
      dead: state.dead,
      oldest_at: state.oldestAt?.toISOString() ?? null,
      failures: state.failures,
      failing_since: state.failingSince?.toISOString() ?? null,
      error: state.error,
      next_at: state.dueAt?.toISOString() ?? null,
      delivered_at: state.deliveredAt?.toISOString() ?? null,
      items: items.map(({ topic, createdAt, dueAt, id, key, attempts, error, state: itemState }) => ({
        id,
        module: topic,
        key,
        state: itemState,
        attempts,
        error,
        created_at: createdAt.toISOString(),
        due_at: dueAt.toISOString(),
      })),
    }
  })
  route(rest, calls.sendAgain, async ({ params, body, caller, remoteAddress }) => {
    await getPartner(parts, params.id)
    const target = { channel: 'ocpi', target: String(params.id) }
    return inTransaction(db, async (tx) => {
      const revived = await deliveries.revive(tx, target, body.delivery_id ?? null)
      await deliveries.retry(tx, target)
      await audit(tx, {
        caller,
        action: 'roaming_partner.send_again',
        subjectType: 'roaming_partner',
        subjectId: String(params.id),
        after: { revived },
        at: clock.now(),
        ...(remoteAddress ? { remoteAddress } : {}),
      })
      return { revived }
    })
  })
}
