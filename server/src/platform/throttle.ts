import { createHash, randomBytes } from 'node:crypto'

const keysMost = 20_000
const bucketsMost = 4096

interface Count {
  count: number
  until: number
}

/**
 * Counts attempts by key within a window and refuses those beyond the limit; bounded in memory. A key that is counted is
 * never dropped before its window ends, so nobody makes us forget an attacked account by a flood of others: while the
 * memory is full, new keys share counters.
 */
export class Throttle {
  readonly #counts = new Map<string, Count>()
  readonly #salt = randomBytes(16)
  readonly #limit: number
  readonly #windowMs: number
  readonly #most: number

  constructor({ limit, windowMs, most = keysMost }: { limit: number; windowMs: number; most?: number }) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#most = most
  }

  /** Counts an attempt; answers 0 when it may go on, else after how many seconds the next may. */
  take(key: string, now: Date): number {
    const at = now.getTime()
    const known = this.#of(key, at)
    known.count += 1
    return known.count <= this.#limit ? 0 : Math.max(1, Math.ceil((known.until - at) / 1000))
  }

  /** Takes an attempt back that turned out to be good. */
  forgive(key: string): void {
    const known = this.#counts.get(key) ?? this.#counts.get(this.#shared(key))
    if (known && known.count > 0) known.count -= 1
  }

  /** Forgets what was counted for a key of its own. */
  clear(key: string): void {
    this.#counts.delete(key)
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#counts.size
  }

  #of(key: string, at: number): Count {
    const own = this.#counts.get(key)
    if (own && own.until > at) return own
    this.#counts.delete(key)
    if (this.#counts.size >= this.#most) this.#sweep(at)
    const name = this.#counts.size >= this.#most ? this.#shared(key) : key
    const shared = this.#counts.get(name)
    if (shared && shared.until > at) return shared
    const fresh = { count: 0, until: at + this.#windowMs }
    // behind the others: the map is in the order in which its windows end
    this.#counts.delete(name)
    this.#counts.set(name, fresh)
    return fresh
  }

  #sweep(at: number): void {
    for (const [key, { until }] of this.#counts) {
      if (until > at) return
      this.#counts.delete(key)
    }
  }

  /** The counter that a key shares with others while there is no room; which others, nobody outside can tell. */
  #shared(key: string): string {
    const digest = createHash('sha256').update(this.#salt).update(key).digest()
    return `shared ${digest.readUInt32BE(0) % bucketsMost}`
  }
}
