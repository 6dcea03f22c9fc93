/**
 * Makes the database that those of a whole run of tests are copied from, with the queues of a server in it: to make them takes as long
 * as half a start of one.
 */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { systemClock } from '../../platform/general/clock.ts'
import { makeTemplate, testConfig } from '../../platform/general/testing.ts'
import { openJobs } from '../../platform/jobs/jobs.ts'
import { openLog } from '../../platform/watching/log.ts'
import { upkeep } from '../../upkeep/upkeep.ts'
import { buildParts } from '../../wiring/parts.ts'

async function makeQueues(database: Database): Promise<void> {
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

await makeTemplate(process.env.TEST_DATABASE_URL!, makeQueues)
process.exit()
