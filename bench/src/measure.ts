import { setTimeout as pause } from 'node:timers/promises'
import type { BenchDatabase } from './database.ts'
import { drive, type Run } from './drive.ts'
import { callsPerSession } from './load-spec.ts'
import { figureOf, type Measurement } from './plan.ts'
import { usageOf } from './proc.ts'
import type { Target } from './servers.ts'

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
  /** what the database holds that it should not, and errors that stations saw */
  faults: string[]
}

const idleMs = 8_000
const restMs = 1_000
const settleMs = 4_000

/** Lets both servers compile their code and grow their buffers before anything is measured. */
export async function warmUp(stage: Stage): Promise<void> {
  for (const target of [stage.bound, stage.server]) {
    const pids = { target: target.pid, database: stage.databasePid }
    for (const scenario of ['storm', 'heartbeat', 'session'] as const) {
      const connections = scenario === 'storm' ? 500 : 100
      await drive({ scenario, url: target.url, version: '1.6', connections, seconds: 2 }, pids)
    }
  }
  await pause(settleMs)
}

/** Runs a measurement once against one target and checks what the server's database says of it. */
export async function measure(stage: Stage, target: Target, measurement: Measurement): Promise<Figure> {
  const { spec } = measurement
  const { database } = stage
  const stores = target.name === 'server'
  const lastOrderId = stores ? await database.lastOrderId() : 0
  let value = 0
  const rssBefore = usageOf(target.pid).rssKib
  const run = await drive(
    { ...spec, url: target.url },
    { target: target.pid, database: stores ? stage.databasePid : undefined },
    async () => {
      if (spec.scenario !== 'hold') return
      await pause(idleMs)
      value = (usageOf(target.pid).rssKib - rssBefore) / spec.connections
    },
  )
  if (spec.scenario !== 'hold') value = figureOf(measurement, run)
  const faults = Object.entries(run.errors).map(([what, count]) => `${what} (${count})`)
  if (stores) faults.push(...(await database.faults(lastOrderId, run.sessions, spec.version)))
  if (spec.scenario === 'session' && run.sessions * callsPerSession < run.messages) {
    faults.push(`${run.messages} messages in ${run.sessions} sessions`)
  }
  await pause(restMs)
  return { target: target.name, value, run, faults }
}
