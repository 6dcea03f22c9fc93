import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { BatchCounts } from '../processes/batch-counts.ts'
import { freePort } from '../processes/free-port.ts'
import { pidOf } from '../processes/proc.ts'
import { own, temporaryFolder } from '../processes/processes.ts'
import type { Place } from '../seeding/seeding.ts'

/** What is driven. */
export interface Target {
  name: 'bound' | 'server'
  /** ends in a slash: a station's identity follows */
  url: string
  pid: number
  process: ChildProcess
}

const startMs = 60_000
const stationmaster = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url))
const readyLine = /^Stationmaster is ready at http:\/\/[^:]+:(\d+)/

/** Node's flags that `npm run serve` starts the server with. */
const served: string[] = JSON.parse(
  readFileSync(new URL('../../../server/node-flags.json', import.meta.url), 'utf8'),
)
const collectable = [
  ...served,
  '--expose-gc',
  '--import',
  new URL('../../dist/processes/collect.js', import.meta.url).href,
]

const counting = fileURLToPath(new URL('../../dist/processes/count.js', import.meta.url))

/** Starts Stationmaster so that `countsOf` knows what its batches ask of the database. */
export const startCounted = (place: string, profile: string | undefined): Promise<Target> =>
  startStationmaster(place, profile, {}, counting)

/** What the batches of a server have sent to the database since it started. */
export async function countsOf({ process: server }: Target): Promise<BatchCounts> {
  const answer = once(server, 'message', { signal: AbortSignal.timeout(startMs) })
  server.send('counts')
  const [counts] = (await answer) as [BatchCounts]
  return counts
}

export async function startBound(): Promise<Target> {
  const child = own(
    fork(fileURLToPath(new URL('../../dist/processes/bound.js', import.meta.url)), { execArgv: collectable }),
  )
  const [port] = (await once(child, 'message', { signal: AbortSignal.timeout(startMs) })) as [number]
  return { name: 'bound', url: `ws://127.0.0.1:${port}/ocpp/`, pid: pidOf(child), process: child }
}

/**
 * Starts Stationmaster on a database, as `npm run serve` would, but for the throttle of a single station: here each of a
 * hundred talks as much as thousands do. `profile` is a folder for a processor profile, written when it ends; `env` changes
 * settings; `ahead` is a module to load before the program.
 */
export async function startStationmaster(
  place: string | Place,
  profile: string | undefined,
  env: Readonly<Record<string, string>> = {},
  ahead?: string,
): Promise<Target> {
  const dataDir = temporaryFolder('bench-data')
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  if (ahead) flags.push('--import', ahead)
  const child = own(
    spawn(process.execPath, [...collectable, ...flags, stationmaster], {
      cwd: dataDir,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        ...(typeof place === 'string' ? { DATABASE_URL: place } : place),
        // each server has a folder of its own, and the database stays
        SECRET_KEY: 'the key of every server that is measured',
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
        LOG_LEVEL: 'warn',
        ...env,
      },
    }),
  )
  // it is a pipe
  const lines = createInterface({ input: child.stdout! })
  const port = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const ready = readyLine.exec(line)?.[1]
      if (ready !== undefined) resolve(ready)
      else process.stderr.write(`server: ${line}\n`)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code} while starting.`)))
    setTimeout(() => reject(new Error('The server did not become ready.')), startMs).unref()
  })
  return { name: 'server', url: `ws://127.0.0.1:${port}/ocpp/`, pid: pidOf(child), process: child }
}
