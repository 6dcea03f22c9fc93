import './lib/node-version.mjs'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAll } from './lib/build.mjs'
import { runChecks } from './lib/checks.mjs'
import { needChromium } from './lib/chromium.mjs'
import { installAll } from './lib/install.mjs'
import { provideNginx } from './lib/nginx.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { main, Refusal } from './lib/progress.mjs'
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
} from './lib/results.mjs'
import { at } from './lib/root.mjs'
import { mustRun, programs, run, signalRunning } from './lib/run.mjs'
import { seedOfRun } from './lib/seed.mjs'

const parts = ['check', 'unit', 'browser']
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const reports = mkdtempSync(join(tmpdir(), 'stationmaster-tests-'))
// What the tests leave in the folder for temporary files goes with ours; a PostgreSQL of a story's own passes as another user.
chmodSync(reports, 0o711)
const env = { ...process.env, TMPDIR: reports }
/** A machine that loses its power is no test of ours: many small databases are made and dropped. */
const forTests = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }
let postgres

/** The server for all stories; undefined where there is none, so that each has the embedded database. */
async function postgresUrl() {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
  postgres = await startPostgres(forTests)
  return postgres?.url
}

async function unit({ database }) {
  const file = join(reports, 'vitest.json')
  const { code } = await run(
    process.execPath,
    [programs.vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { show: 'unit', env: { ...env, ...database } },
  )
  return { ...vitestCounts(file, code), times: vitestTimes(file), failures: vitestFailures(file) }
}

async function browser({ database, chromium }) {
  const file = join(reports, 'playwright.json')
  const { code } = await run(
    process.execPath,
    [programs.playwright, 'test', '-c', at('e2e/playwright.config.ts')],
    {
      show: 'browser',
      env: { ...env, ...database, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  )
  return { ...playwrightCounts(file, code), times: playwrightTimes(file), failures: playwrightFailures(file) }
}

/** What stories need beside the build, one after the other: Debian installs one package at a time. */
async function findStage(stories) {
  const chromium = stories.includes(browser) ? await needChromium() : undefined
  const url = stories.length > 0 ? await postgresUrl() : undefined
  if (stories.includes(unit)) await provideNginx()
  return { chromium, embedded: stories.length > 0 && !url, database: url ? { TEST_DATABASE_URL: url } : {} }
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

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    signalRunning('SIGTERM')
    await tidy()
    process.exit(130)
  })
}

await main(async () => {
  const { only } = values
  if (only !== undefined && !parts.includes(only))
    throw new Refusal(`--only takes one of: ${parts.join(', ')}.`)
  try {
    await installAll()
    const stories = [browser, unit].filter(({ name }) => !only || only === name)
    const [built, stage] = await Promise.all([isBuilt(), findStage(stories)])
    if (built && stage.database.TEST_DATABASE_URL)
      await mustRun(process.execPath, [at('server/dist/story/test-template.js')], {
        env: { ...env, ...stage.database },
      })
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
    console.log(`\nWhat chance drew is drawn again with SEED=${seedOfRun()}.\n${verdict(total, stage)}`)
    if (total.failed > 0) process.exitCode = 1
  } finally {
    await tidy()
  }
})
