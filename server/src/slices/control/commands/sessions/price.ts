import { findOrder } from '../../../charging/orders/store.ts'
import { translate } from '../../../places/tariffs/at-station/translate.ts'
import type { TariffVersion } from '../../../places/tariffs/elements.ts'
import { findTariffState } from '../../tasks/tariff-state-store.ts'
import { statusOf } from '../outcome/outcome.ts'
import type { CommandParts } from '../parts.ts'
import { findPlace } from '../target.ts'

type PriceParts = Pick<CommandParts, 'db' | 'stations' | 'orderWork'> & { currency: string }

const free: TariffVersion = {
  id: 0,
  elements: [{ components: [{ dimension: 'energy', priceMicro: 0 }] }],
  discountPercent: 0,
}

/**
 * Gives a station that reckons by itself the price of a session whose driver does not pay what everybody pays there, as soon as it has begun
 * (2.1 part 2, I11). An answer to Authorize would not do: sessions from afar have none, and stations keep it for later sessions.
 */
export async function sendPrice(
  { db, stations, orderWork, currency }: PriceParts,
  orderId: number,
): Promise<void> {
  const order = await findOrder(db, orderId)
  const state = order && (await findTariffState(db, order.stationId))
  if (!order?.transactionId || order.status !== 'started' || state?.state !== 'in_step') return
  const place = await findPlace(db, order)
  const evse = place?.connector.evse
  const known = state.evses.find((one) => one.evse === evse)
  const link = await stations.find(order.stationId)
  if (evse === undefined || !known?.id || !link) return
  const { version } = await orderWork.change(
    async () => [order],
    (book) => book.termsOf(order),
  )
  const agreed = order.billable ? version : free
  const { tariff } = agreed ? translate({ version: agreed, idle: null, currency, evse }) : { tariff: null }
  if (!tariff || tariff.id === known.id) return
  const { transactionId } = order
  const outcome = await link.command({ type: 'change_tariff', transactionId, tariff })
  await orderWork.change(
    async () => [],
    (book) =>
      book.log(orderId, book.context.now, 'ocpp', 'change_tariff_response', { status: statusOf(outcome) }),
  )
}
