import { Histogram, type LatencySummary } from '../measuring/histogram.ts'
import { anyCall } from './load-spec.ts'

/** Counts what the stations of one driver see. */
export class Tally {
  messages = 0
  sessions = 0
  /** false once the window has passed: what is answered then is not counted as throughput */
  counting = true
  private latencies = new Map<string, Histogram>()
  private readonly errors: Record<string, number> = {}

  answered(action: string, ms: number): void {
    if (!this.counting) return
    this.messages += 1
    this.of(action).add(ms)
    this.of(anyCall).add(ms)
  }

  private of(action: string): Histogram {
    let histogram = this.latencies.get(action)
    if (!histogram) {
      histogram = new Histogram()
      this.latencies.set(action, histogram)
    }
    return histogram
  }

  failed(what: string): void {
    this.errors[what] = (this.errors[what] ?? 0) + 1
  }

  /** Forgets the calls of the set-up, so that the window starts from nothing. */
  openWindow(): void {
    this.messages = 0
    this.latencies = new Map()
  }

  summary(): { latencyMs: Record<string, LatencySummary>; errors: Record<string, number> } {
    const latencyMs = Object.fromEntries([...this.latencies].map(([action, one]) => [action, one.summary()]))
    return { latencyMs, errors: this.errors }
  }
}
