import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median } from '../measuring/plan.ts'
import { cloneOf, end, start } from '../measuring/starting.ts'
import { descendantsOf, pidOf, pssKib, usageOf } from '../processes/proc.ts'
import { endAll } from '../processes/processes.ts'
import { startPostgres } from '../seeding/postgres.ts'

const help = `npm run bench -- start [options]   what a first start of the demo takes and every one after it, and an empty network on PostgreSQL

  --against REVISION   measured beside this one, in turns
  --runs 1             how many of each; the figures are their medians
  --rest 60            seconds after which memory is looked at, and then for half as long the processor time

Each is a clone of what is committed, with a folder for its data and a port of its own.
`

/** What is measured, in the order of the table, and the most that it may be; null: there is no goal by itself. */
const figures = [
  ['packages installed', 410],
  ['MB of packages', null],
  ['first start, s', null],
  ['memory of server and database then, MB', 400],
  ['% of a core at rest', 5],
  ['end by SIGTERM, s', 2],
  ['second start, s', 3],
  ['memory after the second start, MB', 400],
  ['serve on PostgreSQL, s', 2],
  ['its memory, MB', 220],
  ['its % of a core at rest', 2],
] as const
type Run = number[]

async function measure(revision: string, folder: string, restMs: number): Promise<Run> {
  const clone = join(folder, 'clone')
  cloneOf(revision, clone)
  const first = await start(clone, { dataDir: join(folder, 'data') })
  const { packages } = JSON.parse(readFileSync(join(clone, 'node_modules/.package-lock.json'), 'utf8'))
  const isPackage = ([path, { link }]: [string, { link?: boolean }]) =>
    path.includes('node_modules/') && !link
  const atRest = await rest(pidOf(first.npm), restMs)
  const ended = await end(first.npm)
  const second = await start(clone, { dataDir: join(folder, 'data') })
  const later = await rest(pidOf(second.npm), restMs / 4)
  await end(second.npm)
  const served = await serve(clone, join(folder, 'served'), restMs)
  const installed = Object.entries(packages as Record<string, object>).filter(isPackage).length
  return [installed, megabytesOf(join(clone, 'node_modules')), first.seconds, atRest.megabytes].concat([
    atRest.percent,
    ended,
    second.seconds,
    later.megabytes,
    ...served,
  ])
}

/** What an empty network on PostgreSQL takes once its tables are there: seconds until it is ready, MB, % of a core; without PostgreSQL's own. */
async function serve(clone: string, dataDir: string, restMs: number): Promise<number[]> {
  const postgres = await startPostgres()
  const command = { dataDir, databaseUrl: postgres.url }
  await end((await start(clone, command)).npm)
  const { npm, seconds } = await start(clone, command)
  const { megabytes, percent } = await rest(pidOf(npm), restMs / 2)
  await end(npm)
  await endAll()
  return [seconds, megabytes, percent]
}

/** Memory of the server with an embedded database after a rest, and what all processes compute in the half of it that follows. */
async function rest(pid: number, ms: number): Promise<{ megabytes: number; percent: number }> {
  await delay(ms)
  const servers = descendantsOf(pid).filter((one) => /server\/dist\/main\.js/.test(commandOf(one)))
  const megabytes = servers.reduce((sum, one) => sum + pssKib(one), 0) / 1024
  const before = usageOf(pid).cpuSeconds
  await delay(ms / 2)
  return { megabytes, percent: ((usageOf(pid).cpuSeconds - before) / (ms / 2000)) * 100 }
}

const commandOf = (pid: number): string => {
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ') : ''
}

const megabytesOf = (folder: string): number =>
  Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0])

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    runs: { type: 'string', default: '1' },
    rest: { type: 'string', default: '60' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) process.stdout.write(help)
else {
  const revisions = ['HEAD', ...(values.against === undefined ? [] : [values.against])]
  const measured = revisions.map((revision) => ({ revision, runs: [] as Run[] }))
  // removed at the end of all: ext4 seeks a place for each new file past those that were removed in the last minutes, which took an install twice as long
  const folder = mkdtempSync(join(tmpdir(), 'stationmaster-start-'))
  try {
    for (let turn = 0; turn < Number(values.runs); turn++)
      for (const { revision, runs } of measured) {
        const own = join(folder, `${turn}-${revision}`)
        mkdirSync(own)
        runs.push(await measure(revision, own, Number(values.rest) * 1000))
      }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const row = (...cells: string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(42) : cell.padStart(12))).join('')
  console.log(row('', 'goal', ...revisions))
  for (const [index, [name, goal]] of figures.entries()) {
    // a run has a number for each of the figures
    const medians = measured.map(({ runs }) => median(runs.map((run) => run[index]!)))
    console.log(row(name, goal === null ? '' : String(goal), ...medians.map((value) => value.toFixed(1))))
  }
}
