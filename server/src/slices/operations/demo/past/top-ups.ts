import { dayOf, HOUR_MS } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { paidInEntry } from '../../../money/ledger/paid-in.ts'
import { type Entry, post } from '../../../money/ledger/store.ts'
import type { PastMovement } from '../../../money/receipts/past.ts'
import { listUsedBalances } from '../store.ts'
import type { PastMoneyParts } from '../ways-to-pay.ts'

/** after which parts of the past a driver paid in */
const paidInAfter = [0, 0.5]
const roundMinor = 100_000

/** What drivers had paid in before they charged on account: twice each, in whole thousands, and some more than they used. */
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
