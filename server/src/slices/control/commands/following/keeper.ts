import { SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'

const beatMs = 5 * SECOND_MS

/** Keeps something at stations in step with the database: at a beat on every server, each time after what is under way. */
export abstract class Keeper {
  private timer: NodeJS.Timeout | undefined
  private keeping: Promise<void> = Promise.resolve()

  /** `fault`: what the log says where it fails */
  protected constructor(
    private readonly log: FastifyBaseLogger,
    private readonly fault: string,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.keep().catch((error) => logFailure(this.log, error, this.fault))
    }, beatMs)
    this.timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.keeping
  }

  /** Compares where it is time, and sends what is due. Resolves when the stations have answered. */
  keep(): Promise<void> {
    const kept = this.keeping.then(() => this.keepNow())
    this.keeping = kept.catch(() => undefined)
    return kept
  }

  protected abstract keepNow(): Promise<void>
}
