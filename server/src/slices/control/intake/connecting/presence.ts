import type { DisconnectReason, LiveSignal } from '@stationmaster/contract'
import type { CentralLink } from '@stationmaster/ocpp'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { listLiveNodes } from '../../../../platform/nodes/node-store.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import {
  type Gone,
  type Held,
  listDeserted,
  type Presence,
  type Seen,
  updateAwaited,
  updateGone,
  updateLastSeen,
  updateNodeGone,
  upsertPresence,
} from '../../../stations/stations/connecting/presence-store.ts'
import type { KnownIdentity } from '../../../stations/stations/connecting/traffic-store.ts'
import { insertTimeline, type TimelineEntry, timelineEntry } from '../../../stations/timeline/store.ts'
import type { Links } from './links.ts'

const flushMs = 200
const seenEveryMs = 10_000
/** how long to wait after a write that the database did not accept */
const retryMs = 2000

/** From where a socket came. */
export interface Came {
  remoteAddress: string
  /** the address that it has dialled, as it names it */
  host: string | null
}
/** Where a socket's station stands, from where it came, and the place of its handshake among those of all servers. */
export type Origin = Pick<KnownIdentity, 'locationId' | 'epoch'> & Came
type Opened = Presence & { replaced: boolean }
/** `watchedOn`: it was released, and this node is there for it to come back */
type Closed = Gone & { watchedOn: boolean; reason: DisconnectReason }

/**
 * Keeps `station_presence` and the stations' timelines behind the sockets: openings and closings at once in bulk, last
 * contact every ten seconds.
 */
export class PresenceBook {
  private readonly epochs = new WeakMap<CentralLink, number>()
  private opened: Opened[] = []
  private closed: Closed[] = []
  private signals: LiveSignal[] = []
  private seenAt = 0
  private retryAt = 0
  private releasing = false
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()
  private following: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly options: {
      db: Db
      node: string
      clock: Clock
      links: Links
      log: FastifyBaseLogger
      publish(signal: LiveSignal): void
      /** a station has come here from another server, whose socket of it is over */
      takenFrom(node: string, connection: { stationId: string; connectionId: string }): void
      /** the sockets of these stations have opened or closed, and that is written */
      statusesChanged(stationIds: string[]): void
      /** the same: which have left, and which are back */
      contactChanged(stations: { left: string[]; back: string[] }): Promise<void>
    },
  ) {}

  /** Removes what an earlier run of this node left; the state of its stations is unknown since that run ended. */
  async start(): Promise<void> {
    const { db, node } = this.options
    await inTransaction(db, (tx) => this.releaseNode(tx, node))
    this.timer = setInterval(() => this.flush(), flushMs)
    this.timer.unref()
  }

  /** Removes the sockets of a node that has ended; from now on this one is there for its stations to come back. */
  async releaseNode(tx: Tx, node: string): Promise<void> {
    const now = this.options.clock.now()
    const released = await updateNodeGone(tx, node, { there: await listLiveNodes(tx), now })
    const awaited = await updateAwaited(tx)
    await insertTimeline(tx, [
      ...released.map(({ stationId, at }) => timelineEntry(at, stationId, 'unwatched')),
      ...awaited.map((stationId) => timelineEntry(now, stationId, 'watched')),
    ])
    this.options.statusesChanged(released.map(({ stationId }) => stationId))
  }

  /** Writes all open sockets again, since other nodes took this one for dead; those that a later one has replaced close. */
  async claimAll(): Promise<void> {
    const at = this.options.clock.now()
    for (const link of this.options.links.all()) {
      const { stationId, connectionId, protocol } = link
      const epoch = this.epochs.get(link) ?? 0
      this.opened.push({ stationId, connectionId, protocol, epoch, at, replaced: true })
    }
    this.flush()
    await this.writing
  }

  /** From now on sockets close because this node ends, not because of their stations. */
  release(): void {
    this.releasing = true
  }

  /** `replaced`: the station's older socket was still open. */
  open(link: CentralLink, { locationId, epoch, remoteAddress, host }: Origin, replaced: boolean): void {
    const { stationId, connectionId, protocol, openedAt: at } = link
    this.epochs.set(link, epoch)
    this.opened.push({ stationId, connectionId, protocol, epoch, at, remoteAddress, host, replaced })
    this.signals.push({ topic: 'station', id: stationId, locationId })
  }

  gone(link: CentralLink, locationId: number, reason: DisconnectReason): void {
    this.recordClosed(link, locationId, { released: this.releasing, watchedOn: false, reason })
  }

  /** This server closed the socket because it has no database, so the time until the station is back does not count as its downtime. */
  closedByUs(link: CentralLink, locationId: number): void {
    this.recordClosed(link, locationId, { released: true, watchedOn: !this.releasing, reason: 'closed' })
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
    const { db, node, clock, links, log, publish, statusesChanged, contactChanged } = this.options
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
    let written: Written
    try {
      written = await inTransaction(db, async (tx) => {
        const known = await updateGone(
          tx,
          closed.filter((one) => !isFresh(one)),
        )
        const deserted = await listDeserted(tx, node, opened)
        const held = await upsertPresence(tx, node, opened)
        const freshlyGone = await updateGone(tx, closed.filter(isFresh))
        const ended = closed.filter(
          ({ connectionId }) => known.has(connectionId) || freshlyGone.has(connectionId),
        )
        const lost = new Set(held.filter(({ holds }) => !holds).map(({ stationId }) => stationId))
        const taken = opened.filter(({ stationId }) => !lost.has(stationId))
        await insertTimeline(tx, [
          ...deserted.map(({ stationId, at }) => timelineEntry(at, stationId, 'unwatched')),
          ...entriesOf(taken, ended, now),
        ])
        return { held, taken, ended, replaced: await updateLastSeen(tx, seen) }
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
    this.closeReplaced(written)
    statusesChanged([...opened, ...closed].map(({ stationId }) => stationId))
    const contact = contactChanged({
      left: [...new Set(written.ended.map(({ stationId }) => stationId))].filter((id) => !links.get(id)),
      back: [...new Set(written.taken.map(({ stationId }) => stationId))].filter((id) => links.get(id)),
    })
    this.following = Promise.all([this.following, contact])
    for (const signal of signals) publish(signal)
  }

  /** Closes the sockets here that a later one elsewhere has replaced, and has those closed that ours replace. */
  private closeReplaced({ held, replaced }: Written): void {
    const { links, takenFrom } = this.options
    const lost = new Set([...replaced, ...held.filter(({ holds }) => !holds).map((one) => one.connectionId)])
    if (lost.size > 0)
      for (const link of [...links.all()])
        if (lost.has(link.connectionId)) link.close(1000, 'replaced by a newer connection')
    for (const { stationId, holds, replaced: earlier } of held)
      if (holds && earlier) takenFrom(earlier.node, { stationId, connectionId: earlier.connectionId })
  }

  private lastSeen(now: Date): Seen[] {
    const since = this.seenAt
    this.seenAt = now.getTime()
    return [...this.options.links.all()]
      .filter((link) => link.lastHeardAt.getTime() >= since)
      .map((link) => ({
        stationId: link.stationId,
        connectionId: link.connectionId,
        epoch: this.epochs.get(link) ?? 0,
        at: link.lastHeardAt,
      }))
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    this.seenAt = 0
    this.retryAt = 0
    this.flush()
    await this.writing
    await this.following
  }
}

/** What a write has found out: whose sockets here count, and which have ended. */
interface Written {
  held: Held[]
  taken: Opened[]
  ended: Closed[]
  /** sockets here that are over */
  replaced: string[]
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
