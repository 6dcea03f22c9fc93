const turnMs = 20
/** a turn that begins later than this found other work waiting too */
const lateMs = 60
const leastOfTurn = 16
const mostOfTurn = 64
/** a station waits no longer for its handshake; it comes again */
const waitMostMs = 20_000

interface Waiting {
  since: number
  isGone(): boolean
  enter(accepted: boolean): void
}

/**
 * Lets stations in by turns while many come at once, as after a lost uplink, so that screens and running sessions are still answered:
 * the fewer in a turn, the later this process gets to its work. One that comes alone enters at once.
 */
export class HandshakePace {
  private waiting: Waiting[] = []
  private ofTurn = mostOfTurn
  private left = mostOfTurn
  private dueAt = 0
  private isTurning = false

  /** Resolves when a handshake may go on; with false when it has waited for too long, or is gone. */
  enter(isGone: () => boolean): Promise<boolean> {
    if (!this.isTurning) this.startTurn()
    if (this.left > 0) {
      this.left -= 1
      return Promise.resolve(true)
    }
    return new Promise((enter) => this.waiting.push({ since: performance.now(), isGone, enter }))
  }

  private startTurn(): void {
    this.isTurning = true
    this.dueAt = performance.now() + turnMs
    setTimeout(() => this.endTurn(), turnMs).unref()
  }

  private endTurn(): void {
    const now = performance.now()
    const wasUsed = this.left < this.ofTurn
    this.ofTurn = nextShare(this.ofTurn, now - this.dueAt)
    this.left = this.ofTurn
    let looked = 0
    for (const { since, isGone, enter } of this.waiting) {
      if (this.left === 0) break
      looked += 1
      // those who are away again take nobody's place
      const accepted = !isGone() && now - since <= waitMostMs
      if (accepted) this.left -= 1
      enter(accepted)
    }
    this.waiting = this.waiting.slice(looked)
    this.isTurning = false
    if (wasUsed) this.startTurn()
  }
}

/** How many enter in a turn after one that began so late, ms: half as many where other work waits, a few more where none does. */
export const nextShare = (ofTurn: number, late: number): number =>
  late > lateMs ? Math.max(leastOfTurn, Math.floor(ofTurn / 2)) : Math.min(mostOfTurn, ofTurn + 4)
