import '../lib/provide/node-version.mjs'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../lib/build.mjs'
import { page, rowsOf, summary, table } from '../lib/outcome/conformance.mjs'
import { main, step } from '../lib/progress.mjs'
import { installAll } from '../lib/provide/install.mjs'
import { startPostgres } from '../lib/provide/programs/postgres.mjs'
import { at } from '../lib/root.mjs'
import { CommandFailed, programs, run } from '../lib/run.mjs'

const reports = mkdtempSync(join(tmpdir(), 'stationmaster-conformance-'))
let postgres

async function play() {
  const url = process.env.TEST_DATABASE_URL ?? postgres?.url
  const file = join(reports, 'vitest.json')
  const { code, output } = await run(
    process.execPath,
    [
      programs.vitest,
      'run',
      'server/src/story/conformance/conformance.test.ts',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { env: { ...process.env, TMPDIR: reports, ...(url ? { TEST_DATABASE_URL: url } : {}) } },
  )
  const rows = existsSync(file) ? rowsOf(JSON.parse(readFileSync(file, 'utf8'))) : []
  if (rows.length === 0) throw new CommandFailed('the suite', code, output)
  return rows
}

async function tidy() {
  await postgres?.stop()
  rmSync(reports, { recursive: true, force: true })
}

await main(async () => {
  await installAll()
  await build()
  postgres = process.env.TEST_DATABASE_URL ? undefined : await startPostgres()
  const rows = await step('Playing the cases', play)
  console.log(`\n${table(rows)}\nAll versions, ${summary(rows)}`)
  if (rows.some(({ failure }) => failure !== undefined)) process.exitCode = 1
  else writeFileSync(at('docs/conformance.md'), page(rows))
}, tidy)
