import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { hasWindow, type LoadResult, type LoadSpec } from './load-spec.ts'
import { Station } from './station.ts'
import { beat, boot, charge } from './talk.ts'
import { Tally } from './tally.ts'

/** How long a load waits, ms. */
export interface Patience {
  /** for the answer to a call */
  callMs: number
  /** after the window, for what was begun in it */
  drainMs: number
}

const usualPatience: Patience = { callMs: 30_000, drainMs: 15_000 }
const connectingAtOnce = 50
const closingAtOnce = 200
const failurePauseMs = 250
const pollMs = 50

/** The stations of one run, in the driver's process. */
export class Load {
  private readonly tally = new Tally()
  private readonly stations: Station[]
  private readonly sweeper: NodeJS.Timeout
  private accepted = 0
  private acceptedSeconds = 0
  private windowSeconds = 0
  private driverBusy = 0

  constructor(
    private readonly spec: LoadSpec,
    private readonly patience: Patience = usualPatience,
  ) {
    const run = Date.now().toString(36)
    this.stations = Array.from(
      { length: spec.connections },
      (_, i) => new Station((spec.first ?? 1) + i, spec.version, this.tally, run),
    )
    this.sweeper = setInterval(() => {
      for (const station of this.stations) station.giveUp(performance.now() - patience.callMs)
    }, 500)
  }

  /** Connects and boots every station: a storm all of them at once, else some at a time. */
  async setUp(): Promise<void> {
    const { scenario, url, compressed, from } = this.spec
    const begun = performance.now()
    await eachOf(this.stations, scenario === 'storm' ? Infinity : connectingAtOnce, async (station) => {
      if (!(await station.connect(url, { compressed, from })) || !(await boot(station))) return
      this.accepted += 1
      this.acceptedSeconds = (performance.now() - begun) / 1000
    })
  }

  /** The measured window, `over` once it has passed, and what was begun in it brought to its end. */
  async run(over: () => void): Promise<void> {
    const { scenario, seconds } = this.spec
    if (!hasWindow(scenario)) return
    const talk = scenario === 'heartbeat' ? beat : this.chargeOnce
    // they connect and boot without rest
    for (const station of this.stations) station.restMs = this.spec.restMs ?? 0
    this.tally.openWindow()
    const begun = performance.now()
    const idle = performance.eventLoopUtilization()
    let running = true
    const work = Promise.all(
      this.stations.map(async (station) => {
        while (running && station.isOpen) await talk(station)
      }),
    )
    await pause(seconds * 1000)
    this.windowSeconds = (performance.now() - begun) / 1000
    this.driverBusy = performance.eventLoopUtilization(idle).utilization
    running = false
    this.tally.counting = false
    over()
    await Promise.race([work, pause(this.patience.drainMs)])
    for (const station of this.stations) station.isMute = true
    // each call has the same time to be answered, however late it was sent; one that is given up counts itself
    while (this.stations.some(({ waiting }) => waiting > 0)) await pause(pollMs)
  }

  async close(): Promise<void> {
    clearInterval(this.sweeper)
    await eachOf(this.stations, closingAtOnce, (station) => station.close())
  }

  result(): LoadResult {
    const { messages, sessions } = this.tally
    if (this.accepted < this.stations.length) this.tally.failed('stations that were not accepted')
    return {
      accepted: this.accepted,
      acceptedSeconds: this.acceptedSeconds,
      messages,
      messagesPerSecond: this.windowSeconds > 0 ? messages / this.windowSeconds : 0,
      sessions,
      driverBusy: this.driverBusy,
      ...this.tally.summary(),
    }
  }

  private readonly chargeOnce = async (station: Station): Promise<void> => {
    if (await charge(station, this.spec.meterValues)) this.tally.sessions += 1
    else await pause(failurePauseMs)
  }
}

/** Does something with every one of a list, at most `atOnce` at a time. */
async function eachOf<T>(list: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    // `next` is within the list
    while (next < list.length) await work(list[next++]!)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, lane))
}
