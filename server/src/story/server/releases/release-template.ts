/**
 * Makes a database of this version without data, and packs it into the file that new embedded databases begin as. `npm run release` runs
 * it, and whoever updates the package of the embedded database or has added many migrations: a first start applies those one by one.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { openPglite } from '../../../platform/database/database.ts'
import { migrate, readMigrations } from '../../../platform/database/migrating/migrate.ts'
import { pack, templateFile } from '../../../platform/database/migrating/template.ts'
import { systemClock } from '../../../platform/general/clock.ts'
import { makeQueues } from '../../world/make-queues.ts'

const temporary = mkdtempSync(join(tmpdir(), 'stationmaster-template-'))
const folder = join(temporary, 'database')
execFileSync(process.execPath, [fileURLToPath(new URL('./make-cluster.mjs', import.meta.url)), folder])
const database = await openPglite(folder)
await migrate(database.db, systemClock.now())
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
// what `npm run check` counts the migrations by that a first start has to apply
const names = readMigrations().map(({ name }) => `${name}\n`)
writeFileSync(new URL('./database.txt', templateFile), names.join(''))
rmSync(temporary, { recursive: true })
process.exit()
