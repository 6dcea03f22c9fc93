import type { OcpiObject } from './objects.ts'
import type { Watch } from './watch.ts'

/** A request whose result comes later, to a URL of its own. */
export interface Pending {
  id: string
  what: string
  /** what has come so far: one, and for a reservation that the CPO cancels another */
  results: OcpiObject[]
}

/** The requests to the CPO that have results of their own. */
export class Results {
  readonly all = new Map<string, Pending>()
  readonly #watch: Watch

  constructor(watch: Watch) {
    this.#watch = watch
  }

  begin(what: string): Pending {
    const pending: Pending = { id: String(this.all.size + 1), what, results: [] }
    this.all.set(pending.id, pending)
    return pending
  }

  /** A result that came to a URL; false for one that nobody waits for. */
  take(id: string, result: OcpiObject): boolean {
    const pending = this.all.get(id)
    pending?.results.push(result)
    return pending !== undefined
  }

  /** The result with this number, counted from 1, as soon as it is there. */
  wait(pending: Pending, number = 1, timeoutMs?: number): Promise<OcpiObject> {
    return this.#watch.until(
      () => pending.results[number - 1],
      timeoutMs,
      `result ${number} of ${pending.what}`,
    )
  }
}
