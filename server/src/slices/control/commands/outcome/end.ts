import { first } from '@stationmaster/units'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { suspect } from '../../../charging/orders/chronology/evidence.ts'
import * as rules from '../../../charging/orders/machine/rules.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { loadSeries, lockOrder, seesOrder } from '../../../charging/orders/store.ts'
import type { Commander, CommandParts } from '../parts.ts'

/**
 * Ends a session that its station has lost, here and on its last meter value; what it costs waits for review, and a stop that
 * comes after all corrects it. Throws order.not_found, order.not_running.
 */
export function endOrder(
  { orderWork, clock }: Pick<CommandParts, 'orderWork' | 'clock'>,
  { caller, remoteAddress }: Commander,
  id: number,
  reason: string,
): Promise<Order> {
  return orderWork.change(
    async (tx) => {
      const order = (await seesOrder(tx, caller, id)) ? await lockOrder(tx, id) : undefined
      if (!order) throw new Failure('order.not_found')
      if (order.status !== 'started') throw new Failure('order.not_running')
      return [order]
    },
    async (book, orders, tx) => {
      const order = first(orders)
      const now = clock.now()
      const series = (await loadSeries(tx, [id])).get(id) ?? []
      const ended = rules.lose(suspect(order, 'operator', now), series, book.termsOf(order), now)
      book.put(ended, 'all')
      book.log(id, now, 'api', 'order_end', {
        request_endpoint: `orders/${id}/end`,
        text: `${caller.email}: ${reason}`,
      })
      await audit(tx, {
        caller,
        action: 'order.end',
        subjectType: 'order',
        subjectId: id,
        before: { status: order.status },
        after: { status: ended.status, energyWh: ended.energyWh, reason },
        at: now,
        ...(remoteAddress ? { remoteAddress } : {}),
      })
      return ended
    },
  )
}
