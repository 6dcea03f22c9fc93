import type { LiveSignal } from '@stationmaster/contract'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { groupBy } from '../../../../platform/general/group-by.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { connectorStatus, stationStatus, statusSince } from './status.ts'
import {
  type DerivedStatus,
  listStationIds,
  listStatusParts,
  type StatusPart,
  updateStatuses,
} from './status-store.ts'

const flushMs = 300
/** how long to leave a database alone that did not take a write */
const retryMs = 2000
const atOnce = 2000

/**
 * Keeps `stations.status`, which lists are filtered by, behind what it is derived from: whoever changes a socket, a
 * connector or an EVSE notes the station, and its status is derived anew a moment later by the rule that shows it.
 */
export class StatusKeeper {
  private noted = new Set<string>()
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

  /** Derives every station's status: sockets that an earlier run held are gone. */
  async start(): Promise<void> {
    const { db, clock } = this.options
    const ids = await listStationIds(db)
    for (let from = 0; from < ids.length; from += atOnce)
      await deriveStatuses(db, ids.slice(from, from + atOnce), clock.now())
  }

  note(stationIds: Iterable<string>): void {
    for (const id of stationIds) this.noted.add(id)
    if (this.noted.size > 0) this.soon(flushMs)
  }

  private flush(): void {
    this.timer = undefined
    const ids = [...this.noted]
    this.noted = new Set()
    const { db, clock, log, publish } = this.options
    this.writing = this.writing
      .then(async () => {
        for (const { id, locationId } of await deriveStatuses(db, ids, clock.now())) {
          publish({ topic: 'station', id, locationId })
        }
      })
      .catch((error) => {
        logFailure(log, error, 'station statuses could not be written')
        // they are noted only once
        for (const id of ids) this.noted.add(id)
        this.soon(retryMs)
      })
  }

  private soon(ms: number): void {
    if (!this.closed) this.timer ??= setTimeout(() => this.flush(), ms).unref()
  }

  /** Writes what is noted; what is noted from then on is derived at the next start, as all of it is. */
  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    this.flush()
    await this.writing
  }
}

/** Writes the statuses of some stations as they follow from their parts; answers those that have changed. */
export async function deriveStatuses(db: Db, ids: readonly string[], now: Date): Promise<DerivedStatus[]> {
  if (ids.length === 0) return []
  const parts = await listStatusParts(db, ids)
  const changed = [...groupBy(parts, ({ id }) => id).values()].flatMap((own) => {
    const { id, locationId, stored, configured, awaySince } = own[0]!
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
    operational: own[0]!.operational,
    connectors: own.map((part) => ({ status: connectorStatus(part) })),
  }))
