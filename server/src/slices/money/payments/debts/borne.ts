import { dayOf } from '@stationmaster/units'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { Closed, Order } from '../../../charging/orders/order.ts'
import { insertLogs } from '../../../charging/orders/store.ts'
import type { PaymentContext } from '../collect.ts'
import { insertUncaptured, movePayment } from '../move.ts'
import { lockPayments } from '../store.ts'

/** By the network: nobody else took it. */
const byNetwork = {
  methodType: 'compensation' as const,
  provider: '',
  marketShopId: '',
  documentNumber: null,
  debtMinor: 0,
}

/**
 * Books what the network bears of the prices of orders that ended, beyond what their drivers were promised: it pays that itself, so that
 * the owner has what the driver would have paid. A correction moves the same payment.
 */
export async function bookBorne(
  tx: Tx,
  moved: readonly Closed[],
  context: Pick<PaymentContext, 'terms' | 'now' | 'timeZone'>,
): Promise<void> {
  const bearing = moved.filter(({ order, before }) => borneOf(order) > 0 || (before && before.borneMinor > 0))
  if (bearing.length === 0) return
  const { now, timeZone, terms } = context
  const today = dayOf(now, timeZone)
  const known = await lockPayments(
    tx,
    bearing.map(({ order }) => order.id),
    'borne',
  )
  for (const { order } of bearing) {
    const capturedMinor = borneOf(order)
    const last = known.get(order.id)
    if (capturedMinor === (last?.capturedMinor ?? 0)) continue
    const businessDay = last ? today : (order.businessDay ?? today)
    const payment =
      last ??
      (await insertUncaptured(tx, { ...order, driverId: null }, 'borne', byNetwork, {
        ...context,
        businessDay,
      }))
    const change = { capturedMinor, status: 'captured' as const, updatedAt: now }
    await movePayment(tx, terms, payment, change, { kind: 'taken', at: now, businessDay })
    const fields = { value: capturedMinor }
    await insertLogs(tx, [{ orderId: order.id, at: now, kind: 'payment', event: 'borne_amount', fields }])
  }
}

/** What the network bears of an order that has ended; nothing while somebody has to look at its price first. */
const borneOf = ({ status, billable, needsReview, borneMinor }: Order): number =>
  status === 'completed' && billable && !needsReview ? borneMinor : 0
