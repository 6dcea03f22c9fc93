import type { CommandOutcome } from '@stationmaster/ocpp'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import * as rules from '../../../charging/orders/machine/rules.ts'
import type { Order } from '../../../charging/orders/order.ts'
import * as orders from '../../../charging/orders/store.ts'
import { recordAnswer } from '../outcome/answered.ts'
import { failureOf, isAccepted, statusOf, stopOutcomeOf } from '../outcome/outcome.ts'
import { trackSending } from '../outcome/sent.ts'
import type { Commander, CommandParts } from '../parts.ts'
import { findTarget } from '../target.ts'

/**
 * Stops charging on a connector: a start that is still under way is canceled, for a session the station gets a stop. Throws
 * connector.not_charging or station.* .
 */
export async function stopCharging(
  parts: CommandParts,
  commander: Commander,
  connectorId: number,
): Promise<void> {
  const target = await findTarget(parts.db, commander.caller, connectorId)
  if (target.openOrderId === null) throw new Failure('connector.not_charging')
  const online = (await parts.stations.find(target.station.id)) !== undefined
  const order = await recordStop(parts, commander, connectorId, target.openOrderId, online)
  await recordAnswer(parts, order, 'connector_stop', async () => {
    if (!online) throw new Failure('station.offline')
    if (order.status !== 'started') return
    const outcome = await sendStop(parts, order.id)
    if (!isAccepted(outcome)) throw failureOf(outcome)
  })
}

/** Records who requested the stop; the order itself changes only when its station is connected. */
async function recordStop(
  parts: CommandParts,
  { caller, remoteAddress }: Commander,
  connectorId: number,
  orderId: number,
  online: boolean,
): Promise<Order> {
  return parts.orderWork.change(
    (tx) => lockOne(tx, orderId),
    async (book, [order], tx) => {
      const { now } = book.context
      if (!order || !['starting', 'started'].includes(order.status))
        throw new Failure('connector.not_charging')
      book.log(orderId, now, 'api', 'connector_stop', {
        request_endpoint: `connectors/${connectorId}/stop`,
        text: caller.email,
      })
      if (online && order.status === 'started') book.log(orderId, now, 'ocpp', 'remote_stop_tx_request')
      await audit(tx, {
        caller,
        action: 'connector.stop',
        subjectType: 'connector',
        subjectId: String(connectorId),
        after: { orderId },
        at: now,
        ...(remoteAddress ? { remoteAddress } : {}),
      })
      if (!online) return order
      const next =
        order.status === 'starting'
          ? rules.cancel(order, null, now, 'canceled_by_operator')
          : rules.withStopRequested(order, now)
      return book.put(next, 'all')
    },
  )
}

/** Sends a station the stop of an order's transaction and stores the answer; after a refusal the order's timer tries again. */
export async function sendStop(parts: CommandParts, orderId: number): Promise<CommandOutcome> {
  const order = await orders.findOrder(parts.db, orderId)
  if (order?.status !== 'started' || order.transactionId === null)
    return { kind: 'unsupported', reason: 'not charging' }
  const link = await parts.stations.find(order.stationId)
  const { stationId, connectorId, transactionId } = order
  const sending = { stationId, name: 'stop', orderId, connectorId } as const
  const outcome: CommandOutcome = link
    ? await trackSending(parts, sending, () => link.command({ type: 'stop', transactionId }))
    : { kind: 'disconnected' }
  await parts.orderWork.change(
    (tx) => lockOne(tx, orderId),
    (book, [locked]) => {
      const { now } = book.context
      book.log(orderId, now, 'ocpp', 'remote_stop_tx_response', { status: statusOf(outcome) })
      if (locked) book.put(rules.stopAnswered(locked, stopOutcomeOf(outcome), now), 'all')
    },
  )
  return outcome
}

async function lockOne(tx: Parameters<typeof orders.lockOrder>[0], id: number): Promise<Order[]> {
  const order = await orders.lockOrder(tx, id)
  return order ? [order] : []
}
