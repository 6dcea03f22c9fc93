import { setTimeout as pause } from 'node:timers/promises'
import { type BatchCounts, countedSince, noBatches } from '../processes/batch-counts.ts'
import { usageOf } from '../processes/proc.ts'
import type { BenchDatabase } from '../seeding/database.ts'
import { drive, type Run } from '../stations/drive.ts'
import { callsPerSession, type Scenario, type Version } from '../stations/load-spec.ts'
import { figureOf, type Measurement } from './plan.ts'
import { countsOf, type Target } from './servers.ts'

export interface Stage {
  bound: Target
  server: Target
  database: BenchDatabase
  databasePid: number | undefined
}

export interface Figure {
  target: Target['name']
  value: number
  run: Run
  /** of its window; none of the bound, which has no database */
  batches: BatchCounts
  /** what the database holds that it should not, and errors that stations saw */
  faults: string[]
}

const idleMs = 7_000
const restMs = 1_000
const collectMs = 1_000

/** In the first seconds of sessions a sixth of a server's time is the compiler's; later it is a fiftieth. */
const warmSeconds = { storm: 2, heartbeat: 2, session: 20, hold: 2 }

/** Lets both servers compile their code and grow their buffers for what is about to be measured. */
export async function warmUp(
  stage: Stage,
  scenarios: readonly Scenario[],
  version: Version = '1.6',
): Promise<void> {
  for (const target of [stage.bound, stage.server]) {
    const pids = { target: target.pid, database: stage.databasePid }
    for (const scenario of scenarios) {
      const connections = scenario === 'storm' ? 500 : 100
      await drive({ scenario, url: target.url, version, connections, seconds: warmSeconds[scenario] }, pids)
    }
  }
}

/** Runs a measurement once against one target and checks what the server's database says of it. */
export async function measure(stage: Stage, target: Target, measurement: Measurement): Promise<Figure> {
  const { spec } = measurement
  const { database } = stage
  const stores = target.name === 'server'
  const lastOrderId = stores ? await database.lastOrderId() : 0
  let value = 0
  const rssBefore = spec.scenario === 'hold' ? await keptKib(target) : 0
  let countsBefore = noBatches
  let batches = noBatches
  const run = await drive(
    { ...spec, url: target.url },
    { target: target.pid, database: stores ? stage.databasePid : undefined },
    {
      ready: async () => {
        if (stores) countsBefore = await countsOf(target)
        if (spec.scenario !== 'hold') return
        await pause(idleMs)
        value = ((await keptKib(target)) - rssBefore) / spec.connections
      },
      over: async () => {
        if (stores) batches = countedSince(countsBefore, await countsOf(target))
      },
    },
  )
  if (spec.scenario !== 'hold') value = figureOf(measurement, run)
  const faults = Object.entries(run.errors).map(([what, count]) => `${what} (${count})`)
  if (stores) faults.push(...(await database.faults(lastOrderId, run.sessions, spec.version)))
  if (spec.scenario === 'session' && run.sessions * callsPerSession < run.messages) {
    faults.push(`${run.messages} messages in ${run.sessions} sessions`)
  }
  await pause(restMs)
  return { target: target.name, value, run, batches, faults }
}

/** Resident memory of a server and its children once its garbage has been collected. */
async function keptKib({ pid }: Target): Promise<number> {
  process.kill(pid, 'SIGUSR2')
  await pause(collectMs)
  return usageOf(pid).rssKib
}
