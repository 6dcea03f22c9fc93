interface Entry {
  dueAt: number
  run: (() => void) | null
}

const mostRunsATurn = 2_000

/**
 * The one timer of a whole fleet: everything that a station does later is here, ordered by its due time.
 * It wakes at most once every `tickMs` of real time and runs a bounded number of entries a turn.
 */
export class Agenda {
  private readonly heap: Entry[] = []
  private timer: NodeJS.Timeout | null = null
  private wakesAt = Number.POSITIVE_INFINITY
  private closed = false

  constructor(private readonly tickMs = 1) {}

  /** Runs something after `delayMs` of real time, never at once; returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void {
    const entry: Entry = { dueAt: performance.now() + Math.max(0, delayMs), run }
    if (!this.closed) {
      this.push(entry)
      this.wakeFor(entry.dueAt)
    }
    return () => {
      entry.run = null
    }
  }

  /** Drops everything that was to come. */
  close(): void {
    this.closed = true
    this.heap.length = 0
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }

  private wakeFor(dueAt: number): void {
    const wakesAt = Math.max(dueAt, performance.now() + this.tickMs)
    if (this.timer && this.wakesAt <= wakesAt) return
    if (this.timer) clearTimeout(this.timer)
    this.wakesAt = wakesAt
    this.timer = setTimeout(() => this.turn(), Math.min(wakesAt - performance.now(), 2 ** 31 - 1))
  }

  private turn(): void {
    this.timer = null
    const now = performance.now()
    for (let runs = 0; runs < mostRunsATurn; runs += 1) {
      const first = this.heap[0]
      if (!first || first.dueAt > now) break
      this.pop()
      first.run?.()
    }
    const next = this.heap[0]
    if (next) this.wakeFor(next.dueAt)
  }

  private push(entry: Entry): void {
    const { heap } = this
    let index = heap.length
    heap.push(entry)
    while (index > 0) {
      const parent = (index - 1) >> 1
      // a parent's index is below its child's
      if (heap[parent]!.dueAt <= entry.dueAt) break
      // as above
      heap[index] = heap[parent]!
      index = parent
    }
    heap[index] = entry
  }

  private pop(): void {
    const { heap } = this
    const last = heap.pop()
    if (last === undefined) return
    if (heap.length === 0) return
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      // both children's indices are checked against the length
      if (child + 1 < heap.length && heap[child + 1]!.dueAt < heap[child]!.dueAt) child += 1
      // `child` is within the heap
      if (heap[child]!.dueAt >= last.dueAt) break
      // as above
      heap[index] = heap[child]!
      index = child
    }
    heap[index] = last
  }
}
