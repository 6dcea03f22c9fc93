/**
 * Makes the database that those of a whole run of tests are copied from, with the queues of a server in it: to make them takes as long
 * as half a start of one.
 */
import { sql } from 'kysely'
import { buildParts } from '../parts.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { openJobs } from '../platform/jobs.ts'
import { openLog } from '../platform/log.ts'
import { makeTemplate, testConfig } from '../platform/testing.ts'
import { upkeep } from '../upkeep.ts'

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
