import { randomBytes } from 'node:crypto'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { StartError } from '../platform/database/database-fault.ts'
import { migrate } from '../platform/database/migrating/migrate.ts'
import { systemClock } from '../platform/general/clock.ts'
import { startReport } from '../platform/watching/start-report.ts'

/** Brings the database up to date as a start does, and starts nothing. */
async function main(): Promise<void> {
  const report = startReport(process.stdout)
  // a key that is not given is made by the first start, and nothing here needs one
  const secretKey = process.env.SECRET_KEY || randomBytes(48).toString('base64url')
  const config = readConfig({ ...process.env, SECRET_KEY: secretKey }, [])
  const { db, freeBytes, close } = await openDatabase(config, report.line)
  try {
    const steps = await migrate(db, systemClock.now(), { report, freeBytes })
    if (steps === 0) report.line('The database is up to date.')
  } finally {
    await close()
  }
}

main().catch((error: unknown) => {
  const text = error instanceof StartError ? error.message : ((error as Error).stack ?? String(error))
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
})
