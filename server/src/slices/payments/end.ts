import type { Tx } from '../../platform/schema.ts'
import type { PaymentDesk } from '../providers/desk.ts'
import { leftOf, type Wish } from '../providers/operation.ts'
import { isFinal, isUndecided } from '../providers/payment.ts'
import type { PaymentFile } from '../providers/store.ts'

/**
 * Takes at the provider what is due of an order, as far as its driver has paid it beforehand, and lets the rest go: in the order's own
 * transaction. Whatever is asked twice is done once.
 */
export async function endAtProvider(
  tx: Tx,
  desk: PaymentDesk,
  orderId: number,
  dueMinor: number,
): Promise<void> {
  for (const { paymentId, wish } of endOf(await desk.listFiles(tx, orderId, 'charging'), dueMinor))
    await desk.ask(tx, paymentId, wish)
}

/** What each of an order's payments is asked for when only so much of them is due. */
export function endOf(files: readonly PaymentFile[], dueMinor: number): { paymentId: number; wish: Wish }[] {
  let due = dueMinor
  return files.flatMap(({ payment, operations }): { paymentId: number; wish: Wish }[] => {
    const { id: paymentId, state, heldMinor } = payment
    if (isUndecided(payment)) return [{ paymentId, wish: { kind: 'cancel', amountMinor: 0 } }]
    if (state === 'held') {
      const amountMinor = Math.min(due, heldMinor)
      due -= amountMinor
      return [{ paymentId, wish: { kind: amountMinor > 0 ? 'capture' : 'cancel', amountMinor } }]
    }
    const left = isFinal(payment) ? leftOf(payment, operations) : 0
    const kept = Math.min(due, left)
    due -= kept
    const back = { kind: 'refund', amountMinor: left - kept, reason: 'not_due' } as const
    return left > kept ? [{ paymentId, wish: back }] : []
  })
}
