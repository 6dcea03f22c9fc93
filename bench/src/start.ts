import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from './plan.ts'
import { descendantsOf, pssKib, usageOf } from './proc.ts'

const help = `npm run bench -- start [options]   what a first start of the demo takes, and every one after it

  --against REVISION   measured beside this one, in turns
  --runs 1             how many of each; the figures are their medians
  --rest 60            seconds after which memory and processor time are looked at

Each is a clone of what is committed, with a folder for its data and a port of its own.
`

const root = fileURLToPath(new URL('../..', import.meta.url))
const readyLine = /ready at (http:\/\/\S+)/
const longestMs = 15 * 60_000

/** What is measured, in the order of the table, and the most that it may be; null: there is no goal by itself. */
const figures = [
  ['packages installed', 430],
  ['MB of packages', null],
  ['first start, s', null],
  ['memory of server and database then, MB', 400],
  ['% of a core at rest', 5],
  ['end by SIGTERM, s', 2],
  ['second start, s', 3],
  ['memory after the second start, MB', 400],
] as const
type Run = number[]

async function measure(revision: string, restMs: number): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'stationmaster-start-'))
  const clone = join(folder, 'clone')
  try {
    execFileSync('git', ['clone', '--quiet', '--no-checkout', root, clone])
    execFileSync('git', ['checkout', '--quiet', revision], { cwd: clone })
    const first = await start(clone, join(folder, 'data'))
    const { packages } = JSON.parse(readFileSync(join(clone, 'node_modules/.package-lock.json'), 'utf8'))
    const isPackage = ([path, { link }]: [string, { link?: boolean }]) =>
      path.includes('node_modules/') && !link
    const atRest = await rest(first.npm.pid!, restMs)
    const ended = await end(first.npm)
    const second = await start(clone, join(folder, 'data'))
    const later = await rest(second.npm.pid!, restMs / 4)
    await end(second.npm)
    const installed = Object.entries(packages as Record<string, object>).filter(isPackage).length
    return [installed, megabytesOf(join(clone, 'node_modules')), first.seconds, atRest.megabytes].concat([
      atRest.percent,
      ended,
      second.seconds,
      later.megabytes,
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(clone: string, dataDir: string): Promise<{ npm: ChildProcess; seconds: number }> {
  const begun = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir, HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const ready = new Promise<void>((resolve, reject) => {
    npm.once('exit', () => reject(new Error(`The start ended:\n${lines.join('\n')}`)))
    createInterface(npm.stdout!).on('line', (line) => {
      lines.push(line)
      if (readyLine.test(line)) resolve()
    })
  })
  await Promise.race([ready, late()])
  return { npm, seconds: (performance.now() - begun) / 1000 }
}

async function late(): Promise<never> {
  await delay(longestMs, undefined, { ref: false })
  throw new Error(`No start was ready within ${longestMs / 60_000} minutes.`)
}

/** Memory of the server with its database at the end of a rest, and what all processes compute in its second half. */
async function rest(pid: number, ms: number): Promise<{ megabytes: number; percent: number }> {
  await delay(ms / 2)
  const before = usageOf(pid).cpuSeconds
  await delay(ms / 2)
  const percent = ((usageOf(pid).cpuSeconds - before) / (ms / 2000)) * 100
  const servers = descendantsOf(pid).filter((one) => /server\/dist\/main\.js/.test(commandOf(one)))
  return { megabytes: servers.reduce((sum, one) => sum + pssKib(one), 0) / 1024, percent }
}

async function end(npm: ChildProcess): Promise<number> {
  const begun = performance.now()
  const gone = once(npm, 'exit')
  npm.kill('SIGTERM')
  await gone
  return (performance.now() - begun) / 1000
}

const commandOf = (pid: number): string => {
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ') : ''
}

const megabytesOf = (folder: string): number =>
  Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0])

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}

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
  const runs = new Map<string, Run[]>(revisions.map((revision) => [revision, []]))
  for (let turn = 0; turn < Number(values.runs); turn++)
    for (const revision of revisions)
      runs.get(revision)!.push(await measure(revision, Number(values.rest) * 1000))
  const row = (...cells: string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(42) : cell.padStart(12))).join('')
  console.log(row('', 'goal', ...revisions))
  for (const [index, [name, goal]] of figures.entries()) {
    const medians = revisions.map((revision) => median(runs.get(revision)!.map((run) => run[index]!)))
    console.log(row(name, goal === null ? '' : String(goal), ...medians.map((value) => value.toFixed(1))))
  }
}
