import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { isPrioritizable, withPriority } from '../../../charging/orders/messages/priority.ts'
import { findOrder, lockOrder, seesOrder } from '../../../charging/orders/store.ts'
import { failureOf, isAccepted, statusOf } from '../outcome/outcome.ts'
import type { Commander, CommandParts } from '../parts.ts'

/**
 * Lets a session come before others at its station, or no longer. The order says so once the station has accepted. Throws
 * order.not_found, order.no_priority, station.offline, or why the station has not accepted.
 */
export async function prioritize(
  { db, clock, stations, orderWork }: CommandParts,
  { caller, remoteAddress }: Commander,
  orderId: number,
  active: boolean,
): Promise<void> {
  const order = (await seesOrder(db, caller, orderId)) ? await findOrder(db, orderId) : undefined
  if (!order) throw new Failure('order.not_found')
  const link = await stations.find(order.stationId)
  if (!link) throw new Failure('station.offline')
  const { transactionId } = order
  if (transactionId === null || !isPrioritizable(order, link.protocol)) throw new Failure('order.no_priority')
  await orderWork.change(
    async () => [],
    async (book, _orders, tx) => {
      book.log(orderId, book.context.now, 'api', active ? 'priority_on_request' : 'priority_off_request', {
        request_endpoint: `orders/${orderId}/priority`,
        text: caller.email,
      })
      await audit(tx, {
        caller,
        action: 'order.prioritize',
        subjectType: 'order',
        subjectId: orderId,
        after: { active },
        at: clock.now(),
        ...(remoteAddress ? { remoteAddress } : {}),
      })
    },
  )
  const outcome = await link.command({ type: 'prioritize', transactionId, active })
  await orderWork.change(
    async (tx) => {
      const locked = await lockOrder(tx, orderId)
      return locked ? [locked] : []
    },
    (book, [locked]) => {
      const { now } = book.context
      book.log(orderId, now, 'ocpp', 'priority_response', { status: statusOf(outcome) })
      if (!locked || !isAccepted(outcome)) return
      const next = withPriority(locked, active, now, caller.id)
      if (next !== locked) book.put(next, 'all')
    },
  )
  if (!isAccepted(outcome)) throw failureOf(outcome)
}
