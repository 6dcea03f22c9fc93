import { setTimeout as pause } from 'node:timers/promises'
import { p95Of } from '../measuring/plan.ts'

/** A screen that somebody has open: what it reads again after signals, so many ms after the first of them, and what it reads by the clock. */
interface Screen {
  name: string
  live: readonly string[]
  afterMs: number
  polled: readonly string[]
  everyMs: number
}

const counts = 'incidents/counts'
/** what the frame around every screen reads */
const frame = [counts, 'inbox/count']

/** Ten screens as people have them open: they read what the pages of the web application read. */
const opened: readonly Screen[] = [
  ...Array.from({ length: 4 }, () => ({
    name: 'dashboard',
    live: ['statistics/network', counts],
    afterMs: 1000,
    polled: [...frame],
    everyMs: 15_000,
  })),
  ...Array.from({ length: 2 }, () => ({
    name: 'locations',
    live: ['locations?mode=full&limit=50'],
    afterMs: 1000,
    polled: [...frame],
    everyMs: 30_000,
  })),
  ...Array.from({ length: 2 }, () => ({
    name: 'map',
    live: [],
    afterMs: 1000,
    polled: ['locations/markers', ...frame],
    everyMs: 15_000,
  })),
  {
    name: 'incidents',
    live: [],
    afterMs: 1000,
    polled: ['incidents?limit=50', counts],
    everyMs: 10_000,
  },
  { name: 'wall', live: ['wall'], afterMs: 4000, polled: [], everyMs: 15_000 },
]

/** What a call took at one time. */
interface Taken {
  call: string
  atMs: number
  ms: number
}

/** Times of one call within a stretch. */
export interface CallTimes {
  call: string
  calls: number
  p95: number
  most: number
}

/** Screens that are open while something happens. */
export class Screens {
  private readonly taken: Taken[] = []
  private readonly ending = new AbortController()
  readonly failures: Record<string, number> = {}

  constructor(
    private readonly api: string,
    private readonly headers: Record<string, string>,
    /** one that asks the bound, beside them */
    bare: () => Promise<Response>,
  ) {
    for (const [nth, screen] of opened.entries()) {
      void this.poll(screen, nth)
      if (screen.live.length > 0) void this.follow(screen)
    }
    void this.askBare(bare)
  }

  close(): void {
    this.ending.abort()
  }

  /** What calls took that ended within a stretch, ms of performance.now(). */
  timesOf(from: number, to: number): CallTimes[] {
    const byCall = new Map<string, number[]>()
    for (const { call, atMs, ms } of this.taken)
      if (atMs >= from && atMs < to) byCall.set(call, [...(byCall.get(call) ?? []), ms])
    return [...byCall].map(([call, all]) => {
      const sorted = all.sort((a, b) => a - b)
      return { call, calls: sorted.length, p95: p95Of(sorted), most: sorted.at(-1) ?? 0 }
    })
  }

  private get isOver(): boolean {
    return this.ending.signal.aborted
  }

  private async poll({ polled, everyMs }: Screen, nth: number): Promise<void> {
    await pause((everyMs * nth) / opened.length)
    while (!this.isOver) {
      await Promise.all(polled.map((path) => this.ask(path)))
      await pause(everyMs, undefined, { ref: false })
    }
  }

  /** Reads again what signals are about, as often as a browser does. */
  private async follow({ live, afterMs }: Screen): Promise<void> {
    let waits = false
    const again = async () => {
      waits = true
      await pause(afterMs)
      waits = false
      if (!this.isOver) await Promise.all(live.map((path) => this.ask(path)))
    }
    while (!this.isOver) {
      try {
        const { signal } = this.ending
        const { body } = await fetch(`${this.api}/live`, { headers: this.headers, signal })
        // an event stream has a body
        for await (const part of body!) if (!waits && Buffer.from(part).includes('data:')) void again()
      } catch {
        if (!this.isOver) await pause(1000)
      }
    }
  }

  private ask(path: string): Promise<void> {
    return this.time(path, () => fetch(`${this.api}/${path}`, { headers: this.headers }))
  }

  private async askBare(bare: () => Promise<Response>): Promise<void> {
    while (!this.isOver) {
      await this.time(boundCall, bare)
      await pause(1000)
    }
  }

  private async time(call: string, ask: () => Promise<Response>): Promise<void> {
    const begun = performance.now()
    try {
      const answer = await ask()
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(String(answer.status))
    } catch (error) {
      const fault = `${call}: ${(error as Error).message}`
      this.failures[fault] = (this.failures[fault] ?? 0) + 1
    }
    this.taken.push({ call, atMs: performance.now(), ms: performance.now() - begun })
  }
}

/** The name of a call of the bound: fifty rows by primary key. */
export const boundCall = '50 rows by primary key (bound)'
