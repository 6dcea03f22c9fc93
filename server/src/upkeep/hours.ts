import { inTransaction } from '../platform/database/transaction.ts'
import { changeNetworkZone } from '../platform/general/network-zone-store.ts'
import type { Db, Tx } from '../platform/schema/schema.ts'
import { rebuildHours } from '../slices/charging/orders/lists/hours-store.ts'
import { rebuildTakings } from '../slices/money/ledger/hours-store.ts'

/** Makes the sums by hour anew: those of the ledger and those of the orders; resolves with their counts of rows. */
export const rebuildAllHours = async (tx: Tx): Promise<{ takings: number; outcomes: number }> => ({
  takings: await rebuildTakings(tx),
  outcomes: await rebuildHours(tx),
})

/** Has hours counted by the clocks of the network's zone; where that is another one than before, they are made anew. */
export const countHoursIn = (db: Db, timeZone: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await changeNetworkZone(tx, timeZone)) await rebuildAllHours(tx)
  })
