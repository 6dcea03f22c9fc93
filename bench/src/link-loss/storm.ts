import { setTimeout as pause } from 'node:timers/promises'
import { machineBusySeconds, usageOf } from '../processes/proc.ts'
import type { Field } from './field.ts'
import { modemNetworks } from './traits.ts'
import type { Watching } from './watching.ts'

/** so many modem networks go and come back one after another, before the rest does at once */
const portions = 4
const portionEveryMs = 10_000
/** a station that is away for so long is silent */
const silentMs = 180_000
/** until the look of the minute, and what that takes */
const lookMs = 75_000
const calmMs = 45_000
/** the queues are looked at for so long at least, and at most */
const watchedMs = 75_000
const longestMs = 5 * 60_000

/** Processor time, seconds. */
interface Busy {
  server: number
  database: number
  machine: number
}

/** A stretch of the run, ms of performance.now(). */
export interface Stretch {
  name: string
  from: number
  to: number
  busy: Busy
}

interface StormParts {
  field: Field
  watching: Watching
  pids: { server: number; database: number | undefined }
}

/** Lets all stations lose their links and come back twice: by portions, and at once. */
export class Storm {
  readonly stretches: Stretch[] = []
  /** after how long nothing waited any more, ms, of each time that they came back */
  readonly emptyAfter: number[] = []
  /** how long it took until the last was back of those that came at once, ms */
  readonly backMs: number[] = []

  constructor(private readonly parts: StormParts) {}

  async run(): Promise<void> {
    await this.during('calm', () => pause(calmMs))
    await this.lose('by portions', (what) => this.byPortions(what))
    await this.lose('at once', (what) => this.order(what, null))
  }

  private async lose(name: string, order: (what: 'cut' | 'connect') => Promise<number>): Promise<void> {
    await this.during(`${name}: cut`, () => order('cut'))
    await this.during(`${name}: away`, () => pause(silentMs + lookMs))
    this.backMs.push(await this.during(`${name}: coming back`, () => order('connect')))
    this.emptyAfter.push(await this.during(`${name}: back`, () => this.untilEmpty()))
  }

  /** Modem networks one after another, then all the rest at once; answers how long those at once took, ms. */
  private async byPortions(what: 'cut' | 'connect'): Promise<number> {
    for (let nth = 0; nth < portions; nth += 1) {
      await this.order(what, [nth * Math.floor(modemNetworks / portions)])
      await pause(portionEveryMs)
    }
    return this.order(what, null)
  }

  private async order(what: 'cut' | 'connect', networks: readonly number[] | null): Promise<number> {
    const { ms, errors } = await this.parts.field.order(what, networks)
    for (const [error, count] of Object.entries(errors)) console.log(`${what}: ${count} x ${error}`)
    return ms
  }

  /** Somewhat longer than the target, and until nothing waits; answers after how long nothing did any more, ms. */
  private async untilEmpty(): Promise<number> {
    const begun = performance.now()
    for (;;) {
      await pause(1000)
      const after = performance.now() - begun
      const since = this.parts.watching.samples.filter(({ atMs }) => atMs >= begun)
      const isQuiet = since.length > 3 && since.slice(-3).every(({ late }) => late === 0)
      if (after >= longestMs) return Number.POSITIVE_INFINITY
      const last = since.findLast(({ late }) => late > 0)
      if (after >= watchedMs && isQuiet) return last ? last.atMs - begun : 0
    }
  }

  private async during<T>(name: string, work: () => Promise<T>): Promise<T> {
    const [from, before] = [performance.now(), this.busy()]
    const done = await work()
    const after = this.busy()
    const busy = {
      server: after.server - before.server,
      database: after.database - before.database,
      machine: after.machine - before.machine,
    }
    this.stretches.push({ name, from, to: performance.now(), busy })
    console.log(`${name}: ${((performance.now() - from) / 1000).toFixed(0)} s`)
    return done
  }

  private busy(): Busy {
    const { server, database } = this.parts.pids
    return {
      server: usageOf(server).cpuSeconds,
      database: database === undefined ? 0 : usageOf(database).cpuSeconds,
      machine: machineBusySeconds(),
    }
  }
}
