import type { Tx } from '../../../../platform/schema/schema.ts'
import { updateTokensPayment } from '../../../charging/drivers/store.ts'
import type { OrderBook } from '../../../charging/orders/messages/book.ts'
import type { OrderWork } from '../../../charging/orders/messages/unit-of-work.ts'
import { isCardSession, refuseHold } from '../../../charging/orders/prepaid/hold.ts'
import { comesLate, paid } from '../../../charging/orders/prepaid/prepaid.ts'
import { insertLogs, lockOrder } from '../../../charging/orders/store.ts'
import { keepCard } from '../../providers/cards/saved-card-store.ts'
import type { OrderPayment, ProviderPayment } from '../../providers/payment/payment.ts'
import type { PaymentService } from '../../providers/payment-service.ts'
import { releaseHolds } from '../collect.ts'

export interface Paying {
  orderWork: Pick<OrderWork, 'changeIn'>
  paymentService: PaymentService
}

/** Whether the money is there. */
const isThere = ({ state }: ProviderPayment): boolean => state === 'held' || state === 'captured'

/** In these states a car stands at the connector and does not charge. */
const plugs: ReadonlySet<string | null> = new Set(['Preparing', 'Occupied'])

/** Whether the money will not be there: the driver of a card session is not there to answer the bank. */
const isRefused = ({ state }: ProviderPayment): boolean => state === 'failed' || state === 'action'

/**
 * An order whose driver has paid goes on, and a session whose money was refused while it runs is stopped, in the transaction that notes
 * the payment. Money that comes too late goes back. Resolves to a function that notifies the screens after the commit.
 */
export async function followPaid(
  tx: Tx,
  payment: OrderPayment,
  before: ProviderPayment,
  paying: Paying,
): Promise<() => void> {
  if (payment.purpose !== 'charging') return () => undefined
  if (isThere(payment) && !isThere(before)) return goOn(tx, payment, paying)
  return isRefused(payment) && !isRefused(before) ? stopUnpaid(tx, payment, paying) : () => undefined
}

async function goOn(
  tx: Tx,
  { id, orderId, method: methodType }: OrderPayment,
  { orderWork, paymentService }: Paying,
): Promise<() => void> {
  const { publish } = await orderWork.changeIn(
    tx,
    async () => [(await lockOrder(tx, orderId)) ?? []].flat(),
    async (book, [order]) => {
      const { now } = book.context
      if (!order) return
      await saveCard(tx, book, id, orderId)
      const { connectors } = book.context.stations.get(order.stationId) ?? { connectors: [] }
      const plugged = plugs.has(connectors.find(({ id }) => id === order.connectorId)?.ocppStatus ?? null)
      const step = paid(order, { methodType, plugged }, now)
      if (step) book.take(step)
      else if (comesLate(order)) {
        await insertLogs(tx, [{ orderId, at: now, kind: 'payment', event: 'paid_late', fields: null }])
        await releaseHolds(tx, [orderId], paymentService)
      }
    },
  )
  return publish
}

/** Keeps the card where its driver wants that: what the driver begins on account with a charging card is paid with it from now on. */
async function saveCard(tx: Tx, book: OrderBook, paymentId: number, orderId: number): Promise<void> {
  const { now } = book.context
  const driverId = await keepCard(tx, paymentId, now)
  if (driverId === undefined) return
  await updateTokensPayment(tx, driverId, { from: 'account', to: 'card' })
  book.log(orderId, now, 'payment', 'card_saved')
}

function stopUnpaid(
  tx: Tx,
  { id, orderId, state, declineCode }: OrderPayment,
  { orderWork, paymentService }: Paying,
): Promise<() => void> {
  const work = orderWork.changeIn(
    tx,
    async () => [(await lockOrder(tx, orderId)) ?? []].flat(),
    async (book, [order]) => {
      const { now } = book.context
      if (!order || !isCardSession(order)) return
      if (state === 'action') await paymentService.request(tx, id, { kind: 'cancel', amountMinor: 0 })
      const stopped = refuseHold(order, now)
      if (!stopped) return
      book.log(orderId, now, 'payment', 'hold_refused', { reason: declineCode })
      book.sendStop(orderId)
      book.put(stopped, 'all')
    },
  )
  return work.then(({ publish }) => publish)
}
