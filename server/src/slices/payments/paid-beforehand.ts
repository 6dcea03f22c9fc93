import type { Tx } from '../../platform/schema.ts'
import { comesLate, paid } from '../orders/prepaid.ts'
import { insertLogs, lockOrder } from '../orders/store.ts'
import type { OrderWork } from '../orders/unit-of-work.ts'
import type { PaymentDesk } from '../providers/desk.ts'
import type { ProviderPayment } from '../providers/payment.ts'
import { letGo } from './settle.ts'

export interface Paying {
  orderWork: Pick<OrderWork, 'changeIn'>
  desk: PaymentDesk
}

/** Whether the money is there. */
const isThere = ({ state }: ProviderPayment): boolean => state === 'held' || state === 'captured'

/** In these states a car stands at the connector and does not charge. */
const plugs: ReadonlySet<string | null> = new Set(['Preparing', 'Occupied'])

/**
 * An order whose driver has paid goes on, in the transaction that notes the payment. Money that comes too late goes back. Resolves
 * to what is told after the commit.
 */
export async function followPaid(
  tx: Tx,
  payment: ProviderPayment,
  before: ProviderPayment,
  { orderWork, desk }: Paying,
): Promise<() => void> {
  const { orderId, purpose, method: methodType } = payment
  if (purpose !== 'charging' || !isThere(payment) || isThere(before)) return () => undefined
  const { tell } = await orderWork.changeIn(
    tx,
    async () => [(await lockOrder(tx, orderId)) ?? []].flat(),
    async (book, [order]) => {
      const { now } = book.context
      if (!order) return
      const { connectors } = book.context.stations.get(order.stationId) ?? { connectors: [] }
      const plugged = plugs.has(connectors.find(({ id }) => id === order.connectorId)?.ocppStatus ?? null)
      const step = paid(order, { methodType, plugged }, now)
      if (step) book.take(step)
      else if (comesLate(order)) {
        await insertLogs(tx, [{ orderId, at: now, kind: 'payment', event: 'paid_late', fields: null }])
        await letGo(tx, [orderId], desk)
      }
    },
  )
  return tell
}
