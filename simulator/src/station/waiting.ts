interface Waiter {
  met: () => boolean
  resolve: () => void
}

/** Those who wait for a state of the station; they are asked whenever something has changed. */
export class Waiting {
  private readonly waiters = new Set<Waiter>()

  changed(): void {
    for (const waiter of this.waiters) {
      if (!waiter.met()) continue
      this.waiters.delete(waiter)
      waiter.resolve()
    }
  }

  /** Resolves once `met` holds; rejects after `timeoutMs` with what was waited for. */
  until(met: () => boolean, what: string, timeoutMs: number): Promise<void> {
    if (met()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiters.delete(waiter)
        reject(new Error(`waited ${timeoutMs} ms in vain for ${what}`))
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
