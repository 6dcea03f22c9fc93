import { leftOf } from '../providers/operation.ts'
import type { PaymentFile } from '../providers/store.ts'

/** What each of an order's payments at the provider has to give back, newest first; null: the provider has less than that. */
export function spread(
  files: readonly PaymentFile[],
  amountMinor: number,
): { paymentId: number; amountMinor: number }[] | null {
  let wanted = amountMinor
  const shares = files.toReversed().flatMap(({ payment, operations }) => {
    const share = Math.min(wanted, leftOf(payment, operations))
    wanted -= share
    return share > 0 ? [{ paymentId: payment.id, amountMinor: share }] : []
  })
  return wanted > 0 ? null : shares
}

/** What the provider still has of an order's payments, less what it was asked to give back. */
export const leftAtProvider = (files: readonly PaymentFile[]): number =>
  files.reduce((sum, { payment, operations }) => sum + leftOf(payment, operations), 0)
