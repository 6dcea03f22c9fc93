import { inTransaction } from '../platform/database/transaction.ts'
import { changeNetworkZone } from '../platform/general/network-zone-store.ts'
import type { Db, Tx } from '../platform/schema/schema.ts'
import { rebuildHours } from '../slices/charging/orders/lists/hours-store.ts'
import { rebuildTakings } from '../slices/money/ledger/hours-store.ts'

/** Rebuilds the sums by hour, of the ledger and of the orders; resolves with their counts of rows. */
export const rebuildAllHours = async (tx: Tx): Promise<{ takings: number; outcomes: number }> => ({
  takings: await rebuildTakings(tx),
  outcomes: await rebuildHours(tx),
})

/** Counts hours in the network's time zone; rebuilds them where the zone has changed. */
export const countHoursIn = (db: Db, timeZone: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await changeNetworkZone(tx, timeZone)) await rebuildAllHours(tx)
  })
