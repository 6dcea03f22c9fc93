import { dayOf } from '@stationmaster/units'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { updateTokensPayment } from '../../../charging/drivers/store.ts'
import { type MoneyEvent, transfersOf } from '../../ledger/rules.ts'
import { type Entry, post } from '../../ledger/store.ts'
import { keepCard } from '../../providers/cards/saved-card-store.ts'
import type { ProviderPayment } from '../../providers/payment/payment.ts'
import type { PaymentService } from '../../providers/payment-service.ts'
import type { ReceiptService } from '../../receipts/receipt-service.ts'

interface Following {
  paymentService: PaymentService
  receipts: ReceiptService
  now: Date
  timeZone: string
}

/**
 * What follows a move of a driver's own payment, in the transaction that records it: a checked card is saved and its hold released;
 * what was paid in is on the balance once, and what goes back at the provider leaves it.
 */
export async function followDriverPayment(
  tx: Tx,
  payment: ProviderPayment,
  before: ProviderPayment,
  following: Following,
): Promise<void> {
  const isThere = ({ state }: ProviderPayment) => state === 'held' || state === 'captured'
  if (isThere(payment) && !isThere(before)) {
    const driverId = await keepCard(tx, payment.id, following.now)
    if (driverId !== undefined) await updateTokensPayment(tx, driverId, { from: 'account', to: 'card' })
  }
  if (payment.purpose === 'check') {
    if (payment.state === 'held' && before.state !== 'held')
      await following.paymentService.request(tx, payment.id, { kind: 'cancel', amountMinor: 0 })
    return
  }
  await bookTopUp(tx, payment, before, following)
}

type TopUp = Extract<MoneyEvent, { type: 'top_up' }>

async function bookTopUp(
  tx: Tx,
  payment: ProviderPayment,
  before: ProviderPayment,
  { receipts, now: at, timeZone }: Following,
): Promise<void> {
  const { id, driverId, provider, marketShopId } = payment
  if (driverId === null) return
  const paidIn = payment.capturedMinor - before.capturedMinor
  const wentBack = payment.refundedMinor - before.refundedMinor
  const fee = payment.capturedMinor > 0 ? (payment.feeMinor ?? 0) - feeBefore(before) : 0
  const entryOf = (what: string, amounts: Pick<TopUp, 'amountMinor' | 'bankCommissionMinor'>): Entry => ({
    // once: the same move is refused by the ledger's key
    cause: `top_up:payment:${id}:${what}`,
    kind: 'top_up',
    at,
    businessDay: dayOf(at, timeZone),
    orderId: null,
    locationId: null,
    ownerId: null,
    methodType: null,
    provider,
    marketShopId,
    orderCount: 0,
    energyWh: 0,
    transfers: transfersOf({ type: 'top_up', driverId, provider, marketShopId, ...amounts }),
  })
  await post(tx, [
    ...(paidIn !== 0 ? [entryOf('paid', { amountMinor: paidIn, bankCommissionMinor: 0 })] : []),
    ...(wentBack !== 0
      ? [entryOf(`back:${payment.refundedMinor}`, { amountMinor: -wentBack, bankCommissionMinor: 0 })]
      : []),
    ...(fee !== 0 ? [entryOf(`fee:${payment.feeMinor}`, { amountMinor: 0, bankCommissionMinor: fee })] : []),
  ])
  await receipts.recordTopUp(tx, driverId, paidIn - wentBack)
}

/** The fee that is booked already: none before anything was captured. */
const feeBefore = ({ capturedMinor, feeMinor }: ProviderPayment): number =>
  capturedMinor > 0 ? (feeMinor ?? 0) : 0
