import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { machineBusySeconds, pidOf, usageOf } from '../processes/proc.ts'
import { end, own } from '../processes/processes.ts'
import { hasWindow, type LoadResult, type LoadSpec } from './load-spec.ts'

/** Processor time of a run's window, in seconds; of a run without a window, from its first connection to its last close. */
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

/** for all but the window */
const limitMs = 150_000
const driver = fileURLToPath(new URL('../../dist/processes/driver.js', import.meta.url))

/** What is done between the last connection and the window, and when the window has passed. */
interface Around {
  ready?: () => Promise<void>
  over?: () => Promise<void>
}

/** Runs a load in a process of its own. */
export async function drive(
  spec: LoadSpec,
  pids: Pids,
  { ready = async () => {}, over = async () => {} }: Around = {},
): Promise<Run> {
  const child = own(fork(driver))
  const signal = AbortSignal.timeout(limitMs + spec.seconds * 1000)
  const died = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The driver ended with code ${code}.`)
  })
  const said = () => Promise.race([once(child, 'message', { signal }), died]) as Promise<[unknown]>
  try {
    const begun = reading(pids, pidOf(child))
    child.send(spec)
    await said()
    await ready()
    if (!hasWindow(spec.scenario)) {
      const result = await after<LoadResult>(said, () => child.send('go'))
      return { ...result, cpu: spent(begun, reading(pids, pidOf(child))) }
    }
    const before = reading(pids, pidOf(child))
    await after(said, () => child.send('go'))
    const cpu = spent(before, reading(pids, pidOf(child)))
    const result = said()
    await over()
    return { ...((await result)[0] as LoadResult), cpu }
  } finally {
    died.catch(() => {})
    await end(child)
  }
}

/** What a process says once it was sent something. */
async function after<T>(said: () => Promise<[unknown]>, send: () => void): Promise<T> {
  const answer = said()
  send()
  return (await answer)[0] as T
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
