import { readConfig } from '../config/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { StartError } from '../platform/database/database-fault.ts'
import { migrate } from '../platform/database/migrating/migrate.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { systemClock } from '../platform/general/clock.ts'
import { listDifferences, rebuildTotals } from '../slices/money/ledger/totals-store.ts'
import { rebuildAllHours } from '../upkeep/hours.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Rebuilds the sums by day and hour from ledger and orders, and reports what else does not agree with them. */
async function main(): Promise<void> {
  const database = await openDatabase(readConfig(process.env, []), say)
  try {
    await migrate(database.db, systemClock.now())
    const days = await inTransaction(database.db, rebuildTotals)
    const { takings, outcomes } = await inTransaction(database.db, rebuildAllHours)
    process.stdout.write(
      `${days} sums by day and ${takings} by hour made from the ledger, ${outcomes} by hour from the orders.\n`,
    )
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
