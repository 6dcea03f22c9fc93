/** Something to be done together with whatever else is waiting, and the promise that somebody waits on. */
interface Waiting<I, O> {
  item: I
  resolve(outcome: O): void
  reject(error: unknown): void
}

/**
 * Collects items while a batch is under way and gives them to the next one: under load batches grow by themselves, when it
 * is quiet an item goes alone and at once. One batch at a time: two side by side would each be half as large, and cost
 * nearly as much.
 */
export class GroupCommit<I, O> {
  private waiting: Waiting<I, O>[] = []
  private running = false
  private idle: (() => void)[] = []

  constructor(
    private readonly run: (items: I[]) => Promise<O[]>,
    private readonly most: number,
  ) {}

  /** Resolves with the item's outcome once its batch is done. */
  add(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject })
      if (this.running) return
      this.running = true
      setImmediate(() => void this.drain())
    })
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.most)
      try {
        const outcomes = await this.run(batch.map((one) => one.item))
        for (const [i, one] of batch.entries()) one.resolve(outcomes[i]!)
      } catch (error) {
        for (const one of batch) one.reject(error)
      }
    }
    this.running = false
    for (const resolve of this.idle.splice(0)) resolve()
  }

  /** Resolves when nothing is waiting or under way. */
  settled(): Promise<void> {
    if (!this.running) return Promise.resolve()
    return new Promise((resolve) => this.idle.push(resolve))
  }
}
