/** Wakes those who wait for something to come in. */
export class Watch {
  readonly #waiting = new Set<() => void>()

  /** Looks again whether what somebody waits for is there. */
  changed(): void {
    for (const look of this.#waiting) look()
  }

  /** What `find` gives as soon as it gives something; throws after the time-out, naming `what`. */
  until<T>(find: () => T | undefined, timeoutMs = 60_000, what = 'what is waited for'): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (finish: () => void) => {
        this.#waiting.delete(look)
        clearTimeout(timer)
        finish()
      }
      const look = () => {
        try {
          const found = find()
          if (found !== undefined) end(() => resolve(found))
        } catch (error) {
          end(() => reject(error))
        }
      }
      const timer = setTimeout(() => end(() => reject(new Error(`${what} did not come in time`))), timeoutMs)
      this.#waiting.add(look)
      look()
    })
  }
}
