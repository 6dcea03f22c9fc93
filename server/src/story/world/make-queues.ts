import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { systemClock } from '../../platform/general/clock.ts'
import { testConfig } from '../../platform/general/testing.ts'
import { openJobs } from '../../platform/jobs/jobs.ts'
import { openLog } from '../../platform/watching/log.ts'
import { upkeep } from '../../upkeep/upkeep.ts'
import { buildParts } from '../../wiring/parts.ts'

/** Makes the queues of a server in a migrated database. */
export async function makeQueues(database: Database): Promise<void> {
  const config = testConfig()
  const jobs = openJobs(database, config, (error) => {
    throw error
  })
  await buildParts({ config, log: openLog(config), clock: systemClock, database, jobs })
  for (const { job, cron } of upkeep) jobs.schedule(job, cron, async () => {})
  await jobs.start()
  await jobs.stop()
  await sql`delete from pgboss.job`.execute(database.db)
}
