import './lib/provide/node-version.mjs'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAll } from './lib/build.mjs'
import { clockOf, forBrowsers, provideClock, clocks as setClocks, storiesOfDays } from './lib/clock.mjs'
import {
  failed,
  longest,
  playwrightCounts,
  playwrightFailures,
  playwrightTimes,
  sum,
  verdict,
  vitestCounts,
  vitestFailures,
  vitestTimes,
} from './lib/outcome/results/results.mjs'
import { main, Refusal } from './lib/progress.mjs'
import { installAll } from './lib/provide/install.mjs'
import { needChromium } from './lib/provide/programs/chromium.mjs'
import { provideMariadb } from './lib/provide/programs/mariadb.mjs'
import { provideNats } from './lib/provide/programs/nats.mjs'
import { provideNginx } from './lib/provide/programs/nginx.mjs'
import {
  findPostgres,
  makeCluster,
  startPostgres,
  throwAwayFolder,
} from './lib/provide/programs/postgres.mjs'
import { at } from './lib/root.mjs'
import { mustRun, processorTime, programs, run } from './lib/run.mjs'
import { seedOfRun } from './lib/seed.mjs'
import { recordFolder } from './lib/statements/recorded.mjs'

const parts = ['check', 'unit', 'clocks', 'browser']
const { values, positionals: files } = parseArgs({
  options: { only: { type: 'string' }, clock: { type: 'string' } },
  allowPositionals: true,
})
const reports = mkdtempSync(join(tmpdir(), 'stationmaster-tests-'))
// What the tests leave in the folder for temporary files goes with ours; a PostgreSQL of a story's own passes as another user.
chmodSync(reports, 0o711)
let env = { ...process.env, TMPDIR: reports }
/** A machine that loses its power is no test of ours: many small databases are made and dropped. */
const forTests = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }
let postgres

/** The server for all stories; undefined where there is none, so that each has the embedded database. */
async function postgresUrl() {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
  postgres = await startPostgres(forTests, env)
  return postgres?.url
}

async function vitest(file, its, show, files) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await run(process.execPath, [programs.vitest, 'run', ...reporters, ...files], {
    show,
    env: its,
  })
  return { ...vitestCounts(file, code), times: vitestTimes(file), failures: vitestFailures(file) }
}

async function unit({ database }) {
  rmSync(recordFolder, { recursive: true, force: true })
  const its = { ...env, ...database, RECORD_STATEMENTS: recordFolder }
  const counts = await vitest(join(reports, 'vitest.json'), its, 'unit', files)
  // some of the tests run some of the statements
  if (!database.TEST_DATABASE_URL || files.length > 0) return counts
  const { code, output } = await run(process.execPath, [at('scripts/statements.mjs'), '--built'], {
    show: 'unit',
    env: its,
  })
  if (code === 0) return { ...counts, passed: counts.passed + 1 }
  const failure = { file: 'statements', title: 'row types of SQL', message: output.slice(-2000) }
  return { ...counts, failed: counts.failed + 1, failures: [...counts.failures, failure] }
}

const makeTemplate = (its) =>
  mustRun(process.execPath, [at('server/dist/story/world/test-template.js')], { env: its })

/** The stories that know days, at each of the instants that days are hard at, one after the other; none where no clock can be set. */
async function clocks({ library }) {
  if (!library || !findPostgres()) return vitestCounts('', 0)
  const cluster = await makeCluster({
    parent: throwAwayFolder(),
    settings: { max_connections: 400, ...forTests },
  })
  const database = { TEST_DATABASE_URL: cluster.url }
  const counts = []
  try {
    await makeTemplate({ ...env, ...database })
    for (const [name, instant] of Object.entries(setClocks)) {
      const its = { ...env, ...database, ...clockOf(library, instant) }
      await cluster.stop()
      await cluster.start(its)
      const file = join(reports, `clock-${counts.length}.json`)
      console.log(`clocks  It is ${instant}: ${name}`)
      counts.push(await vitest(file, its, 'clocks', storiesOfDays))
    }
  } finally {
    await cluster.remove()
  }
  return { ...sum(counts), failures: counts.flatMap(({ failures }) => failures) }
}

async function browser({ database, chromium }) {
  const file = join(reports, 'playwright.json')
  const { code } = await run(
    process.execPath,
    [programs.playwright, 'test', '-c', at('e2e/playwright.config.ts'), ...files],
    {
      show: 'browser',
      env: {
        ...env,
        ...forBrowsers,
        ...database,
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      },
    },
  )
  return { ...playwrightCounts(file, code), times: playwrightTimes(file), failures: playwrightFailures(file) }
}

/** What stories need beside the build, one after the other: Debian installs one package at a time. */
async function findStage(stories) {
  const chromium = stories.includes(browser) ? await needChromium() : undefined
  const url = stories.length > 0 ? await postgresUrl() : undefined
  if (stories.includes(unit)) await provideNginx()
  // without it the stories of several servers fail
  if (stories.includes(unit)) {
    await provideNats()
    await provideMariadb()
  }
  const library = stories.includes(clocks) ? await provideClock() : undefined
  return {
    chromium,
    library,
    embedded: stories.length > 0 && !url,
    database: url ? { TEST_DATABASE_URL: url } : {},
  }
}

/** Has every story, with its servers, databases and browsers, live at an instant from now on. */
async function setClock(instant) {
  const library = await provideClock()
  if (!library) throw new Refusal('--clock needs libfaketime (Debian: faketime).')
  env = { ...env, ...clockOf(library, instant) }
}

/** Whether everything is built; where the checks run too they tell why it is not. */
const isBuilt = () =>
  buildAll().then(
    () => true,
    (error) => {
      if (values.only) throw error
      return false
    },
  )

async function tidy() {
  await postgres?.stop()
  rmSync(reports, { recursive: true, force: true })
}

await main(async () => {
  const { only, clock } = values
  if (only !== undefined && !parts.includes(only))
    throw new Refusal(`--only takes one of: ${parts.join(', ')}.`)
  if (files.length > 0 && only !== 'unit' && only !== 'browser')
    throw new Refusal('Files go with --only unit or --only browser.')
  if (clock !== undefined && Number.isNaN(Date.parse(clock)))
    throw new Refusal('--clock takes an instant, such as 2028-02-29T21:30:00Z.')
  // such a run had PostgreSQL end statements and transactions long before their timeouts, as if it now and then saw the present
  if (clock !== undefined && Date.parse(clock) < Date.now())
    throw new Refusal('--clock takes an instant that is yet to come.')
  await installAll()
  // what reads sources needs the packages
  const { runChecks } = await import('./lib/checks.mjs')
  if (clock !== undefined) await setClock(clock)
  const stories = [browser, unit, clocks].filter(({ name }) => !only || only === name)
  const [built, stage] = await Promise.all([isBuilt(), findStage(stories)])
  if (built && stage.database.TEST_DATABASE_URL) await makeTemplate({ ...env, ...stage.database })
  // all at once: one waits for pages and sockets while the other computes
  const counts = await Promise.all([
    ...(built ? stories : []).map((half) => half(stage)),
    ...(!only || only === 'check' ? [runChecks()] : []),
  ])
  const total = sum(counts)
  const slow = longest(counts.flatMap(({ times }) => times ?? []))
  if (slow.length > 0) console.log(`\nWhat took longest:\n${slow.join('\n')}`)
  const lost = failed(counts.flatMap(({ failures }) => failures ?? []))
  if (lost.length > 0) console.log(`\nWhat failed:\n${lost.join('\n')}`)
  await tidy()
  processorTime.count('PostgreSQL')
  const time = processorTime.toLine()
  console.log(`\nWhat chance drew is drawn again with SEED=${seedOfRun()}.`)
  if (time) console.log(time)
  console.log(verdict(total, stage))
  if (total.failed > 0) process.exitCode = 1
}, tidy)
