import type { Db } from '../../../platform/schema/schema.ts'
import { insertCheck, listDifferences } from './totals-store.ts'

/** Compares the books with the ledger and notes what differs, for the inbox. */
export async function checkBooks(db: Db, now: Date): Promise<void> {
  await insertCheck(db, await listDifferences(db), now)
}
