import { AsyncResource } from 'node:async_hooks'

/** Something to be done together with whatever else is waiting, and the promise that somebody waits on. */
interface Waiting<I, O> {
  item: I
  resolve(outcome: O): void
  reject(error: unknown): void
}

/** One batch is written while the next is prepared; a third would wait for the same disk. */
const underWayMost = 2

/**
 * Collects items while a batch is under way and gives them to the next one: under load batches grow by themselves, when it
 * is quiet an item goes alone and at once. A batch that says `next` while it is being written lets the next one begin, once
 * as many are waiting as it took itself: small batches cost nearly as much as large ones.
 */
export class GroupCommit<I, O> {
  private waiting: Waiting<I, O>[] = []
  private preparing = false
  private underWay = 0
  private lastSize = 0
  private idle: (() => void)[] = []
  /** apart from the batch under whose hand it begins, and which does not wait for it */
  private readonly takeNext = AsyncResource.bind(() => void this.take())

  constructor(
    private readonly run: (items: I[], next: () => void) => Promise<O[]>,
    private readonly most: number,
  ) {}

  /** How many items wait for a batch. */
  get size(): number {
    return this.waiting.length
  }

  /** Resolves with the item's outcome once its batch is done. */
  add(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject })
      this.begin()
    })
  }

  private begin(): void {
    if (this.preparing || this.underWay >= underWayMost || this.waiting.length === 0) return
    if (this.underWay > 0 && this.waiting.length < Math.min(this.lastSize, this.most)) return
    this.preparing = true
    this.underWay += 1
    setImmediate(this.takeNext)
  }

  private async take(): Promise<void> {
    const batch = this.waiting.splice(0, this.most)
    this.lastSize = batch.length
    let mine = true
    const next = () => {
      if (!mine) return
      mine = false
      this.preparing = false
      this.begin()
    }
    try {
      const outcomes = await this.run(
        batch.map((one) => one.item),
        next,
      )
      // `run` answers one outcome for each item, in the same order
      for (const [i, one] of batch.entries()) one.resolve(outcomes[i]!)
    } catch (error) {
      for (const one of batch) one.reject(error)
    }
    this.underWay -= 1
    next()
    this.begin()
    if (this.underWay === 0) for (const resolve of this.idle.splice(0)) resolve()
  }

  /** Resolves when nothing is waiting or under way. */
  settled(): Promise<void> {
    if (this.underWay === 0) return Promise.resolve()
    return new Promise((resolve) => this.idle.push(resolve))
  }
}
