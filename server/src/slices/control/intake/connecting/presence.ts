import type { DisconnectReason, LiveSignal } from '@stationmaster/contract'
import type { CentralLink } from '@stationmaster/ocpp'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import {
  type Gone,
  insertPresence,
  listDeserted,
  type Presence,
  updateGone,
  updateLastSeen,
  updateNodeGone,
} from '../../../stations/stations/connecting/presence-store.ts'
import { insertTimeline, type TimelineEntry, timelineEntry } from '../../../stations/timeline/store.ts'
import type { Links } from './links.ts'

const flushMs = 200
const seenEveryMs = 10_000
/** how long to wait after a write that the database did not accept */
const retryMs = 2000

type Opened = Presence & { replaced: boolean }
/** `watchedOn`: it was released, and this node is there for it to come back */
type Closed = Gone & { current: boolean; watchedOn: boolean; reason: DisconnectReason }

/**
 * Keeps `station_presence` and the stations' timelines behind the sockets: openings and closings at once in bulk, last
 * contact every ten seconds.
 */
export class PresenceBook {
  private opened: Opened[] = []
  private closed: Closed[] = []
  private signals: LiveSignal[] = []
  private seenAt = 0
  private retryAt = 0
  private releasing = false
  private timer: NodeJS.Timeout | undefined
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
      statusesChanged(stationIds: string[]): void
      /** the same: which have left, and which are back */
      contactChanged(stations: { left: string[]; back: string[] }): void
    },
  ) {}

  /** Removes what an earlier run of this node left; the state of its stations is unknown since that run ended. */
  async start(): Promise<void> {
    const { db, node, clock } = this.options
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      const { released, awaited } = await updateNodeGone(tx, node, now)
      await insertTimeline(tx, [
        ...released.map(({ stationId, at }) => timelineEntry(at, stationId, 'unwatched')),
        ...awaited.map((stationId) => timelineEntry(now, stationId, 'watched')),
      ])
    })
    this.timer = setInterval(() => this.flush(), flushMs)
    this.timer.unref()
  }

  /** From now on sockets close because this node ends, not because of their stations. */
  release(): void {
    this.releasing = true
  }

  /** `replaced`: the station's older socket was still open. */
  open(link: CentralLink, locationId: number, replaced: boolean): void {
    const { stationId, connectionId, protocol, openedAt: at } = link
    this.opened.push({ stationId, connectionId, protocol, at, replaced })
    this.signals.push({ topic: 'station', id: stationId, locationId })
  }

  /** `current`: it was the socket that the station used here. */
  gone(link: CentralLink, locationId: number, current: boolean, reason: DisconnectReason): void {
    this.recordClosed(link, locationId, { released: this.releasing, watchedOn: false, current, reason })
  }

  /** This server closed the socket because it has no database, so the time until the station is back does not count as its downtime. */
  closedByUs(link: CentralLink, locationId: number, current: boolean): void {
    this.recordClosed(link, locationId, {
      released: true,
      watchedOn: !this.releasing,
      current,
      reason: 'closed',
    })
  }

  private recordClosed(
    { stationId, connectionId }: CentralLink,
    locationId: number,
    how: Omit<Closed, keyof Gone> & Pick<Closed, 'released'>,
  ): void {
    this.closed.push({ stationId, connectionId, at: this.options.clock.now(), ...how })
    this.signals.push({ topic: 'station', id: stationId, locationId })
  }

  private flush(): void {
    this.writing = this.writing.then(() => this.write())
  }

  private async write(): Promise<void> {
    const { db, node, clock, log, publish, statusesChanged, contactChanged } = this.options
    const now = clock.now()
    if (now.getTime() < this.retryAt) return
    const seen = now.getTime() - this.seenAt >= seenEveryMs ? this.lastSeen(now) : []
    if (this.opened.length + this.closed.length + seen.length === 0) return
    const { opened, closed, signals } = this
    this.opened = []
    this.closed = []
    this.signals = []
    const fresh = new Set(opened.map(({ connectionId }) => connectionId))
    const isFresh = ({ connectionId }: Closed) => fresh.has(connectionId)
    try {
      await inTransaction(db, async (tx) => {
        const known = await updateGone(
          tx,
          closed.filter((one) => !isFresh(one)),
        )
        const deserted = await listDeserted(tx, node, opened)
        await insertPresence(tx, node, opened)
        await updateGone(tx, closed.filter(isFresh))
        const ended = closed.filter((one) => (isFresh(one) ? one.current : known.has(one.connectionId)))
        await insertTimeline(tx, [
          ...deserted.map(({ stationId, at }) => timelineEntry(at, stationId, 'unwatched')),
          ...entriesOf(opened, ended, now),
        ])
        await updateLastSeen(tx, seen)
      })
    } catch (error) {
      logFailure(log, error, 'presence could not be written')
      // the changes are reported only once, so they are kept for the next write
      this.opened.unshift(...opened)
      this.closed.unshift(...closed)
      this.signals.unshift(...signals)
      this.retryAt = now.getTime() + retryMs
      return
    }
    statusesChanged([...opened, ...closed].map(({ stationId }) => stationId))
    contactChanged(changesOf(opened, closed, this.options.links))
    for (const signal of signals) publish(signal)
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
    this.retryAt = 0
    this.flush()
    await this.writing
  }
}

/** Stations that have a socket here by now, and those whose last one has closed. */
function changesOf(opened: readonly Opened[], closed: readonly Closed[], links: Links) {
  const ids = [...new Set([...opened, ...closed].map(({ stationId }) => stationId))]
  const isBack = (id: string) => links.get(id) !== undefined
  return { left: ids.filter((id) => !isBack(id)), back: ids.filter(isBack) }
}

/** What openings, and closings of sockets that had not been replaced, add to timelines. */
const entriesOf = (opened: readonly Opened[], ended: readonly Closed[], now: Date): TimelineEntry[] =>
  [
    ...opened.map(({ at, stationId, replaced }) =>
      timelineEntry(at, stationId, 'connected', { word: replaced ? 'replaced' : null }),
    ),
    ...ended.flatMap(({ at, stationId, released, watchedOn, reason }) => {
      if (!released) return timelineEntry(at, stationId, 'disconnected', { word: reason })
      const away = timelineEntry(at, stationId, 'unwatched')
      return watchedOn ? [away, timelineEntry(now, stationId, 'watched')] : away
    }),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
