import './lib/provide/node-version.mjs'
import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildAll } from './lib/build.mjs'
import { main, Refusal, step } from './lib/progress.mjs'
import { installAll } from './lib/provide/install.mjs'
import { startPostgres } from './lib/provide/programs/postgres.mjs'
import { at } from './lib/root.mjs'
import { mustRun } from './lib/run.mjs'

// built: by whoever calls; the bundles are in use, and are not to be written again
const { values } = parseArgs({
  options: { list: { type: 'boolean' }, crossing: { type: 'boolean' }, built: { type: 'boolean' } },
})

/** Makes a database as the tests have it, hands its address to some work and drops it. */
async function withDatabase(work) {
  const postgres = process.env.TEST_DATABASE_URL ? undefined : await startPostgres()
  if (postgres) {
    process.env.TEST_DATABASE_URL = postgres.url
    await mustRun(process.execPath, [at('server/dist/story/world/test-template.js')])
  }
  try {
    const { createServerDatabase } = await import('@stationmaster/server/testing')
    const database = await createServerDatabase()
    if (!database) throw new Refusal('PostgreSQL is needed to describe statements, and none is here.')
    try {
      return await work(database.url)
    } finally {
      await database.drop()
    }
  } finally {
    await postgres?.stop()
  }
}

/** Prints which recorded statements name no key of a hot table: docs/operations.md, Beyond one PostgreSQL. */
async function printCrossing() {
  const { readStatements, recordFolder } = await import('./lib/statements/recorded.mjs')
  const { crossingOf, ofSources } = await import('./lib/statements/crossing.mjs')
  const files = readdirSync(at('server/src'), { recursive: true }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const sources = files
    .filter((name) => !name.startsWith('story'))
    .map((name) => readFileSync(at('server/src', name), 'utf8'))
  const statements = ofSources(readStatements(recordFolder), sources)
  if (statements.length === 0) throw new Refusal('No statement is recorded: npm test -- --only unit does it.')
  for (const { table, keys, all, crossing } of crossingOf(statements)) {
    console.log(`${table} (${keys.join(', ')}): ${crossing.length} of ${all} statements name no key`)
    if (values.list) for (const text of crossing) console.log(`  ${text}`)
  }
}

await main(async () => {
  if (values.crossing) return printCrossing()
  if (!values.built) {
    await installAll()
    await buildAll()
  }
  const { checkStatements, uncheckedMost } = await import('./lib/statements/check.mjs')
  const { faults, unchecked, checked } = await step('Row types of SQL', () => withDatabase(checkStatements))
  if (checked === 0) throw new Refusal('No statement is recorded: npm test -- --only unit does it.')
  const tooMany = unchecked.length > uncheckedMost
  if (values.list || tooMany) console.log(unchecked.join('\n'))
  if (faults.length > 0) console.log(faults.join('\n'))
  console.log(`${checked} row types compared, ${faults.length} faults, ${unchecked.length} not compared`)
  if (tooMany)
    console.log(`Not compared may be ${uncheckedMost} at the most: scripts/lib/statements/check.mjs.`)
  if (faults.length > 0 || tooMany) process.exitCode = 1
})
