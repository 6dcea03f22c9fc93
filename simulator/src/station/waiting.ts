interface Waiter {
  met: () => boolean
  resolve: () => void
}

/** Callers that wait for a state of the station; each change checks their conditions again. */
export class Waiting {
  private readonly waiters = new Set<Waiter>()

  /** `standing` says how the station stands, for whoever has waited in vain. */
  constructor(private readonly standing: () => string) {}

  changed(): void {
    for (const waiter of this.waiters) {
      if (!waiter.met()) continue
      this.waiters.delete(waiter)
      waiter.resolve()
    }
  }

  /** Resolves once `met` holds; rejects after `timeoutMs` and names what it waited for and how the station stands. */
  until(met: () => boolean, what: string, timeoutMs: number): Promise<void> {
    if (met()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiters.delete(waiter)
        reject(new Error(`waited ${timeoutMs} ms in vain for ${what}: ${this.standing()}`))
      }, timeoutMs)
      const waiter: Waiter = {
        met,
        resolve: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      this.waiters.add(waiter)
    })
  }
}
