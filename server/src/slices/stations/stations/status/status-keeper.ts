import type { LiveSignal } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { groupBy } from '../../../../platform/general/group-by.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { connectorStatus, stationStatus, statusSince } from './status.ts'
import {
  type DerivedStatus,
  listStationIds,
  listStatusParts,
  lockStatuses,
  type StatusPart,
  updateStatuses,
} from './status-store.ts'

const flushMs = 300
/** how long to wait after a failed write */
const retryMs = 2000
const atOnce = 2000

/**
 * Keeps `stations.status`, by which lists are filtered, up to date: code that changes a socket, a connector or an EVSE queues the
 * station, and a moment later its status is derived again, by the same rule that the screens use.
 */
export class StatusKeeper {
  private queued = new Set<string>()
  private closed = false
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()

  constructor(
    private readonly options: {
      db: Db
      clock: Clock
      log: FastifyBaseLogger
      publish(signal: LiveSignal): void
    },
  ) {}

  /** Derives every station's status, because the sockets of an earlier run, or of a dead server, are gone with what it had queued. */
  async start(): Promise<void> {
    const ids = await listStationIds(this.options.db)
    for (let from = 0; from < ids.length; from += atOnce) await this.derive(ids.slice(from, from + atOnce))
  }

  private async derive(ids: readonly string[]): Promise<void> {
    const { db, clock, publish } = this.options
    const changed = await inTransaction(db, async (tx) => {
      await lockStatuses(tx)
      return deriveStatuses(tx, ids, clock.now())
    })
    for (const { id, locationId } of changed) publish({ topic: 'station', id, locationId })
  }

  queue(stationIds: Iterable<string>): void {
    for (const id of stationIds) this.queued.add(id)
    if (this.queued.size > 0) this.flushAfter(flushMs)
  }

  private flush(): void {
    this.timer = undefined
    const ids = [...this.queued]
    this.queued = new Set()
    this.writing = this.writing
      .then(() => this.derive(ids))
      .catch((error) => {
        logFailure(this.options.log, error, 'station statuses could not be written')
        // nobody queues them a second time
        for (const id of ids) this.queued.add(id)
        this.flushAfter(retryMs)
      })
  }

  private flushAfter(ms: number): void {
    if (!this.closed) this.timer ??= setTimeout(() => this.flush(), ms).unref()
  }

  /** Writes the queued stations; later ones are derived at the next start, like all others. */
  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    this.flush()
    await this.writing
  }
}

/** Derives the statuses of stations from their parts and stores them; answers those that have changed. */
export async function deriveStatuses(db: Db, ids: readonly string[], now: Date): Promise<DerivedStatus[]> {
  if (ids.length === 0) return []
  const parts = await listStatusParts(db, ids)
  const changed = [...groupBy(parts, ({ id }) => id).values()].flatMap((own) => {
    const { id, locationId, stored, configured, awaySince } = first(own)
    const status = stationStatus({ configured, evses: evsesOf(own) })
    if (status === stored) return []
    const connectors = own.map((part) => ({ status: connectorStatus(part), since: part.since }))
    return [{ id, locationId, status, since: statusSince(status, connectors, { awaySince, now }) }]
  })
  await updateStatuses(db, changed)
  return changed
}

const evsesOf = (parts: readonly StatusPart[]) =>
  [...groupBy(parts, ({ evse }) => evse).values()].map((own) => ({
    operational: first(own).operational,
    connectors: own.map((part) => ({ status: connectorStatus(part) })),
  }))
