/**
 * Makes the database that those of a whole run of tests are copied from, with the queues of a server in it: to make them takes as long
 * as half a start of one.
 */
import { makeTemplate } from '../../platform/general/testing.ts'
import { makeQueues } from './make-queues.ts'

await makeTemplate(process.env.TEST_DATABASE_URL!, makeQueues)
process.exit()
