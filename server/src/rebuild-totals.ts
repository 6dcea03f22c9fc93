import { readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database.ts'
import { StartError } from './platform/database-fault.ts'
import { migrate } from './platform/migrate.ts'
import { inTransaction } from './platform/transaction.ts'
import { listDifferences, rebuildTotals } from './slices/ledger/totals-store.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Makes the sums by day anew from the ledger, and says what else does not agree with it. */
async function main(): Promise<void> {
  const database = await openDatabase(readConfig(process.env, []), say)
  try {
    await migrate(database.db, systemClock.now())
    const count = await inTransaction(database.db, rebuildTotals)
    process.stdout.write(`${count} sums by day made from the ledger.\n`)
    for (const { book, of, saysMinor, ledgerMinor } of await listDifferences(database.db))
      process.stdout.write(`${book} ${of}: ${saysMinor}, in the ledger ${ledgerMinor}\n`)
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  say(error instanceof StartError ? error.message : ((error as Error).stack ?? String(error)))
  process.exitCode = 1
})
