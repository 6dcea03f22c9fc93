import type { Tx } from '../../platform/schema.ts'
import type { KnownTerms } from '../contracts/known-terms.ts'
import { sharesOf } from '../contracts/rules.ts'
import { type EntryKind, nextCauses, post } from '../ledger/store.ts'
import { promiseCashback } from './cashback.ts'
import { entriesOf } from './entries.ts'
import { type Payment, updatePayments } from './store.ts'

interface Moved {
  kind: EntryKind
  at: Date
  businessDay: string
}

/** Changes a locked payment of an ended order: its shares follow, and the ledger holds what moves. */
export async function movePayment(
  tx: Tx,
  known: KnownTerms,
  last: Payment,
  change: Partial<Payment>,
  moved: Moved,
): Promise<void> {
  const next = { ...last, ...change }
  const [terms, causes] = await Promise.all([
    known.load(tx, [last.locationId], moved.at),
    nextCauses(tx, [last.orderId]),
  ])
  const taken = { ...next, givenBackMinor: next.refundedMinor + next.chargedBackMinor }
  const agreed = { ...terms.get(last.locationId)!, ownerId: last.ownerId }
  const payment = { ...next, ...sharesOf(taken, agreed, last.businessDay) }
  const entries = entriesOf(last, payment, {
    ...moved,
    cause: causes.get(last.orderId)!,
    ...{ orderCount: 0, energyWh: 0, before: last },
  })
  await Promise.all([updatePayments(tx, [payment]), post(tx, entries)])
  if (payment.purpose === 'charging')
    await promiseCashback(
      tx,
      [{ payment, percent: 0, reservationMinor: null, isFirst: false }],
      moved.at,
      moved.businessDay,
    )
}
