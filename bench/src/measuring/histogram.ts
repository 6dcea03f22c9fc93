export interface LatencySummary {
  count: number
  p50: number
  p95: number
  p99: number
  max: number
}

const bucketsPerOctave = 128

/** Latencies in microseconds, kept in 128 buckets an octave: a quantile is at most 0.8 % off, the greatest is exact. */
export class Histogram {
  private readonly buckets = new Uint32Array(26 * bucketsPerOctave)
  private count = 0
  private maxMs = 0

  add(ms: number): void {
    const us = Math.max(0, Math.min(2 ** 31 - 1, Math.round(ms * 1000)))
    const exponent = us < bucketsPerOctave ? 6 : 31 - Math.clz32(us)
    const index =
      us < bucketsPerOctave ? us : (exponent - 6) * bucketsPerOctave + ((us >>> (exponent - 7)) & 127)
    // there is a bucket for every number of 31 bits
    this.buckets[index]! += 1
    this.count += 1
    this.maxMs = Math.max(this.maxMs, ms)
  }

  /** Milliseconds. */
  summary(): LatencySummary {
    const round = (ms: number) => Math.round(ms * 1000) / 1000
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => round(this.quantile(q))) as [number, number, number]
    return { count: this.count, p50, p95, p99, max: round(this.maxMs) }
  }

  private quantile(q: number): number {
    const rank = Math.max(1, Math.ceil(q * this.count))
    let seen = 0
    for (let i = 0; i < this.buckets.length; i += 1) {
      // i is within the buckets
      seen += this.buckets[i]!
      if (seen >= rank) return Math.min(middleUs(i) / 1000, this.maxMs)
    }
    return this.maxMs
  }
}

function middleUs(index: number): number {
  if (index < bucketsPerOctave) return index
  const width = 2 ** (Math.floor(index / bucketsPerOctave) - 1)
  return (bucketsPerOctave + (index % bucketsPerOctave)) * width + width / 2
}
