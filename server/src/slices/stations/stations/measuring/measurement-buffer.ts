import type { FastifyBaseLogger } from 'fastify'
import { isAway, logFailure } from '../../../../platform/database/database-fault.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { type ShownMeasurements, upsertMeasurements } from './measurement-store.ts'

const flushMs = 1000

/** Keeps the last measurements of connectors, for display, and writes them once a second. */
export class MeasurementBuffer {
  private waiting = new Map<number, ShownMeasurements>()
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()
  private closed = false

  constructor(
    private readonly db: Db,
    private readonly log: FastifyBaseLogger,
  ) {}

  /** Keeps what connectors have measured last, to be written soon. */
  add(measured: ReadonlyMap<number, ShownMeasurements>): void {
    for (const [connectorId, one] of measured) {
      const last = this.waiting.get(connectorId)
      if (!last || last.at <= one.at) this.waiting.set(connectorId, one)
    }
    if (this.waiting.size > 0) this.timer ??= setTimeout(() => this.flush(), flushMs).unref()
  }

  private flush(): void {
    this.timer = undefined
    const written = this.waiting
    this.waiting = new Map()
    const rows = [...written].map(([connectorId, one]) => ({ connectorId, ...one }))
    this.writing = this.writing
      .then(() => upsertMeasurements(this.db, rows))
      .catch((error) => {
        logFailure(this.log, error, 'measurements could not be written')
        if (isAway(error) && !this.closed) this.add(new Map([...written, ...this.waiting]))
      })
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    this.flush()
    await this.writing
  }
}
