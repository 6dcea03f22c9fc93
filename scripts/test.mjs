import './lib/node-version.mjs'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './lib/build.mjs'
import { runChecks } from './lib/checks.mjs'
import { needChromium } from './lib/chromium.mjs'
import { install } from './lib/install.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { main, Refusal } from './lib/progress.mjs'
import { playwrightCounts, sum, verdict, vitestCounts } from './lib/results.mjs'
import { at } from './lib/root.mjs'
import { programs, run, signalRunning } from './lib/run.mjs'

const halves = ['check', 'unit', 'browser']
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const reports = mkdtempSync(join(tmpdir(), 'stationmaster-tests-'))
// What the tests leave in the folder for temporary files goes with ours; a PostgreSQL of a story's own passes as another user.
chmodSync(reports, 0o711)
const env = { ...process.env, TMPDIR: reports }
/** A machine that loses its power is no test of ours: many small databases are made and dropped. */
const forTests = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']
let postgres

async function unit() {
  postgres = process.env.TEST_DATABASE_URL ? undefined : await startPostgres({ settings: forTests })
  const url = process.env.TEST_DATABASE_URL ?? postgres?.url
  if (!url) {
    console.log(
      'No PostgreSQL here and none can be installed: all stories run on the embedded database, which takes long.',
    )
    console.log('Set TEST_DATABASE_URL to run them on a server of yours.')
  }
  const file = join(reports, 'vitest.json')
  const { code } = await run(
    process.execPath,
    [programs.vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { show: true, env: { ...env, ...(url ? { TEST_DATABASE_URL: url } : {}) } },
  )
  await postgres?.stop()
  postgres = undefined
  return vitestCounts(file, code)
}

async function browser() {
  const chromium = await needChromium()
  const file = join(reports, 'playwright.json')
  const { code } = await run(
    process.execPath,
    [programs.playwright, 'test', '-c', at('e2e/playwright.config.ts')],
    { show: true, env: { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  )
  return playwrightCounts(file, code)
}

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
  if (only !== undefined && !halves.includes(only))
    throw new Refusal(`--only takes one of: ${halves.join(', ')}.`)
  try {
    await install()
    const counts = []
    if (only) await build()
    if (!only || only === 'check') counts.push(await runChecks())
    if (!only || only === 'unit') counts.push(await unit())
    if (!only || only === 'browser') counts.push(await browser())
    const total = sum(counts)
    console.log(`\n${verdict(total)}`)
    if (total.failed > 0) process.exitCode = 1
  } finally {
    await tidy()
  }
})
