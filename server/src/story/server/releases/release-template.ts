/**
 * Makes a database of the last release without data, and packs it into the file that new embedded databases begin as. `npm run release`
 * runs it, and whoever updates the package of the embedded database.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { openPglite } from '../../../platform/database/database.ts'
import { migrate, readMigrations } from '../../../platform/database/migrating/migrate.ts'
import { pack, templateFile } from '../../../platform/database/migrating/template.ts'
import { systemClock } from '../../../platform/general/clock.ts'
import { makeQueues } from '../../world/make-queues.ts'

/** The names of the migrations that are released: they stay as they are. */
function released(): Set<string> {
  const folder = new URL('.', templateFile)
  const records = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return new Set(
    records.flatMap((name) => {
      const { migrations } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { migrations: object }
      return Object.keys(migrations)
    }),
  )
}

const temporary = mkdtempSync(join(tmpdir(), 'stationmaster-template-'))
const folder = join(temporary, 'database')
execFileSync(process.execPath, [fileURLToPath(new URL('./make-cluster.mjs', import.meta.url)), folder])
const database = await openPglite(folder)
const names = released()
await migrate(database.db, systemClock.now(), {
  migrations: readMigrations().filter(({ name }) => names.has(name)),
})
await makeQueues(database)
// without rows that are gone, and with what the planner has to know
await sql`vacuum full`.execute(database.db)
await sql`analyze`.execute(database.db)
// a file of the log is used again otherwise, with all that was in it
await sql`set wal_recycle = off`.execute(database.db)
await sql`select pg_switch_wal()`.execute(database.db)
await sql`checkpoint`.execute(database.db)
await database.close()
writeFileSync(templateFile, pack(folder))
rmSync(temporary, { recursive: true })
process.exit()
