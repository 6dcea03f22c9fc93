import type { Order } from '../../../../charging/orders/order.ts'
import { stationProvider } from '../../rules.ts'
import type { Payment } from '../../store.ts'
import type { AtProvider } from '../at-provider.ts'
import type { OrderSettled } from './settlement-store.ts'

/**
 * Whether an order may be paid at its station's own terminal: it began there with such a payment, or one was reported for it while
 * nobody had paid. What a person has booked as paid elsewhere stays so.
 */
export const mayBePaidAtStation = (
  { paymentMethodType, billable }: Pick<Order, 'paymentMethodType' | 'billable'>,
  last: Payment | null,
): boolean =>
  billable &&
  paymentMethodType === 'terminal' &&
  (last === null ||
    last.provider === stationProvider ||
    (last.methodType === 'account' && last.refundedMinor === 0 && last.chargedBackMinor === 0))

/**
 * Whether the station's own terminal pays for it: it did before, or something was reported, or it began there without a card of ours. The
 * card of a terminal elsewhere is paid for there.
 */
export const isPaidAtStation = (
  { rfid }: Pick<Order, 'rfid'>,
  last: Payment | null,
  settled: readonly OrderSettled[],
): boolean => settled.length > 0 || last?.provider === stationProvider || (last === null && rfid === null)

/**
 * What a station's terminal has taken of an order that has ended and costs `dueMinor`. All that was taken counts, also what is too much:
 * only the terminal can give that back. What is missing is a debt. While the amount is not decided (null), nothing is counted.
 */
export function atStation(
  stationId: string,
  settled: readonly OrderSettled[],
  dueMinor: number | null,
): AtProvider {
  const taken = settled.filter(({ booked }) => booked)
  const takenMinor = dueMinor === null ? 0 : taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const documentNumber = taken.at(-1)?.pspRef
  return {
    method: 'terminal',
    provider: stationProvider,
    marketShopId: stationId,
    capturedMinor: takenMinor,
    feeMinor: null,
    underWay: dueMinor === null,
    requests: [],
    charge: null,
    debtMinor: Math.max(0, (dueMinor ?? 0) - takenMinor),
    ...(documentNumber === undefined ? {} : { documentNumber }),
  }
}
