import type { LiveSignal, StationStatus } from '@stationmaster/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type ColumnMap, rows } from '../../platform/bulk.ts'
import { logFailure } from '../../platform/database-fault.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { Db } from '../../platform/schema.ts'
import { connectorStatus, stationStatus } from './status.ts'

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
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()

  constructor(
    private readonly options: {
      db: Db
      log: FastifyBaseLogger
      publish(signal: LiveSignal): void
    },
  ) {}

  /** Derives every station's status: sockets that an earlier run held are gone. */
  async start(): Promise<void> {
    const { rows: all } = await sql<{ id: string }>`select id from stations where deleted_at is null`.execute(
      this.options.db,
    )
    for (let from = 0; from < all.length; from += atOnce) {
      const ids = all.slice(from, from + atOnce).map(({ id }) => id)
      await deriveStatuses(this.options.db, ids)
    }
  }

  note(stationIds: Iterable<string>): void {
    for (const id of stationIds) this.noted.add(id)
    if (this.noted.size > 0) this.timer ??= setTimeout(() => this.flush(), flushMs).unref()
  }

  private flush(): void {
    this.timer = undefined
    const ids = [...this.noted]
    this.noted = new Set()
    const { db, log, publish } = this.options
    this.writing = this.writing
      .then(async () => {
        for (const { id, locationId } of await deriveStatuses(db, ids)) {
          publish({ topic: 'station', id, locationId })
        }
      })
      .catch((error) => {
        logFailure(log, error, 'station statuses could not be written')
        // whoever noted them will not do so again
        for (const id of ids) this.noted.add(id)
        this.timer ??= setTimeout(() => this.flush(), retryMs).unref()
      })
  }

  async close(): Promise<void> {
    clearTimeout(this.timer)
    this.flush()
    await this.writing
  }
}

interface Part {
  id: string
  locationId: number
  stored: StationStatus
  configured: boolean
  online: boolean
  evse: number
  operational: boolean
  ocppStatus: string | null
}

interface Derived {
  id: string
  locationId: number
  status: StationStatus
}

const statusColumns: ColumnMap<Derived> = {
  id: ['id', 'text'],
  locationId: ['location_id', 'bigint'],
  status: ['status', 'text'],
}

/** Writes the statuses of some stations as they follow from their parts; answers those that have changed. */
export async function deriveStatuses(db: Db, ids: readonly string[]): Promise<Derived[]> {
  if (ids.length === 0) return []
  const { rows: parts } = await sql<Part>`
    select s.id, s.location_id as "locationId", s.status as stored, s.configured_at is not null as configured,
      p.connection_id is not null and s.held is null as online, e.number as evse, e.operational, c.ocpp_status as "ocppStatus"
    from stations s
    join evses e on e.station_id = s.id
    join connectors c on c.station_id = s.id and c.evse_number = e.number
    left join station_presence p on p.station_id = s.id
    where s.id = any(${ids}::text[])`.execute(db)
  const changed = [...groupBy(parts, ({ id }) => id).values()].flatMap((own) => {
    const { id, locationId, stored, configured } = own[0]!
    const status = stationStatus({ configured, evses: evsesOf(own) })
    return status === stored ? [] : [{ id, locationId, status }]
  })
  if (changed.length > 0) {
    await sql`update stations s set status = r.status
      from ${rows(changed, statusColumns, ['id', 'status'])} where s.id = r.id`.execute(db)
  }
  return changed
}

const evsesOf = (parts: readonly Part[]) =>
  [...groupBy(parts, ({ evse }) => evse).values()].map((own) => ({
    operational: own[0]!.operational,
    connectors: own.map((part) => ({ status: connectorStatus(part) })),
  }))
