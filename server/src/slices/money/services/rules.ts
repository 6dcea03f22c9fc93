import { MINUTE_MS } from '@stationmaster/units'
import { isOpen } from '../../charging/orders/machine/moves.ts'
import type { Order } from '../../charging/orders/order.ts'
import { awaitsMoney } from '../../charging/orders/prepaid/prepaid.ts'
import { isFromBalance, isPrepaid } from '../../charging/orders/sessions/adopt.ts'
import { type AtProvider, type ProviderFile, savedOf, settlementOf } from '../payments/cards/at-provider.ts'
import type { ProviderPayment } from '../providers/payment/payment.ts'

/** How long the money for a service may take. */
export const payMs = 15 * MINUTE_MS

/** Whether services are sold with an order: it waits for no money of its own, and its driver is there or on the way. */
export const maySell = (order: Order): boolean =>
  isOpen(order) ? !awaitsMoney(order) && !order.awaitsCard : order.status === 'completed' && order.evConnected

/** How the services of an order are paid: as the order itself is. */
export type Way =
  /** with the same card, without its driver */
  | { by: 'card'; payment: ProviderPayment }
  /** at the driver's bank, once more */
  | { by: 'sbp'; payment: ProviderPayment }
  | { by: 'account'; driverId: number }

const isThere = ({ payment }: ProviderFile): boolean =>
  payment.state === 'held' || payment.state === 'captured'

/** The way to pay of an order, whose payments for charging are `files`; null: it takes no further payments. */
export function wayOf(order: Order, files: readonly ProviderFile[], connected: string | null): Way | null {
  const { driverId, paymentMethodType } = order
  const isOnAccount = isFromBalance(order) || (!isPrepaid(order) && paymentMethodType === 'account')
  if (isOnAccount) return driverId === null ? null : { by: 'account', driverId }
  const paid = files.filter((file) => isThere(file) && file.payment.provider === connected)
  const saved = savedOf(paid, connected)
  if (saved) return { by: 'card', payment: saved }
  const last = paid.at(-1)?.payment
  return last?.method === 'sbp' ? { by: 'sbp', payment: last } : null
}

/** The state of a sale. Of the first, the payment is under way; void: it was not paid, and is not given. */
export type SoldState = 'asked' | 'sold' | 'void'

export interface Sold {
  state: SoldState
  priceMinor: number
}

/**
 * The state of a sold service by what its provider reports, and what is done there: a hold is captured, a refusal or an expired time
 * makes the sale void, and money that comes later goes back.
 */
export function soldBy(
  { state, priceMinor }: Sold,
  files: readonly ProviderFile[],
): { state: SoldState; there: AtProvider } {
  // no provider is passed that could be charged again: a refused sale is void, and no debt
  const settled = (dueMinor: number) => settlementOf(files, dueMinor, null)
  if (state === 'void') return { state, there: settled(0) }
  const there = settled(priceMinor)
  if (state === 'asked' && there.debtMinor > 0) return { state: 'void', there: settled(0) }
  return { state: there.capturedMinor === priceMinor ? 'sold' : state, there }
}
