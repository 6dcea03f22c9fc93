import { changeNetworkZone } from './platform/network-zone-store.ts'
import type { Db, Tx } from './platform/schema.ts'
import { inTransaction } from './platform/transaction.ts'
import { rebuildTakings } from './slices/ledger/hours-store.ts'
import { rebuildHours } from './slices/orders/hours-store.ts'

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
