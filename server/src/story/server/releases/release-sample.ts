/**
 * Writes what a release's database may hold, as SQL, to the file that is named: schema, a month of sessions with every way to pay,
 * and something of all that people keep. Prints its figures.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { agreeWithBanks, playMonth } from '../../figures/compared/random-month.ts'
import { ReportWorld } from '../../figures/report-world.ts'
import { insertBelongings, insertPersonal } from '../../interface/roles/role-network.ts'
import { postgresPrograms } from '../../world/postgres-cluster.ts'
import { figuresOf } from './release-figures.ts'

const [file = ''] = process.argv.slice(2)
const world = await ReportWorld.open(await openTestDatabase())
const { office } = world
const { db } = office.database
await agreeWithBanks(world)
await playMonth(world, 1)
// the month's orders are numbered by hand, from 1 on
await sql`select setval(pg_get_serial_sequence('orders', 'id'), 1000000)`.execute(db)
await insertBelongings(db, world.ownerId, 'Sample', office.clock.now())
await insertPersonal(db, world.ownerId, 'Sample', office.clock.now())
const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
const url = new URL(process.env.TEST_DATABASE_URL!)
url.pathname = `/${rows[0]!.name}`
const dump = execFileSync(
  join(postgresPrograms!, 'pg_dump'),
  ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=200', url.href],
  { encoding: 'utf8', maxBuffer: 2 ** 28 },
)
// what psql alone understands begins with a backslash
const statements = dump
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('--') && !line.startsWith('\\'))
writeFileSync(file, gzipSync(statements.join('\n'), { level: 9 }))
process.stdout.write(`${JSON.stringify(await figuresOf(office))}\n`)
await office.close()
process.exit()
