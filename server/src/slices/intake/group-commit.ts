/** Something to be done together with whatever else is waiting, and the promise that somebody waits on. */
interface Waiting<I, O> {
  item: I
  resolve(outcome: O): void
  reject(error: unknown): void
}

/**
 * Collects items while a batch is under way and gives them to the next one: under load batches grow by themselves, when it
 * is quiet an item goes alone and at once. `lanes` batches run side by side; items with the same key share a lane, so they
 * keep their order.
 */
export class GroupCommit<I, O> {
  private readonly waiting: Waiting<I, O>[][]
  private readonly running: boolean[]
  private idle: (() => void)[] = []

  constructor(
    private readonly run: (items: I[]) => Promise<O[]>,
    private readonly lanes: number,
    private readonly most: number,
  ) {
    this.waiting = Array.from({ length: lanes }, () => [])
    this.running = Array.from({ length: lanes }, () => false)
  }

  /** Resolves with the item's outcome once its batch is done. */
  add(item: I, key: string): Promise<O> {
    const lane = this.lanes === 1 ? 0 : hash(key) % this.lanes
    return new Promise((resolve, reject) => {
      this.waiting[lane]!.push({ item, resolve, reject })
      if (!this.running[lane]) {
        this.running[lane] = true
        setImmediate(() => void this.drain(lane))
      }
    })
  }

  private async drain(lane: number): Promise<void> {
    for (;;) {
      const batch = this.waiting[lane]!.splice(0, this.most)
      if (batch.length === 0) break
      try {
        const outcomes = await this.run(batch.map((one) => one.item))
        for (const [i, one] of batch.entries()) one.resolve(outcomes[i]!)
      } catch (error) {
        for (const one of batch) one.reject(error)
      }
    }
    this.running[lane] = false
    if (!this.running.includes(true)) for (const resolve of this.idle.splice(0)) resolve()
  }

  /** Resolves when nothing is waiting or under way. */
  settled(): Promise<void> {
    if (!this.running.includes(true)) return Promise.resolve()
    return new Promise((resolve) => this.idle.push(resolve))
  }
}

function hash(text: string): number {
  let value = 0
  for (let i = 0; i < text.length; i += 1) value = (Math.imul(value, 31) + text.charCodeAt(i)) | 0
  return value >>> 0
}
