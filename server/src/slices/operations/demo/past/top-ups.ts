import { dayOf, HOUR_MS } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { paidInEntry } from '../../../money/ledger/paid-in.ts'
import { type Entry, post } from '../../../money/ledger/store.ts'
import type { PastMovement } from '../../../money/receipts/past.ts'
import { listUsedBalances } from '../store.ts'
import type { PastMoneyParts } from '../ways-to-pay.ts'

/** at which fractions of the past a driver paid in */
const paidInAfter = [0, 0.5]
const roundMinor = 100_000

/** Adds two top-ups for each driver who charged on account, in whole thousands; some pay in more than they use. */
export async function payBalancesIn(
  { db, clock, timeZone }: PastMoneyParts,
  from: Date,
): Promise<PastMovement[]> {
  const pastMs = clock.now().getTime() - from.getTime()
  const used = await listUsedBalances(db)
  const movements: PastMovement[] = []
  await inTransaction(db, async (tx) => {
    const entries: Entry[] = []
    for (const [index, { driverId, usedMinor }] of used.entries()) {
      const share = Math.ceil(usedMinor / paidInAfter.length / roundMinor) + (index % 3)
      for (const part of paidInAfter) {
        const at = new Date(from.getTime() + part * pastMs + (index % 12) * HOUR_MS)
        const amountMinor = share * roundMinor
        const businessDay = dayOf(at, timeZone)
        entries.push(paidInEntry({ driverId, amountMinor, into: 'bank', at, businessDay }))
        movements.push({ orderId: null, driverId, advanceMinor: amountMinor, at })
      }
    }
    await post(tx, entries)
  })
  return movements
}
