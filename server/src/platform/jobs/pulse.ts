import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'

const everyMs = 500
/** a machine under load may keep one probe waiting; a database that is gone refuses it at once */
const silencesMost = 3
/** how long a query may wait for a database that does not answer */
const patienceMs = 10_000
/** how long a database is held unfit that did not take a write, for want of disk for instance */
const unfitMs = 3000

/**
 * Whether the database answers: checked twice a second over a connection of its own, so it is known even while there are no queries.
 * While it does not, the server is not ready and accepts no station; queries that wait for it are abandoned after ten seconds.
 */
export class DatabasePulse {
  private silences = 0
  private awaySince: number | null = null
  private unfitUntil = 0
  private stopped = new AbortController()
  private beating: Promise<void> = Promise.resolve()

  constructor(
    private readonly database: Pick<Database, 'probe' | 'cut'>,
    private readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  ) {}

  get answers(): boolean {
    return this.awaySince === null && performance.now() >= this.unfitUntil
  }

  start(): void {
    this.beating = this.beat()
  }

  /** Something that was to be kept could not be, and the fault was the database's. */
  refused(): void {
    this.unfitUntil = performance.now() + unfitMs
  }

  async stop(): Promise<void> {
    this.stopped.abort()
    await this.beating
  }

  private async beat(): Promise<void> {
    const { signal } = this.stopped
    while (!signal.aborted) {
      const begun = performance.now()
      await this.database.probe().then(
        () => this.answered(),
        (error) => this.silent(error, performance.now() - begun >= everyMs),
      )
      await delay(everyMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  private answered(): void {
    if (this.awaySince !== null) {
      const seconds = Math.round((performance.now() - this.awaySince) / 1000)
      this.log.warn({ seconds }, 'the database answers again')
    }
    this.silences = 0
    this.awaySince = null
  }

  private silent(error: unknown, timedOut: boolean): void {
    this.silences += 1
    if (timedOut && this.silences < silencesMost) return
    if (this.awaySince === null) {
      this.awaySince = performance.now()
      this.log.error({ err: error }, 'the database does not answer')
    } else if (performance.now() - this.awaySince >= patienceMs) this.database.cut()
  }
}
