import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { machineBusySeconds, pidOf, usageOf } from '../processes/proc.ts'
import { end, own } from '../processes/processes.ts'
import type { LoadResult, LoadSpec } from './load-spec.ts'

/** Processor time of a run from its first connection to its last close, in seconds. */
export interface Cpu {
  target: number
  database: number
  driver: number
  /** cores that everything else on the machine used meanwhile */
  otherCores: number
}

export interface Run extends LoadResult {
  cpu: Cpu
}

export interface Pids {
  target: number
  database?: number | undefined
}

const limitMs = 90_000
const driver = fileURLToPath(new URL('../../dist/processes/driver.js', import.meta.url))

/** Runs a load in a process of its own; `whenReady` is awaited between the last connection and the window. */
export async function drive(spec: LoadSpec, pids: Pids, whenReady = async () => {}): Promise<Run> {
  const child = own(fork(driver))
  const signal = AbortSignal.timeout(limitMs)
  const died = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The driver ended with code ${code}.`)
  })
  const said = () => Promise.race([once(child, 'message', { signal }), died]) as Promise<[unknown]>
  try {
    const before = reading(pids, pidOf(child))
    child.send(spec)
    await said()
    await whenReady()
    const done = said()
    child.send('go')
    const [result] = (await done) as [LoadResult]
    return { ...result, cpu: spent(before, reading(pids, pidOf(child))) }
  } finally {
    died.catch(() => {})
    await end(child)
  }
}

function reading({ target, database }: Pids, driverPid: number) {
  const cpuOf = (pid: number | undefined) => (pid === undefined ? 0 : usageOf(pid).cpuSeconds)
  return {
    at: performance.now() / 1000,
    target: cpuOf(target),
    database: cpuOf(database),
    driver: cpuOf(driverPid),
    // every process of ours descends from this one
    others: machineBusySeconds() - cpuOf(process.pid),
  }
}

function spent(before: ReturnType<typeof reading>, after: ReturnType<typeof reading>): Cpu {
  return {
    target: after.target - before.target,
    database: after.database - before.database,
    driver: after.driver - before.driver,
    otherCores: Math.max(0, (after.others - before.others) / (after.at - before.at)),
  }
}
