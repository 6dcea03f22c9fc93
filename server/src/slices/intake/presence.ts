import type { LiveSignal } from '@stationmaster/contract'
import type { CentralLink } from '@stationmaster/ocpp'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/schema.ts'
import {
  insertPresence,
  type Presence,
  updateGone,
  updateLastSeen,
  updateNodeGone,
} from '../stations/wire-store.ts'
import type { Links } from './links.ts'

const flushMs = 200
const seenEveryMs = 10_000

/** Keeps `station_presence` behind the sockets: openings and closings at once in bulk, last contact every ten seconds. */
export class PresenceBook {
  private opened: Presence[] = []
  private closed: { stationId: string; connectionId: string }[] = []
  private signals: LiveSignal[] = []
  private seenAt = 0
  private readonly timer: NodeJS.Timeout
  private writing: Promise<void> = Promise.resolve()

  constructor(
    private readonly options: {
      db: Db
      node: string
      clock: Clock
      links: Links
      log: FastifyBaseLogger
      publish(signal: LiveSignal): void
      /** the sockets of these stations have opened or closed, and that is written */
      stirred(stationIds: string[]): void
    },
  ) {
    this.timer = setInterval(() => this.flush(), flushMs)
    this.timer.unref()
  }

  /** Forgets what an earlier run of this node left. */
  start(): Promise<void> {
    return updateNodeGone(this.options.db, this.options.node, this.options.clock.now())
  }

  open(link: CentralLink, locationId: number): void {
    const { stationId, connectionId, protocol, openedAt: at } = link
    this.opened.push({ stationId, connectionId, protocol, at })
    this.signals.push({ topic: 'station', id: stationId, locationId })
  }

  gone(link: CentralLink, locationId: number): void {
    const { stationId, connectionId } = link
    this.closed.push({ stationId, connectionId })
    this.signals.push({ topic: 'station', id: stationId, locationId })
  }

  private flush(): void {
    const now = this.options.clock.now()
    const seen = now.getTime() - this.seenAt >= seenEveryMs ? this.lastSeen(now) : []
    if (this.opened.length + this.closed.length + seen.length === 0) return
    const { opened, closed, signals } = this
    this.opened = []
    this.closed = []
    this.signals = []
    this.writing = this.writing
      .then(async () => {
        const { db, node, publish, stirred } = this.options
        await insertPresence(db, node, opened)
        await updateGone(db, closed, now)
        await updateLastSeen(db, seen)
        stirred([...opened, ...closed].map(({ stationId }) => stationId))
        for (const signal of signals) publish(signal)
      })
      .catch((error) => this.options.log.error({ err: error }, 'presence could not be written'))
  }

  private lastSeen(now: Date): { stationId: string; at: Date }[] {
    const since = this.seenAt
    this.seenAt = now.getTime()
    return [...this.options.links.all()]
      .filter((link) => link.lastHeardAt.getTime() >= since)
      .map((link) => ({ stationId: link.stationId, at: link.lastHeardAt }))
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    this.seenAt = 0
    this.flush()
    await this.writing
  }
}
