import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../processes/free-port.ts'
import { descendantsOf, isRunning, pidOf } from '../processes/proc.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const readyLine = /ready at (http:\/\/\S+)/
const longestMs = 15 * 60_000

/** A clone of what a revision has committed, in a folder that is not there yet. */
export function cloneOf(revision: string, folder: string): void {
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, folder])
  execFileSync('git', ['checkout', '--quiet', revision], { cwd: folder })
}

/** What is typed in a clone: `npm start`, or `npm run serve` on a database. */
export interface Command {
  dataDir: string
  /** of PostgreSQL, for `npm run serve` */
  databaseUrl?: string
}

/** A command that has been typed in a clone. */
export interface Start {
  npm: ChildProcess
  /** what it wrote on both streams, line by line */
  lines: string[]
  /** resolves with its address once it is ready; rejects when it ends before */
  ready: Promise<string>
}

/** Types a command in a clone, with a port of its own. */
export async function launch(clone: string, { dataDir, databaseUrl }: Command): Promise<Start> {
  const place = { PORT: String(await freePort()), DATA_DIR: dataDir, HOST: '127.0.0.1' }
  const npm = spawn('npm', ['run', databaseUrl === undefined ? 'start' : 'serve'], {
    cwd: clone,
    env: { ...ownEnvironment(), ...place, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const ready = new Promise<string>((resolve, reject) => {
    npm.once('exit', () => reject(new Error(`The start ended:\n${lines.join('\n')}`)))
    // both are pipes, by `stdio` above
    for (const stream of [npm.stdout!, npm.stderr!])
      createInterface(stream).on('line', (line) => {
        lines.push(line)
        const address = readyLine.exec(line)?.[1]
        if (address !== undefined) resolve(address)
      })
  })
  ready.catch(() => undefined)
  return { npm, lines, ready }
}

/** The same, waited for; `seconds` is what it took. */
export async function start(
  clone: string,
  command: Command,
): Promise<{ npm: ChildProcess; url: string; seconds: number }> {
  const begun = performance.now()
  const { npm, ready } = await launch(clone, command)
  const url = await Promise.race([ready, late()])
  return { npm, url, seconds: (performance.now() - begun) / 1000 }
}

/** The environment without the settings of the npm that runs this: a clone of another revision has settings of its own. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
}

async function late(): Promise<never> {
  await delay(longestMs, undefined, { ref: false })
  throw new Error(`No start was ready within ${longestMs / 60_000} minutes.`)
}

/** Asks a start to end; resolves with the seconds until none of its processes is there. */
export async function end(npm: ChildProcess): Promise<number> {
  const begun = performance.now()
  const all = descendantsOf(pidOf(npm))
  npm.kill('SIGTERM')
  while (all.some(isRunning)) await delay(20)
  return (performance.now() - begun) / 1000
}
