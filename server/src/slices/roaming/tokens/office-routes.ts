import { partnerDrivers as calls, type PartnerTokens } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Deliveries } from '../../../platform/jobs/deliveries/deliveries.ts'
import { listDeliveries, listTargetStates } from '../../../platform/jobs/deliveries/store.ts'
import { getPartner } from '../partners/office/actions.ts'
import type { PartnerParts } from '../partners/parts.ts'
import { pullTokens } from './pull.ts'
import { countTokens, findTokensReadAt } from './store.ts'

const shownMost = 100

/** What administrators see of a partner's tokens, and of what it is still to be sent. */
export function partnerDriverRoutes(rest: Rest, parts: PartnerParts & { deliveries: Deliveries }): void {
  const { db, clock, deliveries } = parts
  const tokensOf = async (partnerId: number): Promise<PartnerTokens> => {
    const { all, taken } = await countTokens(db, partnerId)
    return { tokens: all, taken, read_until: (await findTokensReadAt(db, partnerId))?.toISOString() ?? null }
  }
  route(rest, calls.tokens, async ({ params }) => {
    await getPartner(parts, params.id)
    return tokensOf(params.id)
  })
  route(rest, calls.readTokens, async ({ params }) => {
    const pulled = await pullTokens(parts, await getPartner(parts, params.id), { all: true })
    return { ...(await tokensOf(params.id)), ...pulled }
  })
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
